"""What a message says around what it asks: the forms of a letter.

A salutation, a wish for the reader's health, thanks in advance, a closing and a signature are not what is asked, but
they would be searched for, and take half of a question's vector. Read are closed forms in four languages, at the
beginning and at the end; between them nothing is touched.
"""

from __future__ import annotations

import re
from typing import Final

from knowledge.text import sentences, stems, words
from routing.clauses import asks, is_full
from routing.followup import refers_back
from routing.speech import by_phrase

LINES, CHARACTERS = 8, 300
"""How long a signature may be at most; what is longer was meant to be read."""
LEAST: Final = 4
"""Words of a sentence that is searched for by itself."""
_CAPITAL: Final = r"(?-i:[A-ZÄÖÜÉ])[\w'’&-]*\.?"
_NAMED: Final = (
    rf"(?:(?:{_CAPITAL}|dear|the|customer|support|service|help|sales|billing|it|und|or|and|à|a|liebes)\s){{0,4}}"
    r"(?:there|all|everyone|everybody|team|desk|support|service|folks|guys|people|friends|colleagues|sirs?|madam"
    r"|sir/madam|zusammen|herren|tous|l['’]équipe|équipe|equipo|todos|señores"
    rf"|{_CAPITAL}|[^\W\d_]+(?=[,!\n]))"
)
"""Who is greeted: names, a team, or any one word before a comma; "hi my board is gone, why?" greets nobody."""
_GREETING: Final = re.compile(
    rf"""^\s*(?:
        (?:hi|hello|hey|hiya|greetings|good\s(?:morning|afternoon|evening|day)|dear|to\swhom\sit\smay\sconcern
        |hallo|guten\s(?:tag|morgen|abend)|moin|servus|liebe[rs]?|sehr\sgeehrte[rs]?|bonjour|bonsoir|salut
        |ch(?:er|ère|ers)|hola|buen[oa]s(?:\s(?:d[ií]as|tardes|noches))?|estimad[oa]s?)
        (?:\s{_NAMED})?\s*[,!.:;\n–-]+\s*
    )+""",
    re.IGNORECASE | re.VERBOSE,
)
_WISH: Final = re.compile(
    r"""^(?:i|we)?\s*(?:do\s|sincerely\s)?(?:hope|trust)\s(?:that\s)?(?:you\s(?:are|had|have\shad)|you're|this|all|everything
        |everyone|your\s(?:day|week|weekend))\b[^?]{0,40}\b(?:well|fine|great|good|nice|safe|healthy|lovely|wonderful)\b[^?]{0,30}$
    |^how\sare\s(?:you|things)\b[^?]*\?$
    |^(?:my\sname\sis|this\sis|i\sam|i'm)\s(?-i:[A-Z])[\w'-]+(?:\s(?-i:[A-Z])[\w'-]+)*[.!]$
    |^(?:i|we)(?:\sonly|\sjust)?\s(?:have|had|'ve\sgot)\s(?:a|one|another)\s(?:quick\s|short\s|small\s)?question\b[^?]{0,40}$
    |^(?:ich|wir)\s(?:hoffe|hoffen)\b[^?]*\b(?:gut|wohl)\b[^?]*$ | ^wie\sgeht\s(?:es|'s)\b[^?]*\?$
    |^(?:ich|wir)\s(?:habe|haben|hätte|hätten)\s(?:da\s)?eine\s(?:kurze\s)?frage\b[^?]{0,20}$
    |^j['’]espère\b[^?]*\b(?:bien)\b[^?]*$ | ^j['’](?:ai|aurais)\sune\s(?:petite\s)?question\b[^?]{0,20}$
    |^espero\sque\b[^?]*\bbien\b[^?]*$ | ^tengo\suna\s(?:pequeña\s)?pregunta\b[^?]{0,20}$""",
    re.IGNORECASE | re.VERBOSE,
)
_LEAD: Final = re.compile(
    r"^(?:just\s)?(?:a\s)?(?:quick|short|small|one)\squestion\s*[:,–-]+\s*|^(?:kurze\s)?frage\s*:\s*|^(?:petite\s)?question\s*:\s*"
    r"|^(?:una\s)?pregunta\s*:\s*",
    re.IGNORECASE,
)
_THANKS: Final = re.compile(
    r"""^(?:(?:many\s|so\smany\s)?thanks|thank\syou|thx|cheers|vielen\sdank|besten\sdank|herzlichen\sdank|danke|merci|gracias
        |muchas\sgracias)\b[^?]{0,60}$
    |^(?:any|some)\s(?:help|advice|hint|ideas?)\b[^?]{0,60}(?:appreciated|welcome|great|nice)\W*$
    |^(?:(?:i|we)\s)?(?:am\s|are\s|'m\s|'re\s)?(?:really\s)?(?:look(?:ing)?\sforward\sto|await(?:ing)?)\b[^?]{0,60}$
    |^please\s(?:help|advise|assist)(?:\s(?:me|us|asap|urgently))*\W*$
    |^(?:please\s)?let\s(?:me|us)\sknow(?:\sif\s[^?]{0,50}|\sas\ssoon\sas\spossible|\ssoon|\sasap)?\W*$
    |^(?:ich|wir)\s(?:freue|freuen)\s(?:mich|uns)\b[^?]{0,60}$
    |^(?:dans\sl['’]attente|en\svous\sremerciant)\b[^?]{0,60}$ | ^(?:quedo|quedamos)\sa\sla\sespera\b[^?]{0,40}$""",
    re.IGNORECASE | re.VERBOSE,
)
_CLOSING: Final = (
    r"(?:(?:(?:with\s)?(?:best|kind|warm|warmest|many|kindest)\s(?:regards|wishes|greetings)|regards|sincerely|cheers|best"
    r"|yours(?:\s(?:sincerely|truly|faithfully))?|all\sthe\sbest|take\scare|(?:many\s)?thanks(?:\sin\sadvance|\sagain)?|thank\syou"
    r"|(?:mit\s)?(?:freundliche[nr]?|beste[nr]?|viele[nr]?|liebe[nr]?|herzliche[nr]?)\s(?:grüße[n]?|grüsse[n]?|gruß|gruss)"
    r"|mfg|vg|lg|(?:bien\s)?cordialement|bien\sà\svous|sincères\ssalutations|saludos(?:\scordiales)?|un\ssaludo|atentamente)"
    r")"
)
_CLOSED: Final = rf"{_CLOSING}(?:\s*(?:,|and|&|und|et|y)\s*{_CLOSING})?"
_SIGNED: Final = re.compile(rf"\n[ \t]*{_CLOSED}[ \t]*[,.!–-]*[ \t]*(?:\n|$)", re.IGNORECASE)
"""A closing on a line of its own: the signature follows."""
_SIGNED_BEHIND: Final = re.compile(
    rf"(?<=[.?!])\s+{_CLOSED}\s*[,–-]\s*(?-i:[A-ZÄÖÜÉ])[\w'’.-]*(?:\s(?-i:[A-ZÄÖÜÉ])[\w'’.-]*){{0,3}}\W*$",
    re.IGNORECASE,
)
"""A closing with a name at the end of the last line."""
_THANKS_BEHIND: Final = re.compile(
    r"""(?<=\w)[\s,–-]+(?:(?:many\s)?thanks|thank\s(?:you|u)|thx|cheers|vielen\sdank|danke(?:\ssch[öo]n)?|merci|gracias)
    (?:\s(?:in\sadvance|so\smuch|very\smuch|a\slot|im\svoraus|d['’]avance|beaucoup|de\santemano))?\s*[!.]*\s*$""",
    re.IGNORECASE | re.VERBOSE,
)
"""Thanks that no mark sets apart from what is asked."""
_FIRST: Final = re.compile(r"[^.!?\n]{1,120}(?:[.!?]+|\n)\s+")
_LAST: Final = re.compile(r"(?:(?<=[.!?])\s+|\n[ \t]*)(?P<said>[^.!?\n]{1,120}[.!]*)\s*$")
"""The first and the last sentence, however the next one begins."""
_CUT: Final = re.compile(
    r"\n[ \t]*(?:--[ \t]*(?:\n|$)|(?:sent\sfrom\smy|gesendet\svon|envoyé\sde(?:puis)?\smon|enviado\sdesde)\b"
    r"|-{2,}\s*original\smessage|on\s[^\n]{5,100}\swrote:|am\s[^\n]{5,100}\sschrieb\s[^\n]{0,80}:|le\s[^\n]{5,100}\sa\sécrit\s?:)",
    re.IGNORECASE,
)
"""What begins a signature that a program made, or the message that is replied to."""


