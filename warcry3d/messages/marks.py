"""The mark of sentences that are kept in tables and constants."""

__all__ = ["template"]


def template(template: str, plural: str = "", /) -> str:
    """Return ``template`` itself: marks a sentence that is kept in a table or constant for the catalogues."""
    del plural
    return template
