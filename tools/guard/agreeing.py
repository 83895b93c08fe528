"""Whether a reply agrees to an offer, turns it down or corrects a part of it, in English, German and French."""

from __future__ import annotations

import re
from typing import Final

from tools.guard.readings.text import fold

_GOOD: Final = (
    "right|correct|good|fine|great|perfect|ok(?:ay)?|excellent|lovely|wonderful|nice|cool|awesome|fantastic|brilliant"
    "|ideal|acceptable|alright|all right|better|exactly|fab(?:ulous)?|super|superb|splendid|terrific|marvell?ous"
)
_YES: Final = re.compile(
    rf"""^\W*(?:(?:o+h+|well|hm+|a+h+|aw+|and|um+|so|then|thanks?|thank\syou|wow|yay|please)\W+)*(?:
    ye[sapi]\w*|yup|yep|ya|sure|(?:{_GOOD})\b|confirm\w*|proceed|agreed|absolutely|certainly|definitely|indeed
    |of\scourse|by\sall\smeans|affirmative|true|uh[ -]?huh|mm?-?hmm?
    |sold|deal|you\sbet|fair\senough|go\son\sthen|(?:i'm|count\sme)\sin\b|why\snot\W*$
    |no\sproblem\W+\w|very\s(?:good|well|nice)
    |sounds?|works|(?:please\s)?go\s(?:ahead|for\sit)|(?:do|make)\s(?:it|that|so)\b|let\sus\sdo|let's\s(?:do|go)
    |i\s(?:confirm|agree|accept|approve|suppose\sso|guess\sso)|that(?:'s|\sis|\swill|\sworks|\sseems|\ssounds|'ll|'d
    |\swould|\sshould)|this\sis|it(?:'s|\sis)\s(?:{_GOOD})|you(?:'re|\sare)\sright|you(?:'ve)?\sgot\sit|you\s(?:may|can)
    |(?:that\W+)?suits|yes\b|ja\b|jawohl|gern\w*|genau|stimmt|richtig|einverstanden|in\sordnung|passt|klingt\sgut
    |alles\sklar|machen\swir|oui|d'accord|exact\w*|parfait|ca\s(?:marche|me\sva)|c'est\s(?:bon|parfait|ca)
    |tres\sbien|volontiers|bien\ssur)""",
    re.VERBOSE,
)
_WHOLE: Final = re.compile(
    r"\W*(?:i do|i would|it is|that is it|please|(?:please )?do|i'd (?:love|like) (?:to|it|that)"
    r"|if you (?:would|could|can)|i'd appreciate (?:that|it)|(?:we|i)'ll be there|see you then)\W*"
)
"""Replies that agree only where nothing follows."""
_AGREES_LATER: Final = re.compile(
    r"\b(?:that|this|it|all|everything|those|these|they|details?|information)(?: one)?\s?(?:is|are|'s|'re|looks?"
    rf"|sounds?|seems?|works?|would be|will be)\s(?:\w+\s)?(?:{_GOOD})\b"
    rf"|\b(?:looks?|sounds?|seems?|all|everything) (?:\w+ )?(?:{_GOOD})\b"
    rf"|\bi(?:'m| am) (?:\w+ )?(?:{_GOOD}|happy) with\b|\bi(?:'d| would) (?:love|like) (?:that|this|it|to)\W*$"
    r"|\b(?:approval|i approve|you can proceed|please proceed|proceed with|go ahead|go for it)\b"
    r"|^\W*(?:i think )?so\W*$"
)
_THING: Final = r"(?:it|that|this|them|those|these|one of|me (?:that|those|one|the)|the (?!other|next|cheap)\w+)"
_DOES: Final = (
    "take|book|buy|reserve|rent|order|schedule|make|purchase|confirm|set|add|send|pay|transfer|create|place|arrange"
    "|finali[sz]e|complete|submit"
)
_TAKES: Final = re.compile(
    r"\b(?:(?:i|we)(?:'ll| will| would like to|'d like to| want to| wanna|'d love to)|let's|please|can you"
    rf"|could you|go ahead and)\s(?:please )?(?:{_DOES}|watch|play|see|get|try|do|go with|have|hear)\s"
    r"(?:it|that|this|them|those|one of|that one|this one|the (?:first|second|last|same))\b"
    r"|\b(?:i|we) (?:like|love|want|prefer) (?:it|that|this|them)\b"
    rf"|\b(?:{_DOES}|play|get) (?:it|that|this|them)\b"
    rf"|^\W*(?:(?:ok(?:ay)?|great|then|now|please|just)\W+)*(?:{_DOES}|get) {_THING}\b"
    rf"|\bplease (?:{_DOES}) {_THING}\b|\b(?:{_DOES}) [\w ]{{1,30}},? please\W*$"
    r"|\b(?:works|suits|fine|good) (?:for )?(?:me|us)\b|(?<!nothing )(?<!neither )\b(?:works|suits)(?: fine| well)?\W*$"
    r"|^\W*please\s?[,!.;]"
)
_NO: Final = re.compile(
    r"^\W*(?:no(?! problem)|nope|nah|not|never|nein|non)\b|\b(?:better|rather) not\b"
    r"|\b(?:wrong|incorrect|isn't right|not right|something else|anything else|another one|other options?)\b"
)
_HESITATES: Final = re.compile(
    r"\b(?:but|though)\b[^.!?]*\?|\blet me (?:ask|check|think|see)\b|\bbefore (?:i|we) (?:decide|book|say)\b"
    r"|\b(?:i|we)(?:'ll|'d| will| would)? (?:must|have to|need to|should|want to)? ?(?:ask|check with|think about) "
)
_ONLY_ASKS: Final = re.compile(
    r"(?:(?:ok(?:ay)?|great|good|fine|nice|cool|right|alright|all right|sure|thanks?|thank you|perfect"
    r"|lovely|and|so|well)\b[\s,.!-]*)+(?:what|which|where|when|who|how|is|are|does|do|did|has|have|any|anything|will)\b[^.!?]*\?"
)
_OTHER: Final = re.compile(r"\b(?:else|others?|another|different|anders|autre)\b")
_AMENDS: Final = re.compile(
    r"\b(?:instead|actually|change\w*|make (?:it|that|the)|rather|should be|prefer|switch|try|how about|what about"
    r"|i meant|sorry|for \w+ (?:people|persons?)|can you (?:make|try|book)|reserve it|i'd like|just for|only"
    r"|it's for|needs? to be)\b"
)


def agrees(reply: str) -> bool:
    """Whether a user's turn agrees to what the assistant has just said."""
    folded = fold(reply)
    said_yes = _YES.match(folded) or _WHOLE.fullmatch(folded) or _AGREES_LATER.search(folded) or _TAKES.search(folded)
    asks = _ONLY_ASKS.fullmatch(folded.strip()) is not None
    return bool(said_yes) and not asks and not _NO.search(folded) and not _HESITATES.search(folded)


def declines(reply: str) -> bool:
    """Whether a user's turn turns down what the assistant has said, or asks for something else."""
    folded = fold(reply)
    return bool(_NO.search(folded) or _OTHER.search(folded))


def amends(reply: str) -> bool:
    """Whether a user's turn corrects a part of what the assistant has just said, so that the rest may stand."""
    folded = fold(reply)
    return bool(_AMENDS.search(folded)) and "else" not in folded.split()