def without_courtesy(message: str) -> str:
    """`message` from its first word that asks or tells to its last; whole, to the byte, where it has none of the forms
    of a letter, or nothing else.
    """
    left = _opened(_closed(message))
    return left if left != message and stems(left) and by_phrase(left) is None else message


def the_question(text: str) -> str:
    """The one of several sentences that asks and is understood without the others; the text itself where none does, or
    more than one.

    It is searched for beside the whole: what stands around it ("we have been with you for two years") takes half of
    the whole's vector, and often is what it is about.
    """
    parts = sentences(text)
    asking = [part for part in parts if is_full(part) and asks(part) and len(words(part)) >= LEAST]
    alone = len(asking) == 1 < len(parts) and not refers_back(asking[0])
    return asking[0] if alone else text


def _closed(message: str) -> str:
    """Without what stands at the end."""
    cut = _CUT.search(message)
    text = message[: cut.start()] if cut else message
    signed = _SIGNED.search(text)
    if signed and _is_signature(text[signed.end() :]):
        text = text[: signed.start()]
    behind = _SIGNED_BEHIND.search(text)
    if behind:
        text = text[: behind.start()]
    while True:
        thanks, last = _THANKS_BEHIND.search(text), _LAST.search(text)
        if last and (_THANKS.match(last["said"]) or by_phrase(last["said"]) in {"thanks", "goodbye"}):
            text = text[: last.start()].rstrip()
        elif thanks:
            text = text[: thanks.start()]
        else:
            return text.rstrip() if text != message else message


def _opened(text: str) -> str:
    """Without what stands at the beginning."""
    left = text
    greeting = _GREETING.match(left)
    if greeting and greeting.end() < len(left):
        left = left[greeting.end() :]
    while True:
        said = _LEAD.match(left) or _FIRST.match(left)
        if not said or said.end() == len(left) or (said.re is _FIRST and not _WISH.match(said[0].strip())):
            return left
        left = left[said.end() :]


def _is_signature(text: str) -> bool:
    return "?" not in text and len(text) <= CHARACTERS and len(text.strip().splitlines()) <= LINES
