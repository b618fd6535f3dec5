from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Any, Unpack

import httpx

from . import types_gen as types
from .calls import PAGE_SIZE, Call, StageReader, analysis_call, no_connection, read_json, segment, settings_of, wait_after
from .errors import BeatcastError


class Beatcast:
    """Calls the API. Each method has the name of its call in the OpenAPI document, and may raise any BeatcastError."""

    def __init__(
        self,
        api_key: str | None = None,
        url: str | None = None,
        *,
        timeout: float = 60,
        retries: int = 2,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        """`api_key` and `url` default to the environment variables BEATCAST_API_KEY and BEATCAST_URL. `timeout` is in seconds."""
        self._http = httpx.Client(**settings_of(api_key, url, timeout), transport=transport)
        self._retries = retries

    def analyze(
        self,
        symbol: str,
        *,
        on_stage: Callable[[types.AnalysisStagesItem], None] | None = None,
        idempotency_key: str | None = None,
    ) -> types.AnalysisResponse:
        """Analyzes a company and counts one analysis, however often it is retried. Calls `on_stage` when each step begins and ends."""
        call = analysis_call(symbol, idempotency_key, is_streamed=on_stage is not None)
        answer: types.AnalysisResponse = self._send(call, on_stage)
        return answer

    def list_predictions(self, **query: Unpack[types.ListPredictionsQuery]) -> Iterator[types.PredictionHistoryItem]:
        """Iterates over all predictions of the account and requests each page when it is needed."""
        # A prediction made between two requests shifts others to the next page, so they are returned twice.
        seen: set[str] = set()
        size = query.get("pageSize", PAGE_SIZE)
        page = 0
        while True:
            page += 1
            paged = {**query, "pageSize": size, "page": page}
            found: types.PredictionListResponse = self._get("predictions", paged)
            for item in found["items"]:
                if item["id"] not in seen:
                    yield item
                seen.add(item["id"])
            if not found["items"] or page * size >= found["total"]:
                return

    def get_prediction(self, id: str, *, as_of: str | None = None) -> types.PredictionDetailResponse:
        answer: types.PredictionDetailResponse = self._get(f"predictions/{segment(id)}", {"asOf": as_of})
        return answer

    def get_prediction_change(self, id: str) -> types.AnalysisChangeResponse:
        answer: types.AnalysisChangeResponse = self._get(f"predictions/{segment(id)}/change")
        return answer

    def search_symbols(self, q: str) -> types.SymbolSearchResponse:
        answer: types.SymbolSearchResponse = self._get("symbols", {"q": q})
        return answer

    def get_calendar(self, **query: Unpack[types.GetCalendarQuery]) -> types.SeasonCalendar:
        """Returns the current week and the next one by default. `from_` and `to` are days, and `asOf` is a time like `as_of` elsewhere."""
        answer: types.SeasonCalendar = self._get("calendar", query)
        return answer

    def get_season(self, symbol: str, *, as_of: str | None = None) -> types.SeasonAround:
        answer: types.SeasonAround = self._get(f"season/{segment(symbol)}", {"asOf": as_of})
        return answer

    def get_base_rate(self, symbol: str, *, as_of: str | None = None) -> types.BaseRate:
        answer: types.BaseRate = self._get(f"base-rate/{segment(symbol)}", {"asOf": as_of})
        return answer

    def get_track_record(self, *, as_of: str | None = None) -> types.TrackRecord:
        answer: types.TrackRecord = self._get("track-record", {"asOf": as_of})
        return answer

    def get_versus_markets(self) -> types.VersusMarkets:
        answer: types.VersusMarkets = self._get("track-record/versus-markets")
        return answer

    def list_record(self, **query: Unpack[types.ListRecordQuery]) -> Iterator[types.RecordListItemsItem]:
        """Iterates over predictions of the public record, by default the settled ones, and requests each page when it is needed."""
        before = None
        while True:
            page: types.RecordList = self._get("track-record/predictions", {"limit": PAGE_SIZE, **query, "before": before})
            yield from page["items"]
            before = page["next"]
            if before is None:
                return

    def get_record(self, id: str, *, as_of: str | None = None) -> types.RecordSnapshot:
        answer: types.RecordSnapshot = self._get(f"track-record/predictions/{segment(id)}", {"asOf": as_of})
        return answer

    def list_ledger(self, after: int = 0) -> Iterator[types.LedgerEntry]:
        """Iterates over all ledger entries after the entry number `after` and requests each page when it is needed."""
        while True:
            page: types.LedgerPage = self._get("track-record/ledger", {"after": after})
            yield from page["entries"]
            head = page["head"]["seq"]
            after = page["entries"][-1]["seq"] if page["entries"] else head
            if after >= head:
                return

    def list_roots(self) -> types.LedgerRootsResponse:
        answer: types.LedgerRootsResponse = self._get("track-record/roots")
        return answer

    def _get(self, path: str, query: Any = None) -> Any:
        return self._send(Call(path, query or {}))

    def _send(self, call: Call, on_stage: Callable[[Any], None] | None = None) -> Any:
        """Sends a call and reads its answer, and retries both when a retry may help. A retry counts nothing twice."""
        for attempt in range(self._retries + 1):
            try:
                return self._attempt(call, on_stage)
            except BeatcastError as error:
                seconds = wait_after(error, attempt) if attempt < self._retries else None
                if seconds is None:
                    raise
            time.sleep(seconds)
        raise AssertionError("the last attempt returns or raises")

    def _attempt(self, call: Call, on_stage: Callable[[Any], None] | None) -> Any:
        try:
            if on_stage is None:
                return read_json(self._http.request(**call.request()))
            with self._http.stream(**call.request()) as answer:
                if not answer.is_success:
                    answer.read()
                    return read_json(answer)
                reader = StageReader(on_stage)
                for line in answer.iter_lines():
                    reader.feed(line.rstrip("\r\n"))
                return reader.end()
        except httpx.TransportError as error:
            raise no_connection(self._http.base_url, error) from error

    def close(self) -> None:
        self._http.close()

    def __enter__(self) -> Beatcast:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.close()
