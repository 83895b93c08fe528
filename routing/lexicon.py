"""The closed word classes that show where one question ends and the next begins (English, German, French).

Only function words and the verbs of requests are listed: they are few, they hardly change, and they carry the
structure of a message whatever it is about. Everything is lower case.
"""

from __future__ import annotations

QUESTION_WORDS = frozenset(
    "what what's whats whens wheres hows which who who's whom whose when when's where where's why how how's "
    "wie wo wann warum wieso weshalb wer wen wem wessen welche welcher welches welchen welchem woher wohin womit "
    "wofür wodurch wieviel inwiefern "
    "qui quoi quel quelle quels quelles quand où comment pourquoi combien lequel laquelle qu'est-ce qu’est-ce".split()
)
"""`was` is left out: in English it is far more often a verb; `clauses` reads it as German by its neighbours."""

SUBORDINATING = frozenset("when where who whom whose which wo quand qui où".split())
"""Question words that open a subordinate clause as easily as a question: they count where a verb follows."""

AUXILIARIES = frozenset(
    "am is are was were do does did has have had can could will would shall should may might must "
    "isn't aren't wasn't weren't don't doesn't didn't hasn't haven't can't couldn't won't wouldn't shouldn't "
    "kann kannst können könnt könnte könnten muss müssen soll sollte sollten darf dürfen will wollen wird werden "
    "würde würden ist sind war waren hat haben habe hatte gibt geht gilt gelten "
    "peut peux pouvez peuvent dois doit est sont avez ont".split()
)

SUBJECTS = frozenset(
    "i you he she it we they one there this that these those my your his her its our their the a an any all anyone "
    "someone ich du er sie es wir ihr man mein meine meinen meinem meiner unser unsere dein deine der die das den ein "
    "eine einen dieser diese dieses "
    "je tu il elle nous vous ils elles mon ma mes notre nos votre vos le la les un une ce cette ces".split()
)
"""Words that begin a subject: pronouns, articles, possessives."""

DETERMINERS = frozenset(
    "the a an my your his her its our their this that these those "
    "der die das den dem ein eine einen mein meine meinen unser unsere "
    "le la les un une des mon ma mes notre nos".split()
)

GERMAN_PRONOUNS = frozenset("ich du er sie es wir ihr man".split())

REQUESTS = frozenset(
    "tell show give explain summarize summarise list find compare describe check send help calculate compute "
    "translate write draft create cancel book play add rate update reset refund delete remove name look get set "
    "make schedule order transfer convert recommend suggest search remind please put reserve need want let outline "
    "estimate review verify walk start stop turn use listen pull pick include insert locate display queue "
    "nenne nennen zeige zeig zeigen sag sage sagen erkläre erklär erklären fasse fassen gib geben liste erstelle "
    "vergleiche bitte schick schicke hilf prüfe berechne übersetze storniere kündige "
    "donne donnez explique expliquez résume résumez montre montrez dis dites liste listez calcule calculez "
    "traduis traduisez vérifie vérifiez indique indiquez".split()
)
"""Imperatives that ask an assistant for something."""

REPORTS = frozenset("me us mir uns".split())
"""After an imperative these make it a request of its own: "tell me", "zeig mir"."""

COMPARING = frozenset(
    "compare comparison difference differences between both versus vs vs. differ contrast vergleiche vergleich "
    "unterschied unterschiede zwischen beide comparez comparer différence différences entre".split()
)
"""Where one of these stands to the left, "A and B" is one comparison, not two questions."""

EMBEDDING = frozenset(
    "know tell me us see understand explain explains about of on for to in with from by at or is are was were wonder "
    "wondering decide show learn check remember sure that exactly just even matter not as than like into regarding "
    "describe and but because if whether depending no the a an clarify ask asking find out "
    "wissen weiß sagen mir uns zeigen erklären ob dass über von für und oder mit zu "
    "savoir sais dire sur de pour dans avec et ou que à".split()
)
"""Words after which a question word continues the clause ("tell me what", "of which") instead of opening one."""

LEAD_INS = frozenset(
    "and also but so then plus or hi hello hey ok okay well thanks please btw first firstly second secondly third "
    "finally lastly next additionally furthermore moreover "
    "und auch aber dann außerdem zudem ferner hallo guten tag danke bitte erstens zweitens "
    "et aussi mais puis ensuite bonjour salut merci enfin".split()
)
"""Words skipped before a clause is read: connectors, greetings, counting."""

CONJUNCTIONS = frozenset(
    "if because since so that which who whether unless until although while but as when "
    "ob dass weil wenn da obwohl damit aber denn um si que parce car mais afin puisque lorsque".split()
)
"""After a comma these open a clause that belongs to the one before it."""

DEPENDENT = frozenset("or otherwise oder sonst ou sinon".split())
"""A sentence that opens with one of these continues the question before it."""

ABBREVIATIONS = frozenset(
    "e.g. i.e. etc. vs. mr. mrs. ms. dr. prof. st. no. inc. ltd. co. u.s. u.k. approx. fig. max. min. "
    "z.b. bzw. ca. nr. usw. d.h. evtl. ggf. inkl. str. hr. fr. "
    "jan. feb. mar. apr. jun. jul. aug. sep. sept. oct. nov. dec. mon. tue. wed. thu. fri. "
    "p.ex. m. mme. env. réf.".split()
)

VERBS = frozenset(
    "is are was were isn't aren't wasn't weren't has have had hasn't haven't do does did don't doesn't didn't can "
    "can't cannot could couldn't will won't would wouldn't should shouldn't must may might keeps keep kept stopped "
    "stops says said shows showed gives gave gets got went goes came comes fails failed crashes crashed needs need "
    "want wants refuses looks seems became sent lost never "
    "ist sind war waren hat habe haben hatte kann können muss müssen wird werden wurde wurden geht funktioniert will "
    "möchte möchten brauche brauchen soll "
    "est sont était ont avait peut veux voudrais fonctionne marche reste".split()
)
"""Finite verbs that reveal a clause after a connector; a noun phrase ("the blue cable") holds none of them."""
