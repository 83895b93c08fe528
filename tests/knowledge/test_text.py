"""Reading text: words, sentences and the units an answer may quote."""

from __future__ import annotations

import pytest

from knowledge.text import Unit, clean, fold, plain, sentences, stem, terms, units, words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("What DOES it cost?", ["what", "does", "it", "cost"]),
        ("Kündigung größer", ["kundigung", "grosser"]),
        ("don’t can't", ["don't", "can't"]),
        ("l’eau d'un lac, jusqu'au soir", ["eau", "un", "lac", "au", "soir"]),
        ("the user's o'clock", ["the", "user's", "o'clock"]),
        ("PROJ-123 v1.2.3 LK-4012", ["proj-123", "v1.2.3", "lk-4012"]),
        ("保留九十天", ["保", "留", "九", "十", "天"]),
        ("한국어", ["한", "국", "어"]),
        ("snake_case", ["snake", "case"]),
        ("!!! 🙂", []),
        ("", []),
    ],
)
def test_words_are_folded_and_in_order(text: str, expected: list[str]) -> None:
    """Case and accents are folded, part numbers stay whole, each CJK character is a word."""
    assert words(text) == expected


def test_small_words_of_other_languages_say_nothing_however_they_are_accented() -> None:
    """A stop word counts as folded words do, or none with an accent would be one."""
    assert terms("Wie viel kostet das für unsere Gäste über Nacht, und wem hilft es?") == [
        "kostet", "gaste", "nacht", "hilft"
    ]  # fmt: skip
    assert terms("Combien faut-il payer chez vous, à partir de quel âge ?") == ["payer", "partir", "age"]


def test_terms_leave_out_what_says_nothing() -> None:
    """Function words of English, German and French are no terms."""
    assert terms("What does the Pro plan cost?") == ["pro", "plan", "cost"]
    assert terms("Wie lange werden die Daten behalten?") == ["lange", "daten", "behalten"]
    assert terms("Quel est le prix du forfait ?") == ["prix", "forfait"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("charged", "charge"),
        ("charges", "charge"),
        ("policies", "policy"),
        ("cancelled", "cancel"),
        ("stopping", "stop"),
        ("installed", "install"),
        ("processes", "process"),
        ("dogs", "dog"),
        ("fees", "fee"),
    ],
)
def test_stems_meet(one: str, other: str) -> None:
    """Inflected forms of a word share a stem."""
    assert stem(one) == stem(other)


def test_stems_leave_short_and_foreign_words() -> None:
    """Words of four letters, but for a plural's s, and words of other scripts stay as they are."""
    kept = ["plan", "was", "loss", "plus", "axis", "größeres", "数据"]
    assert [stem(word) for word in kept] == kept


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One. Two! Three?", ["One.", "Two!", "Three?"]),
        ("It costs $1.50 e.g. for Pro. Next.", ["It costs $1.50 e.g. for Pro.", "Next."]),
        ('He said "stop." Then left.', ['He said "stop."', "Then left."]),
        ("第一句。第二句！第三句？", ["第一句。", "第二句！", "第三句？"]),
        ("A heading\n\nA text", ["A heading", "A text"]),
        ("No end", ["No end"]),
        ("   ", []),
        ("see v1. 2 is a number. ok", ["see v1. 2 is a number. ok"]),
        ("Die Miete steigt zum 1. März. Sie gilt.", ["Die Miete steigt zum 1. März.", "Sie gilt."]),
        (
            "Is it? No. It costs rent, heat etc. Ask Dr. Ott.",
            ["Is it?", "No.", "It costs rent, heat etc.", "Ask Dr. Ott."],
        ),
        ("Es sind 12. Danach folgt Nr. VI.", ["Es sind 12.", "Danach folgt Nr. VI."]),
        ("Fragen Sie z. B. Prof. Ott bzw. Frau Au.", ["Fragen Sie z. B. Prof. Ott bzw. Frau Au."]),
        ("Voir M. Roux. Puis Mme Petit.", ["Voir M. Roux.", "Puis Mme Petit."]),
    ],
)
def test_sentences_end_where_a_reader_would(text: str, expected: list[str]) -> None:
    """Sentences end at full stops of any script and at blank lines, not at abbreviations and numbers."""
    assert sentences(text) == expected


