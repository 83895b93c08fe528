"""`signalbox review list`: the review set as a person reads it, or as JSON."""

from __future__ import annotations

from console.show import print_json, print_out
from knowledge.catalog import Catalog
from routing.log import RouteLog
from routing.review import pending
from routing.review_rows import ReviewRow


def show_rows(log: RouteLog, catalog: Catalog, *, everything: bool, as_json: bool) -> None:
    """The rows that wait for a label, or all of them, oldest first. Raises StoreError."""
    rows = log.reviews(catalog.name) if everything else pending(log, catalog)
    if as_json:
        print_json([_plain(row) for row in rows], indent=2)
    elif rows:
        for row in rows:
            print_out("\n".join(_lines(row)) + "\n")
    else:
        kept = "" if log.keep_text else "; nothing is sampled while SIGNALBOX_LOG_TEXT is false"
        print_out(f"No message over {catalog.name} waits for a label{kept}.")


def _lines(row: ReviewRow) -> list[str]:
    said = [f"    {turn['role']}: {turn['content']}" for turn in row.history]
    where = ", ".join(row.bases) or "no base"
    told = "" if row.label is None else "; dropped" if row.label.get("drop") else f"; needs {row.label['bases']}"
    return [f"{row.review_id}  {row.time:%Y-%m-%d %H:%M}  {row.why}; {where}{told}", *said, f"    {row.text}"]


def _plain(row: ReviewRow) -> dict[str, object]:
    return {
        "id": row.review_id,
        "time": row.time.isoformat(),
        "run_id": row.run_id,
        "why": row.why,
        "text": row.text,
        "history": list(row.history),
        "bases": list(row.bases),
        "kind": row.kind,
        "mood": row.mood,
        "label": row.label,
    }
