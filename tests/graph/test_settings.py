"""Settings: explicit argument, then environment, then default; mistakes are named."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from errors import ConfigError
from graph.settings import ROOT, Settings

VALID = ", ".join(f"SIGNALBOX_{name.upper()}" for name in Settings.model_fields)


def test_the_default_needs_nothing() -> None:
    """Without an environment the catalog larkspur is served with no model and the embedded embedding."""
    settings = Settings.from_env({})
    assert (settings.catalog, settings.model, settings.embedding) == ("larkspur", "", "embedded")
    assert settings.catalogs == ROOT / "catalogs"


def test_an_argument_beats_the_environment_which_beats_the_default() -> None:
    """Precedence is explicit, environment, default, each field for itself."""
    environ = {"SIGNALBOX_CATALOG": "clinic", "SIGNALBOX_DEADLINE": "7", "PATH": "/bin", "signalbox_x": "1"}
    settings = Settings.from_env(environ, catalog="movies", model=None)
    assert (settings.catalog, settings.deadline, settings.model) == ("movies", 7.0, "")


def test_an_empty_variable_is_not_given() -> None:
    """SIGNALBOX_MODEL= means no model was named, not a model without a name."""
    assert Settings.from_env({"SIGNALBOX_CATALOG": "", "SIGNALBOX_MODEL": ""}) == Settings.from_env({})


def test_the_process_environment_is_read_by_default(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Without a mapping the process's own environment counts."""
    monkeypatch.setenv("SIGNALBOX_HOME", str(tmp_path))
    assert Settings.from_env().home == tmp_path


MISSPELT = [
    ("SIGNALBOX_MODLE", "; did you mean SIGNALBOX_MODEL?"),
    ("SIGNALBOX_FLOOR_OF_MINE", ";"),
    ("SIGNALBOX_KEY", "; did you mean SIGNALBOX_KEYS?"),
    ("SIGNALBOX_LOGTEXT", "; did you mean SIGNALBOX_LOG_TEXT?"),
    ("SIGNALBOX_model", "; did you mean SIGNALBOX_MODEL?"),
    ("SIGNALBX_MODEL", "; did you mean SIGNALBOX_MODEL?"),
    ("SIGNAL_BOX_LOG_TEXT", "; did you mean SIGNALBOX_LOG_TEXT?"),
    ("signalbox_home", "; did you mean SIGNALBOX_HOME?"),
]


@pytest.mark.parametrize(("name", "meant"), MISSPELT)
def test_a_misspelt_variable_is_refused(name: str, meant: str) -> None:
    """It would be ignored without a word, so it is an error that names the nearest setting and lists the valid ones."""
    with pytest.raises(ConfigError) as raised:
        Settings.from_env({name: "x"})
    assert str(raised.value) == f"environment: {name} is not a setting{meant} valid: {VALID}"


def test_variables_of_others_are_let_be() -> None:
    """What is not ours is not ours to judge, however its name ends; an empty variable says nothing."""
    others = dict.fromkeys(("HOME", "SSH_HOME", "SIGNAL_HOME", "MAILBOX_KEYS", "BOX_MODEL", "OPENAI_MODEL"), "x")
    assert Settings.from_env(others | {"SIGNALBOX_MODLE": ""}) == Settings.from_env({})


BAD = [
    ("model", "gpt-5", "model: 'gpt-5' is unknown; valid: none, openai:MODEL, azure_openai:MODEL"),
    ("model", "openai:", "model: 'openai:' is unknown; valid: none, openai:MODEL, azure_openai:MODEL"),
    ("model", "acme:x", "model: 'acme:x' is unknown; valid: none, openai:MODEL, azure_openai:MODEL"),
    ("deadline", "soon", "Input should be a valid number, unable to parse string as a number"),
    ("deadline", "0", "Input should be greater than 0"),
    ("deadline", "nan", "Input should be less than or equal to 3600"),
    ("model_timeout", "601", "Input should be less than or equal to 600"),
    ("model_window", "999", "Input should be greater than or equal to 1000"),
    ("model_window", "1e4.5", "Input should be a valid integer, unable to parse string as an integer"),
    ("log_days", "0", "Input should be greater than 0"),
    ("log_days", "1e9", "Input should be less than or equal to 36500"),
    ("mood_call", "twice", "Input should be 'together' or 'apart'"),
    ("structured", "xml", "Input should be 'json_schema', 'function_calling' or 'json_mode'"),
]


@pytest.mark.parametrize(("name", "value", "says"), BAD)
def test_a_bad_value_is_named_with_its_variable(name: str, value: str, says: str) -> None:
    """The error names the variable, what is valid, and the value it got, for an argument and for the environment."""
    for given in ({"environ": {f"SIGNALBOX_{name.upper()}": value}}, {"environ": {}, name: value}):
        with pytest.raises(ConfigError) as raised:
            Settings.from_env(**given)  # type: ignore[arg-type]
        assert str(raised.value) == f"SIGNALBOX_{name.upper()}: {says} (got {value!r})"


def test_an_unknown_argument_is_refused() -> None:
    """A caller's misspelt argument is an error too."""
    given: dict[str, Any] = {"modle": "x"}
    with pytest.raises(ConfigError, match=r"^SIGNALBOX_MODLE: Extra inputs are not permitted"):
        Settings.from_env({}, **given)