def test_every_sentence_stands_in_its_text() -> None:
    """Joined without blanks, the sentences are the text: nothing is lost, nothing added."""
    text = 'First (one.) "Two." Three... 第四。 Dr. Who? No. 5 is alive! [6] ok.'
    found = sentences(text)
    assert all(sentence in text for sentence in found)
    assert "".join("".join(found).split()) == "".join(text.split())


def test_clean_takes_out_what_breaks_a_store() -> None:
    """Lone surrogates become question marks, control characters go, everything else stays."""
    assert clean("a\x00b\x07c\x85d\ud800e\r\nf\tg 🙂 ü 数") == "abcd?e\nf\tg 🙂 ü 数"


def test_fold_meets_across_spellings() -> None:
    """Case, accents and ligatures do not count."""
    assert fold("Ünïted STRASSE ﬁn") == fold("united straße fin")


def test_units_of_prose_lists_and_tables() -> None:
    """Sentences, list items and table rows are units; headings and code are not."""
    text = (
        "## Head\n\nOne **bold**. Two\nlines.\n\n- first item\n- second. More.\n\n1. step one\n2. step two\n\n"
        "| Plan | Price |\n| --- | --- |\n| Pro | $14 |\n\n```\ncode = 1\n```\n\nLast."
    )
    assert units(text) == [
        Unit("One bold.", "One **bold**.", 1),
        Unit("Two lines.", "Two\nlines.", 1),
        Unit("first item", "first item", 2),
        Unit("second.", "second.", 2),
        Unit("More.", "More.", 2),
        Unit("step one", "step one", 3, "step"),
        Unit("step two", "step two", 3, "step"),
        Unit("Plan: Pro; Price: $14.", "| Pro | $14 |", 4, "row"),
        Unit("Last.", "Last.", 6),
    ]


HOSTILE = {
    "line separator": "One sentence\u2028that goes on. Two.",
    "form feed": "One sentence\x0cthat goes on. Two.",
    "next line": "One\x85two. Three.",
    "windows": "One\r\ntwo.\r\n\r\n- a\r\n- b\r\n",
    "indented list": "  - one\n    goes on here\n    and here\n  - two\n",
    "ragged table": "| a | b |\n| --- | --- |\n| 1 |\n|  |  |\n| 1 | 2 | 3 |\n",
    "table without rule": "| a | b |\n| 1 | 2 |\n",
    "table under text": "Text before:\n| a | b |\n| --- | --- |\n| 1 | 2 |\nText after.",
    "escaped pipe": "| a | b |\n| --- | --- |\n| x \\| y | 2 |\n",
    "unclosed fence": "Text.\n```\ncode\n",
    "only rule": "| --- | --- |\n",
    "cjk": "第一。第二。\n\n- 项目一\n- 项目二\n",
    "bare": "|",
    "empty": "",
    "emphasis": "**Bold** start. __Under__ [link](x.md) `code` end.",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_quotes_stand_letter_for_letter_in_the_source(name: str) -> None:
    """Whatever the text looks like, what is quoted from it is in it, and is not empty."""
    text = HOSTILE[name]
    for unit in units(text):
        assert unit.quote in text
        assert unit.quote.strip()
        assert unit.text.strip()


def test_tilde_fences_are_code_too() -> None:
    """Code fenced by ~~~ is no more quotable than code fenced by backquotes."""
    assert units("~~~\ncode = 1. Two.\n~~~\n\nText.")[0].quote == "Text."


def test_plain_takes_markup_out() -> None:
    """Emphasis, links and line breaks are taken out for reading."""
    assert plain("**Bold** and `code` in\n[a guide](guide.md), __too__.") == "Bold and code in a guide, too."
