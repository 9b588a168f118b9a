"""Texts for people, in their language.

English templates are the source; `Words` says them in the reader's language. Every template in the program is the
argument of a parameter called ``template`` (of an error, a warning, ``say``...): that is how
`warcry3d.messages.extract` finds them for the catalogues.
"""

from warcry3d.messages.languages import LANGUAGES, language
from warcry3d.messages.speak import Words, template

__all__ = ["LANGUAGES", "Words", "language", "template"]
