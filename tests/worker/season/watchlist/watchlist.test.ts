import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import type { ErrorBody } from "#contract/error.ts";
import { planTerms } from "#contract/plans.ts";
import type { ImportResponse, Watchlist, WatchlistEntry } from "#contract/watchlist.ts";
import { seasonCompanies, seasonMoves, seasonReports } from "#platform/schema/season.ts";
import { aSubscriber } from "../../a-subscriber.ts";
import { aPerson, call, fetchWorker, origin } from "../../api.ts";
import { aCompany, aReport, day, db, quarter, scored } from "./a-market.ts";

const LARGEST = 20;
const large = Array.from({ length: LARGEST }, (_, i) => `L${String(i).padStart(2, "0")}`);

beforeAll(async () => {
  await aCompany("SOON", { reportDate: day(1), session: "post", marketCap: 5 });
  await aCompany("LATER", { reportDate: day(3), isConfirmed: false, movedFrom: day(2) });
  for (const symbol of large) await aCompany(symbol, { reportDate: day(1), marketCap: 9e11 });
  await db.insert(seasonReports).values([
    aReport({
      symbol: "SOON",
      fiscalQuarterEnd: "2026-06-30",
      reportDate: day(-90),
      reportedEps: 1.1,
      isBeat: true,
    }),
    aReport({
      symbol: "SOON",
      fiscalQuarterEnd: "2026-03-31",
      reportDate: day(-180),
      reportedEps: 0.9,
      isBeat: false,
    }),
    aReport({
      symbol: "SOON",
      fiscalQuarterEnd: "2025-12-31",
      reportDate: day(-270),
      reportedEps: 1,
      isBeat: false,
    }),
    aReport({
      symbol: "SOON",
      fiscalQuarterEnd: "2025-09-30",
      reportDate: day(-360),
      reportedEps: 1.2,
      isBeat: true,
    }),
    aReport({
      symbol: "SOON",
      fiscalQuarterEnd: "2025-06-30",
      reportDate: day(-450),
      reportedEps: 1.2,
      isBeat: true,
    }),
  ]);
  await db.insert(seasonMoves).values({
    ledgerId: "sample",
    symbol: "SOON",
    fiscalQuarterEnd: quarter,
    seenAt: new Date(),
    impliedMovePercent: 6.5,
    pastMovePercent: 4.2,
  });
  await db
    .insert(seasonCompanies)
    .values({ ledgerId: "sample", symbol: "QUIET", name: "Quiet Corp", updatedAt: new Date() });
});

const watch = (token: string, symbol: string, body: object = {}) =>
  call<ErrorBody & { isNew: boolean; limit: number }>("PUT", `/api/watchlist/${symbol}`, { token, body });
const list = async (token: string) => (await call<Watchlist>("GET", "/api/watchlist", { token })).body;
const symbolsOf = async (token: string) => (await list(token)).items.map(({ symbol }) => symbol);
const importText = async (token: string, text: BodyInit) => {
  const response = await fetchWorker(`${origin}/api/watchlist/import`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "text/csv" },
    body: text,
  });
  return { status: response.status, body: (await response.json()) as ImportResponse & ErrorBody };
};

