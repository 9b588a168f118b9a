"""What is wrong with the syntax of JSON, in words that can be translated."""

from warcry3d.message import Message, message

__all__ = ["syntax_reason"]


def syntax_reason(said: str) -> Message:
    """Return what Python's reader says of bad syntax, as a message."""
    name = said.removesuffix(" at").removesuffix(" starting")
    known = {
        "Expecting value": message("expecting value"),
        "Expecting property name enclosed in double quotes": message("expecting property name in double quotes"),
        "Expecting ':' delimiter": message("expecting ':'"),
        "Expecting ',' delimiter": message("expecting ','"),
        "Illegal trailing comma before end of object": message("a comma before the end of an object"),
        "Illegal trailing comma before end of array": message("a comma before the end of a list"),
        "Extra data": message("more after the end"),
        "Unterminated string": message("a text without an end"),
        "Invalid control character": message("a control character in a text"),
        "Invalid \\escape": message("an unknown escape in a text"),
        "Invalid \\escape:": message("an unknown escape in a text"),
        "Invalid \\uXXXX escape": message("an unknown escape in a text"),
    }
    return known.get(name) or message("{reason}", reason=name[:1].lower() + name[1:])
