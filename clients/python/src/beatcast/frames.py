"""Converts the calendar and the record to pandas data frames with one row per report and the API's names. Needs `beatcast[pandas]`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from . import types_gen as types

if TYPE_CHECKING:
    import pandas as pd

_DAYS = ("reportDate", "fiscalQuarterEnd", "movedFrom")
_INSTANTS = ("createdAt", "settledAt")


def calendar_frame(calendar: types.SeasonCalendar) -> pd.DataFrame:
    """Returns a row for each report of a calendar. Each revenue figure has a column, such as `revenue_consensus`."""
    return _frame(calendar["items"], types.CalendarRow)


def record_frame(items: Iterable[types.RecordListItemsItem]) -> pd.DataFrame:
    """Returns a row for each prediction that `list_record` yields. The columns `stock_symbol` and `stock_name` name the company."""
    return _frame(items, types.RecordListItemsItem)


def _frame(items: Iterable[Mapping[str, Any]], row: type) -> pd.DataFrame:
    import pandas as pd

    found = pd.json_normalize(list(items), sep="_")  # type: ignore[arg-type]
    if found.empty:
        found = pd.DataFrame(columns=list(row.__annotations__))
    for name in found.columns.intersection([*_DAYS, *_INSTANTS]):
        found[name] = pd.to_datetime(found[name], utc=name in _INSTANTS)
    return found