describe("the watchlist", () => {
  it("shows the next report first, with what the calendar shows of it, and the last four outcomes", async () => {
    const token = await aSubscriber("basic");
    for (const symbol of ["QUIET", "later", "SOON"]) expect((await watch(token, symbol)).status).toBe(200);
    const { items, limit, opens } = await list(token);
    expect([items.map(({ symbol }) => symbol), limit, opens]).toEqual([
      ["SOON", "LATER", "QUIET"],
      50,
      "all",
    ]);
    expect(items[0]).toMatchObject({
      name: "SOON Corp",
      sector: "Energy",
      note: "",
      report: {
        reportDate: day(1),
        session: "post",
        isConfirmed: true,
        state: "upcoming",
        beatProbability: 0.71,
        baseRate: 0.62,
        edge: 0.09,
        needsPlan: false,
        impliedMovePercent: 6.5,
      },
      seen: null,
      pastReports: [
        { reportDate: day(-90), result: "beat", surprisePercent: 10 },
        { reportDate: day(-180), result: "miss", surprisePercent: -10 },
        { reportDate: day(-270), result: "met", surprisePercent: 0 },
        { reportDate: day(-360), result: "beat", surprisePercent: 20 },
      ],
    });
    expect(items[1]?.report).toMatchObject({ isConfirmed: false, movedFrom: day(2) });
    expect(items[2]).toMatchObject({ name: "Quiet Corp", report: null, pastReports: [] });
    const one = await call<{ item: WatchlistEntry }>("GET", "/api/watchlist/soon", { token });
    expect(one.body.item).toEqual(items[0]);
    expect((await call("GET", `/api/watchlist/${large[0]}`, { token })).status).toBe(404);
  });

  it("opens to a free account what the calendar opens, though the list names few companies of the week", async () => {
    const { token } = await aPerson();
    await watch(token, "SOON");
    await watch(token, large[0] ?? "");
    const { items } = await list(token);
    expect(items.map(({ symbol, report }) => [symbol, report?.beatProbability, report?.needsPlan])).toEqual([
      [large[0], 0.71, false],
      ["SOON", null, true],
    ]);
    expect(items[1]?.report).toMatchObject({
      baseRate: 0.62,
      edge: null,
      edgeVerdict: null,
      confidence: null,
    });
  });

  it("is compared with what was seen when it was last looked at", async () => {
    const token = await aSubscriber("basic");
    await watch(token, "SOON");
    expect((await list(token)).items[0]?.seen).toBeNull();
    expect((await call("PUT", "/api/watchlist", { token, body: {} })).status).toBe(200);
    await scored("SOON", 0.78);
    const [changed] = (await list(token)).items;
    expect(changed?.seen).toMatchObject({ reportDate: day(1), beatProbability: 0.71 });
    expect(changed?.report?.beatProbability).toBe(0.78);
    // Reading the list alone does not count as having seen it.
    expect((await list(token)).items[0]?.seen?.beatProbability).toBe(0.71);
    await call("PUT", "/api/watchlist", { token, body: {} });
    expect((await list(token)).items[0]?.seen?.beatProbability).toBe(0.78);
    await scored("SOON", 0.71);
  });

  it("takes the same company twice as once, keeps its note, and forgets both when it is taken off", async () => {
    const { token } = await aPerson();
    expect((await watch(token, "SOON", { note: " Margin?\nask  IR " })).body).toEqual({
      symbol: "SOON",
      isNew: true,
      limit: planTerms.free.watched,
    });
    expect((await watch(token, "soon")).body.isNew).toBe(false);
    expect((await list(token)).items).toMatchObject([{ symbol: "SOON", note: "Margin?\nask IR" }]);
    for (const _ of [1, 2])
      expect((await call("DELETE", "/api/watchlist/SOON", { token })).body).toEqual({ success: true });
    await watch(token, "SOON");
    expect((await list(token)).items).toMatchObject([{ symbol: "SOON", note: "" }]);
  });

  it("refuses what is no company, and a note that is too long or may be taken for a tag", async () => {
    const { token } = await aPerson();
    const unknown = await watch(token, "NOBODY");
    expect([unknown.status, unknown.body.code, unknown.body.message]).toEqual([
      404,
      "unknown_symbol",
      "No company with the ticker NOBODY is known here.",
    ]);
    expect((await watch(token, "a%20b")).status).toBe(400);
    for (const note of ["<img src=x onerror=alert(1)>", "x".repeat(501)])
      expect((await watch(token, "SOON", { note })).status).toBe(400);
    expect(await symbolsOf(token)).toEqual([]);
  });

  it("offers the companies of recent analyses, until they are on it", async () => {
    const { token } = await aPerson();
    await call("POST", "/api/analyze/AAPL", { token });
    expect((await list(token)).suggestions).toEqual([{ symbol: "AAPL", name: expect.any(String) }]);
    expect((await watch(token, "AAPL")).status).toBe(200);
    expect((await list(token)).suggestions).toEqual([]);
  });
});

