"""Speech acts: thanks, greetings, small talk, orders to the assistant itself; they ask for nothing that a base holds.

A closed list of phrases decides where it covers the whole message; a message in other words goes to the nearest of
shipped examples, where nothing that is a question of some base lies nearer. Four languages: en, de, fr, es.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, Self, cast, get_args

import numpy as np

from knowledge.catalog import Catalog
from knowledge.embedding import Embedder, Vectors
from knowledge.text import fold, stems
from routing.seeds import shipped, vectors

Act = Literal["injection", "chat", "thanks", "goodbye", "greeting", "acknowledged"]
"""In the order in which one of several in a message names it."""
ACTS: tuple[Act, ...] = get_args(Act)
SPOKEN: Mapping[Act, str] = {
    "injection": "an order to the assistant itself, which is not followed",
    "chat": "small talk, which asks for nothing that is searched",
    "thanks": "thanks, which ask for nothing",
    "goodbye": "a goodbye, which asks for nothing",
    "greeting": "a greeting, which asks for nothing",
    "acknowledged": "an acknowledgement, which asks for nothing",
}
"""Why nothing is searched, as a decision tells it."""

MOST_WORDS = 16
"""Words of a message that may be nothing but a speech act; an order to the assistant may be longer."""
NEAR, LEAD = 0.5, 0.2
"""The least cosine of a message with an example, and by how much that must exceed its cosine with any question that
some base answers. Chosen on the catalogs' tune rows and the shipped questions, of which none is taken."""

PHRASES: Mapping[Act, str] = {
    "chat": """how are you|how are you doing|how are you today|how is it going|how's it going|how do you do|what's up|
        who are you|what are you|who made you|what is your name|what's your name|are you a bot|are you a robot|
        are you human|are you a human|are you real|are you there|are you an ai|tell me a joke|tell a joke|
        tell me another joke|make me laugh|sing a song|sing me a song|i love you|i am bored|i'm bored|lol|haha|hahaha|
        ha ha|test|testing|blah|wie geht es dir|wie geht es ihnen|wie geht's|wie gehts|wie geht's dir|wer bist du|
        wer sind sie|bist du ein mensch|bist du ein bot|bist du ein roboter|wie heisst du|wie heißt du|
        erzähl mir einen witz|erzähle mir einen witz|erzähl einen witz|comment vas-tu|comment allez-vous|
        comment allez vous|comment ça va|ça va|ca va|qui es-tu|qui es tu|qui êtes-vous|qui êtes vous|
        comment t'appelles-tu|es-tu un robot|êtes-vous un robot|raconte-moi une blague|raconte moi une blague|
        cómo estás|cómo está|cómo está usted|qué tal|quién eres|cómo te llamas|eres un robot|eres humano|
        cuéntame un chiste|jaja|jajaja""",
    "thanks": """thanks|thank you|thank u|thankyou|thx|thnx|tnx|ty|tysm|cheers|much appreciated|i appreciate it|
        i appreciate that|appreciated|appreciate it|many thanks|danke|danke schön|dankeschön|danke sehr|vielen dank|
        besten dank|herzlichen dank|tausend dank|dank dir|dank ihnen|merci|merci bien|merci beaucoup|mille mercis|
        je vous remercie|je te remercie|gracias|muchas gracias|mil gracias|te lo agradezco|se lo agradezco""",
    "goodbye": """bye|bye bye|byebye|goodbye|good bye|good night|see you|see ya|see you later|see you soon|
        see you tomorrow|cya|later|farewell|take care|have a nice day|have a good day|have a great day|
        have a nice evening|have a good one|have a nice weekend|have a good weekend|talk to you later|ttyl|tschüss|
        tschüs|tschau|ciao|auf wiedersehen|wiedersehen|bis bald|bis später|bis dann|bis morgen|gute nacht|mach's gut|
        machs gut|schönen tag noch|einen schönen tag noch|schönen tag|schönen abend|schönen abend noch|
        schönes wochenende|au revoir|à bientôt|à plus|à plus tard|à demain|à la prochaine|bonne journée|bonne soirée|
        bonne nuit|bon week-end|adiós|hasta luego|hasta pronto|hasta mañana|hasta la vista|nos vemos|chao|
        buen día|que tengas un buen día""",
    "greeting": """hi|hi there|hello|hello there|hey|hey there|heya|hiya|howdy|good morning|good afternoon|good evening|
        good day|morning|greetings|nice to meet you|hallo|hallöchen|guten tag|guten morgen|guten abend|moin|moin moin|
        servus|grüezi|grüß gott|grüss gott|grüß dich|schönen guten tag|bonjour|bonsoir|salut|coucou|hola|buenas|
        buenos días|buenas tardes|buenas noches""",
    "acknowledged": """ok|okay|okey|okey dokey|k|kk|alright|all right|alrighty|right|sure|sure thing|fine|cool|great|
        perfect|excellent|awesome|brilliant|wonderful|amazing|fantastic|nice|nice one|good|very good|super|lovely|wow|
        got it|i got it|gotcha|understood|i understand|i see|ah i see|oh i see|makes sense|that makes sense|
        sounds good|that sounds good|good to know|noted|roger|will do|yes|yes please|yep|yeah|yup|no|nope|no thanks|
        no thank you|never mind|nevermind|nvm|no worries|no problem|that's all|that is all|that's it|that is it|
        that was all|that will be all|nothing else|that helps|that helped|this helps|that works|works for me|
        that's good|that's great|that's fine|that's perfect|that's helpful|that was helpful|very helpful|so helpful|
        you're the best|you are the best|well done|good job|great job|good answer|great answer|exactly|indeed|agreed|
        done|hmm|hm|mhm|aha|ah|oh|alles klar|in ordnung|verstanden|ich verstehe|verstehe|klar|gut|sehr gut|prima|
        toll|klasse|passt|genau|ja|nein|ja bitte|nein danke|das war's|das wars|das war alles|das ist alles|
        das reicht|das hilft|das hilft mir|wunderbar|ausgezeichnet|schön|geht klar|d'accord|entendu|compris|
        j'ai compris|je comprends|je vois|très bien|bien|parfait|génial|super|oui|non|non merci|c'est bon|
        c'est tout|c'est noté|ça marche|vale|de acuerdo|entendido|entiendo|ya entiendo|perfecto|genial|muy bien|
        bueno|claro|sí|sí por favor|no gracias|eso es todo|está bien""",
}
_FILLERS = frozenset(
    fold(word)
    for word in """so very much a lot lots again then now and but for your the help everyone all you guys folks mate
    buddy friend sir madam bot assistant indeed really just please that everything this answer reply it was
    quick fast helpful to me of oh well
    ah und sehr viel für die deine ihre hilfe antwort auskunft dir euch ihnen auch dann nochmal zusammen alle bitte
    schnelle et pour votre ton aide réponse tout tous beaucoup alors vraiment infiniment bien y por su tu ayuda
    respuesta todo todos muy mucho a""".split()
)
"""Words that stand around a phrase and ask for nothing."""
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_APPROVING = re.compile(r"(?:\s*[👍👌🙏✅👏🙌💯🎉❤♥👋]\S?)+[\s!.]*")
"""Pictures that approve or thank."""
_LONGEST = 6
_PLAIN = 0.2
"""The share of a message's words that must be phrases rather than fillers."""


