"""Run these tests with `python3 -m unittest discover -s tests`, with src on the path."""

from __future__ import annotations

import asyncio
import inspect
import json
import unittest
from collections.abc import Callable
from typing import Any
from unittest import mock

import httpx

from beatcast import (
    AsyncBeatcast,
    AuthenticationError,
    Beatcast,
    BeatcastError,
    NoConnectionError,
    PermissionDeniedError,
    QuotaError,
    RateLimitError,
    RequestError,
    ServerError,
    SettingsError,
    calendar_frame,
    record_frame,
)

KEY = "beatcast_0123456789-secret"
URL = "https://api.example"
STAGE = {"stage": "company", "status": "running", "detail": "Société", "elapsedMs": 1}


def problem(status: int, code: str, headers: dict[str, str] | None = None, **more: Any) -> httpx.Response:
    body = {"type": "about:blank", "title": "T", "status": status, "detail": f"It is {code}.", "code": code, **more}
    return httpx.Response(status, json=body, headers=headers)


def stream(*events: tuple[str, object]) -> httpx.Response:
    text = "".join(f"event: {name}\ndata: {json.dumps(data)}\n\n" for name, data in events)
    return httpx.Response(200, text=text, headers={"content-type": "text/event-stream"})


class Server:
    """A fake server that gives its replies in turn. It records the requests, and the seconds for which the client waited before retries."""

    def __init__(self, *replies: httpx.Response | Exception) -> None:
        self.replies = list(replies)
        self.asked: list[httpx.Request] = []
        self.waits: list[float] = []

    def answer(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        reply = self.replies.pop(0)
        if isinstance(reply, Exception):
            raise reply
        return reply

    def keys(self) -> list[str]:
        return [request.headers["idempotency-key"] for request in self.asked]

    def run(self, name: str, *args: Any, is_async: bool, retries: int = 2, **named: Any) -> Any:
        settings: Any = {"api_key": KEY, "url": URL, "retries": retries, "transport": httpx.MockTransport(self.answer)}

        async def awaited() -> Any:
            async with AsyncBeatcast(**settings) as client:
                found = getattr(client, name)(*args, **named)
                return [item async for item in found] if inspect.isasyncgen(found) else await found

        async def slept(seconds: float) -> None:
            self.waits.append(seconds)

        if is_async:
            with mock.patch("beatcast.async_client.asyncio.sleep", slept):
                return asyncio.run(awaited())
        with mock.patch("beatcast.client.time.sleep", self.waits.append), Beatcast(**settings) as client:
            found = getattr(client, name)(*args, **named)
            return list(found) if inspect.isgenerator(found) else found


def in_both(test: Callable[[Any, bool], None]) -> Callable[[Any], None]:
    """Runs a test with the synchronous and the asynchronous client."""

    def run(self: unittest.TestCase) -> None:
        for is_async in (False, True):
            with self.subTest(is_async=is_async):
                test(self, is_async)

    return run


class Retries(unittest.TestCase):
    @in_both
    def test_repeat_an_analysis_under_its_one_key(self, is_async: bool) -> None:
        server = Server(httpx.ConnectError("off"), problem(503, "upstream_unavailable"), httpx.Response(200, json={"id": 1}))
        self.assertEqual(server.run("analyze", "BRK.B", is_async=is_async), {"id": 1})
        self.assertEqual([str(one.url) for one in server.asked], [f"{URL}/api/v1/analyze/BRK.B"] * 3)
        self.assertEqual(len(set(server.keys())), 1)
        self.assertRegex(server.keys()[0], r"^[\w-]{8,64}$")
        self.assertEqual(len(server.waits), 2)

    @in_both
    def test_wait_as_long_as_the_server_says(self, is_async: bool) -> None:
        server = Server(problem(429, "rate_limited", {"retry-after": "17"}), httpx.Response(200, json={"roots": []}))
        self.assertEqual(server.run("list_roots", is_async=is_async), {"roots": []})
        self.assertEqual(server.waits, [17])

    @in_both
    def test_leave_a_longer_wait_and_a_spent_quota_to_the_caller(self, is_async: bool) -> None:
        for code, kind in (("rate_limited", RateLimitError), ("quota_exceeded", QuotaError)):
            server = Server(problem(429, code, retryAfterSeconds=61))
            with self.assertRaises(kind) as raised:
                server.run("list_roots", is_async=is_async)
            self.assertEqual(raised.exception.retry_after_seconds, 61)
            self.assertEqual(server.waits, [])


class Errors(unittest.TestCase):
    @in_both
    def test_have_their_class_and_the_servers_words(self, is_async: bool) -> None:
        kinds: list[tuple[int, str, type[BeatcastError]]] = [
            (400, "invalid_symbol", RequestError),
            (401, "unauthenticated", AuthenticationError),
            (403, "forbidden", PermissionDeniedError),
            (404, "unknown_symbol", RequestError),
            (429, "rate_limited", RateLimitError),
            (500, "internal", ServerError),
        ]
        for status, code, kind in kinds:
            with self.assertRaises(kind) as raised:
                Server(problem(status, code, requestId="r1")).run("list_roots", is_async=is_async, retries=0)
            error = raised.exception
            self.assertIs(type(error), kind)
            self.assertEqual((str(error), error.code, error.status, error.request_id), (f"It is {code}.", code, status, "r1"))

    @in_both
    def test_name_the_host_that_does_not_answer(self, is_async: bool) -> None:
        for failure, what in ((httpx.ConnectError("off"), "could not be reached"), (httpx.ReadTimeout("slow"), "did not answer in time")):
            with self.assertRaises(NoConnectionError) as raised:
                Server(failure).run("list_roots", is_async=is_async, retries=0)
            self.assertEqual(str(raised.exception), f"api.example {what}. Check the network and try again.")

    @in_both
    def test_say_so_where_a_proxy_answers(self, is_async: bool) -> None:
        with self.assertRaisesRegex(ServerError, "Beatcast answered 502 without saying why."):
            Server(httpx.Response(502, text="<h1>")).run("list_roots", is_async=is_async, retries=0)
        with self.assertRaisesRegex(BeatcastError, "could not be read"):
            Server(httpx.Response(200, text="<h1>")).run("list_roots", is_async=is_async)
        with self.assertRaisesRegex(BeatcastError, "Beatcast answered 302"):
            Server(httpx.Response(302, headers={"location": "https://elsewhere.example"})).run("list_roots", is_async=is_async)

    def test_refuse_settings_before_a_call(self) -> None:
        wrong: list[dict[str, str]] = [
            {"api_key": ""},
            {"api_key": "beatcast_a\nb"},
            {"url": ""},
            {"url": "api.example"},
            {"url": "http://api.example"},
            {"url": "https://user:word@api.example"},
        ]
        for settings in wrong:
            for kind in (Beatcast, AsyncBeatcast):
                with self.assertRaises(SettingsError):
                    kind(**{"api_key": KEY, "url": URL, **settings})
        Beatcast(KEY, "http://localhost:5173").close()

    def test_and_clients_never_show_the_key(self) -> None:
        server = Server(httpx.ConnectError("off"))
        client = Beatcast(KEY, URL, retries=0, transport=httpx.MockTransport(server.answer))
        with self.assertRaises(NoConnectionError) as raised:
            client.list_roots()
        shown = [repr(client), str(vars(client)), repr(raised.exception), str(vars(raised.exception))]
        self.assertNotIn("secret", " ".join(shown))
        self.assertEqual(server.asked[0].headers["authorization"], f"Bearer {KEY}")


class Stages(unittest.TestCase):
    @in_both
    def test_are_told_before_the_result(self, is_async: bool) -> None:
        told: list[object] = []
        server = Server(stream(("stage", STAGE), ("text", {"delta": "A"}), ("result", {"id": 1})))
        self.assertEqual(server.run("analyze", "AAPL", on_stage=told.append, is_async=is_async), {"id": 1})
        self.assertEqual(told, [STAGE])
        self.assertEqual(server.asked[0].headers["accept"], "text/event-stream")

    @in_both
    def test_that_break_off_are_asked_for_again_under_the_same_key(self, is_async: bool) -> None:
        server = Server(stream(("stage", STAGE)), stream(("result", {"id": 2})))
        self.assertEqual(server.run("analyze", "AAPL", on_stage=lambda _: None, is_async=is_async), {"id": 2})
        self.assertEqual(len(set(server.keys())), 1)

    @in_both
    def test_pass_on_what_the_stream_and_the_listener_raise(self, is_async: bool) -> None:
        failure = {"status": 404, "code": "unknown_symbol", "detail": "No company is listed as ZZZZQ."}
        for reply in (stream(("error", failure)), httpx.Response(404, json=failure)):
            with self.assertRaisesRegex(RequestError, "ZZZZQ"):
                Server(reply).run("analyze", "ZZZZQ", on_stage=lambda _: None, is_async=is_async)
        with self.assertRaises(ZeroDivisionError):
            Server(stream(("stage", STAGE))).run("analyze", "AAPL", on_stage=lambda _: 1 / 0, is_async=is_async)


class Pages(unittest.TestCase):
    @in_both
    def test_of_predictions_come_once_each(self, is_async: bool) -> None:
        def page(ids: str, total: int) -> httpx.Response:
            return httpx.Response(200, json={"items": [{"id": one} for one in ids], "total": total})

        server = Server(page("ab", 3), page("bc", 4))
        found = server.run("list_predictions", pageSize=2, from_="2026-01-01", is_async=is_async)
        self.assertEqual([item["id"] for item in found], ["a", "b", "c"])
        self.assertEqual([one.url.query for one in server.asked], [f"pageSize=2&from=2026-01-01&page={n}".encode() for n in (1, 2)])

    @in_both
    def test_of_the_record_follow_the_servers_mark(self, is_async: bool) -> None:
        first = httpx.Response(200, json={"items": [{"id": "a"}], "next": "12 x"})
        server = Server(first, httpx.Response(200, json={"items": [{"id": "b"}], "next": None}))
        self.assertEqual([one["id"] for one in server.run("list_record", is_async=is_async)], ["a", "b"])
        self.assertEqual([one.url.params.get("before") for one in server.asked], [None, "12 x"])

    @in_both
    def test_of_the_ledger_end_at_its_head(self, is_async: bool) -> None:
        pages = [
            {"entries": [{"seq": 1}, {"seq": 2}], "head": {"seq": 3}},
            {"entries": [{"seq": 3}], "head": {"seq": 3}},
        ]
        server = Server(*(httpx.Response(200, json=page) for page in pages))
        self.assertEqual(server.run("list_ledger", is_async=is_async), [{"seq": 1}, {"seq": 2}, {"seq": 3}])


class BothClients(unittest.TestCase):
    def test_have_the_same_methods(self) -> None:
        def of(kind: type) -> dict[str, list[str]]:
            found = inspect.getmembers(kind, inspect.isfunction)
            return {name: list(inspect.signature(one).parameters) for name, one in found if not name.startswith("_")}

        mine, awaited = of(Beatcast), of(AsyncBeatcast)
        mine.pop("close")
        awaited.pop("aclose")
        self.assertEqual(mine, awaited)
        self.assertEqual(len(mine), 14)


class Frames(unittest.TestCase):
    def test_have_days_as_dates_and_the_revenue_in_columns(self) -> None:
        row: Any = {"symbol": "AAPL", "reportDate": "2026-11-24", "movedFrom": None, "revenue": {"consensus": 1.5}}
        calendar: Any = {"items": [row]}
        frame = calendar_frame(calendar)
        self.assertEqual(str(frame["reportDate"].dtype)[:10], "datetime64")
        self.assertEqual(frame.loc[0, "revenue_consensus"], 1.5)
        item: Any = {"stock": {"symbol": "AAPL", "name": "Apple"}, "settledAt": "2026-11-24T10:00:00.000Z"}
        self.assertEqual(record_frame([item]).loc[0, "settledAt"].isoformat(), "2026-11-24T10:00:00+00:00")

    def test_have_their_columns_without_a_row_too(self) -> None:
        self.assertIn("beatProbability", calendar_frame({"items": []}).columns)  # type: ignore[typeddict-item]
        self.assertIn("isCorrect", record_frame([]).columns)


if __name__ == "__main__":
    unittest.main()
