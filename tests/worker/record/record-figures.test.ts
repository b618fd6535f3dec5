import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { type RecordFigures, recordFiguresSchema } from "#contract/figures.ts";
import type { RecordList, TrackRecord } from "#contract/record.ts";
import { aPerson, call, fetchWorker, origin } from "../api.ts";
import { fillRecord } from "./fill-record.ts";

const SETTLED = 300;

const figures = (query = "") => call<RecordFigures>("GET", `/api/track-record/figures${query}`);
const list = (query: string) => call<RecordList>("GET", `/api/track-record/predictions?${query}`);

it("an empty record has no figures, and says of which kind it would be", async () => {
  const { body } = await figures();
  expect(recordFiguresSchema.parse(body)).toMatchObject({
    kind: "simulated",
    kinds: [{ kind: "simulated", settled: 0 }],
    figures: { n: 0, score: null, overTime: [] },
  });
});

describe("a record of 300", () => {
  beforeAll(() => fillRecord({ settled: SETTLED, pending: 40 }));

  it("has the same Brier score, skill and bins as its stored sums", async () => {
    const { body } = await figures();
    const { scorecard } = (await call<TrackRecord>("GET", "/api/track-record")).body;
    expect(body).toMatchObject({ kind: "simulated", kinds: [{ kind: "simulated", settled: SETTLED }] });
    expect(body.figures.n).toBe(scorecard.settled);
    expect(body.figures.correct).toBe(scorecard.correct);
    expect(body.figures.score?.brier).toBe(scorecard.brier);
    expect(body.figures.score?.baseBrier).toBe(scorecard.baseBrier);
    expect(body.figures.score?.skill).toBe(scorecard.skill);
    expect(body.figures.bins.map(({ n, beats }) => [n, beats])).toEqual(
      scorecard.bins.map(({ n, beat }) => [n, beat?.hits ?? 0]),
    );
  });

  it("is computed once: a reader who comes again gets what is stored, and one who has it a 304", async () => {
    await env.DB.prepare(
      "UPDATE record_figures SET figures = json_set(figures, '$.bootstrap.seed', 5)",
    ).run();
    expect((await figures()).body.figures.bootstrap.seed).toBe(5);
    const first = await fetchWorker(`${origin}/api/track-record/figures`);
    await first.arrayBuffer();
    const etag = first.headers.get("etag") ?? "";
    const again = await fetchWorker(`${origin}/api/track-record/figures`, {
      headers: { "if-none-match": etag },
    });
    expect(again.status).toBe(304);
  });

  it("is computed anew once another prediction is settled", async () => {
    await fillRecord({ settled: 1, pending: 0, prefix: "later" });
    const { body } = await figures();
    expect(body.figures.n).toBe(SETTLED + 1);
    expect(body.figures.bootstrap.seed).not.toBe(5);
  });

  it("never mixes kinds: what was replayed has figures of its own", async () => {
    await fillRecord({ settled: 120, pending: 0, prefix: "replay" });
    const { body } = await figures("?kind=replayed");
    expect(body.kinds).toEqual([
      { kind: "simulated", settled: SETTLED + 1 },
      { kind: "replayed", settled: 120 },
    ]);
    expect([body.kind, body.figures.n]).toEqual(["replayed", 120]);
    expect((await figures()).body).toMatchObject({ kind: "simulated", figures: { n: SETTLED + 1 } });
    expect((await figures("?kind=live")).body).toMatchObject({ kind: "live", figures: { n: 0 } });
  });

  it("finds every prediction of a bin, page after page, and of no other kind", async () => {
    const { body } = await figures();
    const bin = body.figures.bins.findIndex(({ n }) => n > 0);
    const found = await everyPage(`outcome=settled&kind=simulated&bin=${bin}&limit=10`);
    expect(found).toHaveLength(body.figures.bins[bin]?.n ?? -1);
    expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
    expect(found.every(({ beatProbability }) => Math.floor((beatProbability ?? -1) * 10) === bin)).toBe(true);
    expect((await list("outcome=settled&kind=live")).body.items).toEqual([]);
  });

  it("finds open ones page after page too, the next report first", async () => {
    const found = await everyPage("outcome=pending&limit=15");
    expect(found).toHaveLength(40);
    expect(found.map(({ reportDate }) => reportDate)).toEqual(
      found.map(({ reportDate }) => reportDate).toSorted(),
    );
  });

  it("finds a company by how its symbol begins, whatever the outcome", async () => {
    const { body } = await list("outcome=settled&symbol=fill1&limit=100");
    expect(body.items.length).toBeGreaterThan(0);
    expect(body.items.every(({ stock }) => stock.symbol.startsWith("FILL1"))).toBe(true);
  });

  it.each(["bin=7", "confidence=high", "model=m"])(
    "tells nothing of sealed predictions: %s",
    async (filter) => {
      for (const outcome of ["pending", "review"])
        expect((await list(`outcome=${outcome}&${filter}`)).status).toBe(400);
    },
  );

  it.each(["bin=10", "bin=-1", "kind=other", "symbol=%27%3B--", "from=yesterday", "size=huge"])(
    "refuses %s",
    async (filter) => {
      expect((await list(filter)).status).toBe(400);
    },
  );
});

it("a person's figures are of their own predictions alone", async () => {
  const { token } = await aPerson();
  expect((await call("GET", "/api/predictions/figures")).status).toBe(401);
  const { body } = await call<{ figures: { n: number } }>("GET", "/api/predictions/figures", { token });
  expect(body.figures.n).toBe(0);
});

async function everyPage(query: string): Promise<RecordList["items"]> {
  const found: RecordList["items"] = [];
  for (let next: string | null = ""; next !== null; ) {
    const before: string = next === "" ? "" : `&before=${encodeURIComponent(next)}`;
    const { body }: { body: RecordList } = await list(query + before);
    found.push(...body.items);
    next = body.next;
  }
  return found;
}
