"""The figures that a catalog's router must keep, from `gate.toml` beside its catalog.toml."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from errors import ConfigError
from evals.losses import C_EXTRA, C_MISS, Costs
from evals.report import Result

FILE = "gate.toml"
LEAST_ALL_NEEDED = 0.95
"""What every gate asks for, unless its own file says why less is held."""
TOLERANCE = 0.002
"""How much worse than the baseline a loss may be: another processor's rounding may add a handful of needless searches
to all questions together, and lose no needed base (which costs .01 and more)."""


class Baseline(BaseModel):
    """The committed figures of the catalog's report rows."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    all_needed: float = Field(ge=0, le=1)
    loss: float = Field(ge=0)


class Priced(BaseModel):
    """What a mistake costs, measured on the catalog's tune rows by `signalbox tune`."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    c_miss: float = Field(C_MISS, ge=0)
    c_extra: float = Field(C_EXTRA, ge=0)


class Gate(BaseModel):
    """One catalog's gate."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    baseline: Baseline
    costs: Priced = Priced()
    least_all_needed: float = Field(LEAST_ALL_NEEDED, ge=0, le=1)

    @classmethod
    def load(cls, folder: Path) -> Self | None:
        """The gate of the catalog in `folder`; None where it has none.

        Raises ConfigError naming the file, the key and what would be valid.
        """
        file = folder / FILE
        try:
            return cls(**tomllib.loads(file.read_text(encoding="utf-8")))
        except FileNotFoundError:
            return None
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
            raise ConfigError(f"{file}: not valid TOML: {fault}") from None
        except ValidationError as faults:
            first = faults.errors()[0]
            raise ConfigError(f"{file}: {'.'.join(map(str, first['loc']))}: {first['msg']}") from None

    def priced(self) -> Costs:
        """The costs as values."""
        return Costs(self.costs.c_miss, self.costs.c_extra)

    def broken(self, result: Result) -> list[str]:
        """What a result breaks, a line each; none where the gate holds."""
        found, kept = result["metrics"], self.baseline
        faults = []
        if round(found["all_needed"], 4) < self.least_all_needed:
            faults.append(f"all_needed is {found['all_needed']:.4f}, at least {self.least_all_needed} is asked for")
        if found["loss"] > kept.loss + TOLERANCE:
            faults.append(f"loss is {found['loss']:.4f}, the baseline is {kept.loss} (tolerance {TOLERANCE})")
        return faults
