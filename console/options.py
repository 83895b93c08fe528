"""Options that several commands have."""

from __future__ import annotations

from typing import Annotated

import typer

CatalogName = Annotated[str | None, typer.Option("--catalog", help="The catalog to use.", show_default="larkspur")]