def _key(text: str) -> tuple[str, ...]:
    return tuple(_WORD.findall(fold(text.replace("’", "'"))))


_KNOWN: Mapping[tuple[str, ...], Act] = {
    key: act for act in reversed(ACTS) for phrase in PHRASES.get(act, "").split("|") if (key := _key(phrase))
}

_WHAT = (
    r"(?:(?:all|any|every|the|your|my|our|these|those|of|previous|prior|above|earlier|preceding|existing|system|initial|"
    r"original|other|alle|deine|ihre|bisherigen|vorherigen|obigen|toutes|tous|les|tes|vos|todas|todos|las|los|tus|sus)\s+)"
    r"{0,5}"
)
_RULES = (
    r"(?:instructions?|directions?|prompts?|rules|guidelines|restrictions|commands|orders|constraints|filters|"
    r"programming|anweisungen|instruktionen|regeln|vorgaben|consignes|regles|instrucciones|reglas|indicaciones)\b"
)
_ORDER = r"(?:^|[.!?:;\n]\s*|\b(?:please|and|then|now|bitte|und|et|y)\s+)"
INJECTION = re.compile(
    rf"{_ORDER}(?:ignore|disregard|forget|override|bypass|ignoriere?|vergiss|missachte|oublie[zr]?|ignore[zr]|olvida|"
    rf"ignora)\s+{_WHAT}{_RULES}"
    rf"|{_ORDER}(?:forget|ignore|disregard)\s+(?:everything|all|anything)\b.{{0,20}}\b(?:told|said|above|before|know)\b"
    r"|\b(?:your|deine[nrs]?|ihre[nrs]?|ton|tes|votre|tu|tus|su)\s+(?:hidden\s+|initial\s+|original\s+)?"
    r"(?:system\s*-?(?:prompt|message|instructions?)|prompts?\b|invite\s+systeme|prompt\s+del\s+sistema)"
    r"|\bsystem\s*-?prompts?\b"
    rf"|{_ORDER}you\s+are\s+(?:now\s+)?(?:dan|an?\s+unrestricted|free\s+of|in\s+developer\s+mode|jailbroken)\b"
    rf"|{_ORDER}(?:pretend|act|imagine)\s+(?:that\s+)?(?:to\s+be|you\s+(?:are|have)|as\s+(?:if|an?|my|dan|though))\b"
    rf"|{_ORDER}(?:repeat|print|output|show|reveal)\s+(?:me\s+)?(?:everything|all|the\s+(?:text|words|prompt))\s+above\b"
    rf"|{_ORDER}(?:from\s+now\s+on|enter|enable)\b.{{0,20}}\b(?:you\s+(?:will|must|are)|developer\s+mode|dan\s+mode)\b"
)
"""Orders to drop the rules, to play a part or to tell the prompt; matched in folded text, every repetition bounded."""
MOST_READ = 2000
"""Characters of a message that are read for an order."""