describe("the limit of a plan", () => {
  it("holds when many are added at once, and an addition that was refused may be repeated after another went", async () => {
    const { token } = await aPerson();
    const answers = await Promise.all(large.map((symbol) => watch(token, symbol)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(planTerms.free.watched);
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(LARGEST - planTerms.free.watched);
    expect(refused[0]?.body.message).toBe("The Free plan's watchlist has room for 10 companies.");
    const [first = ""] = await symbolsOf(token);
    expect((await watch(token, first, { note: "full, but known" })).status).toBe(200);
    await call("DELETE", `/api/watchlist/${first}`, { token });
    expect((await watch(token, "SOON")).status).toBe(200);
  });

  it("holds for two imports at once; what found no room is named", async () => {
    const { token } = await aPerson();
    const [one, two] = await Promise.all([
      importText(token, large.slice(0, 8).join(" ")),
      importText(token, large.slice(8, 16).join(" ")),
    ]);
    expect(await symbolsOf(token)).toHaveLength(planTerms.free.watched);
    expect(one.body.added.length + two.body.added.length).toBe(10);
    expect([one.body.unread, two.body.unread]).toEqual([[], []]);
    const leftOut = [...one.body.leftOut, ...two.body.leftOut];
    expect(leftOut).toHaveLength(6);
    expect([...one.body.added, ...two.body.added, ...leftOut].toSorted()).toEqual(
      large.slice(0, 16).toSorted(),
    );
  });
});

describe("an import", () => {
  it("says what was added, what was there and which line gave none", async () => {
    const token = await aSubscriber("premium");
    await watch(token, "LATER");
    const { status, body } = await importText(
      token,
      '"Positions as of today"\n\nSymbol,Qty\nSOON,1\nLATER,2\nNOBODY,3\nAccount Total,6\n',
    );
    expect([status, body]).toEqual([
      200,
      {
        added: ["SOON"],
        known: ["LATER"],
        unread: [
          { line: 6, text: "NOBODY", reason: "No company with this ticker is known here." },
          {
            line: 7,
            text: "Account Total, 6",
            reason: "That is not a ticker symbol. Use letters, digits, dot, dash, ^ or =.",
          },
        ],
        unreadCount: 2,
        leftOut: [],
        leftOutCount: 0,
        limit: 200,
      },
    ]);
    expect(await symbolsOf(token)).toEqual(["SOON", "LATER"]);
  });

  it.each([
    ["a formula", "Symbol,Note\nSOON,x\nLATER,=1+1\n", 400],
    ["ten megabytes", `Symbol\nSOON\n${"x".repeat(10_000_000)}`, 413],
    ["a hundred thousand lines", `SOON\n${"A\n".repeat(100_000)}`, 400],
    ["no text", new Uint8Array([0x53, 0x4f, 0x4f, 0x4e, 0x0a, 0, 0xff]), 400],
  ])("attack: a file with %s is refused whole", async (_, text, status) => {
    const { token } = await aPerson();
    const answer = await importText(token, text);
    expect(answer.status).toBe(status);
    expect(await symbolsOf(token)).toEqual([]);
  });
});

describe("attack: the list of a stranger", () => {
  it("is neither read nor changed, and goes with the account", async () => {
    const [owner, stranger] = [await aPerson(), await aPerson()];
    await watch(owner.token, "SOON", { note: "mine" });
    expect(await symbolsOf(stranger.token)).toEqual([]);
    expect((await call("GET", "/api/watchlist/SOON", { token: stranger.token })).status).toBe(404);
    await call("DELETE", "/api/watchlist/SOON", { token: stranger.token });
    await watch(stranger.token, "SOON", { note: "theirs" });
    expect((await list(owner.token)).items).toMatchObject([{ symbol: "SOON", note: "mine" }]);
    expect((await call("GET", "/api/watchlist")).status).toBe(401);
    await call("POST", "/api/account/delete", { token: owner.token, body: { confirmation: "DELETE" } });
    const { results } = await env.DB.prepare("SELECT note FROM watchlist WHERE user_id = ?")
      .bind(owner.user.id)
      .all();
    expect(results).toEqual([]);
  });
});