def by_phrase(message: str) -> Act | None:
    """The speech act of a message that is one by its words, whole; None where a word is left that may ask for more."""
    if INJECTION.search(fold(message[:MOST_READ])):
        return "injection"
    told = _key(message[:400])
    if not told:
        return "acknowledged" if _APPROVING.fullmatch(message) else None
    if len(told) > MOST_WORDS:
        return None
    found: set[Act] = set()
    place = said = 0
    while place < len(told):
        size = next((n for n in range(_LONGEST, 0, -1) if told[place : place + n] in _KNOWN), 0)
        if size:
            found.add(_KNOWN[told[place : place + size]])
            said += size
        elif told[place] not in _FILLERS and not (place and _is_named(message, told[place], found)):
            return None
        place += size or 1
    if not found or said < _PLAIN * len(told):
        return None
    return next(act for act in ACTS if act in found)


def _is_named(message: str, word: str, found: set[Act]) -> bool:
    """Whether the message ends with the name of whom it greets or thanks: "Thanks, Anna"."""
    ends = re.search(r"([^\W\d_]+)\W*$", message)
    named = ends is not None and fold(ends[1]) == word and ends[1][:1].isupper() and not ends[1].isupper()
    return named and bool(found & {"greeting", "thanks", "goodbye"})


@dataclass(frozen=True)
class SpeechTier:
    """Phrases, and examples for messages in other words: unit vectors of shape (examples, d), and those of questions
    that bases answer, (questions, d).
    """

    acts: tuple[Act, ...] = ()
    examples: Vectors = field(default_factory=lambda: np.zeros((0, 1), dtype=np.float32))
    others: Vectors = field(default_factory=lambda: np.zeros((0, 1), dtype=np.float32))
    own: frozenset[str] = frozenset()
    """Stems of the catalog's words: a message that says one is about the catalog, in whatever tone."""
    quiet: frozenset[Act] = frozenset()
    """Acts that the catalog's own questions hold: a base of small talk answers them."""

    @classmethod
    def fit(cls, catalog: Catalog, embedder: Embedder, cache: Path | None = None) -> Self:
        """Embed the shipped examples and what they are held against; `cache` is a folder for the vectors."""
        rows = shipped("speech", "act")
        own = [example for base in catalog.base for example in base.examples]
        # Every second of the shipped questions: what is embedded anew at a first start is waited for.
        asked = [text for text, _ in shipped("kinds", "kind")][::2]
        words = [keyword for base in catalog.base for keyword in base.keywords]
        quiet = {act for text in own if (act := by_phrase(text)) is not None}
        return cls(
            tuple(cast("Act", act) for _, act in rows),
            vectors(embedder, [text for text, _ in rows], cache),
            np.concatenate([vectors(embedder, asked, cache), vectors(embedder, own, cache)])
            if own
            else vectors(embedder, asked, cache),
            stems(" ".join(words)),
            frozenset(quiet),
        )

    def read(self, message: str, vector: Vectors | None = None) -> Act | None:
        """The speech act that the whole `message` is, None for one that asks. `vector`, its unit vector of shape
        (d,), is for messages in other words than the phrases'.
        """
        act = by_phrase(message) or (None if vector is None else self._by_example(message, vector))
        return None if act in self.quiet else act

    def _by_example(self, message: str, vector: Vectors) -> Act | None:
        if not len(self.examples) or len(_key(message)) > MOST_WORDS or stems(message) & self.own:
            return None
        near = self.examples @ vector
        best = int(near.argmax())
        against = float((self.others @ vector).max()) if len(self.others) else 0.0
        return self.acts[best] if near[best] >= NEAR and near[best] >= against + LEAD else None


PHRASES_ALONE = SpeechTier()
"""The tier of a router that learned nothing."""


def asking(parts: Sequence[str], tier: SpeechTier) -> list[str]:
    """The parts of a message that ask for something; all of them where none does."""
    return [part for part in parts if tier.read(part) is None] or list(parts)
