import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import type { PointInTimeProof } from "#contract/as-of.ts";
import { DAY_MS, easternDay, HOUR_MS } from "#contract/time.ts";
import { verifyKnown } from "#ledger-verifier";
import { aSubscriber } from "../worker/a-subscriber.ts";
import { call } from "../worker/api.ts";
import { aPastOf, evidenceOf, QUARTER } from "../worker/record/a-past.ts";

/** The descriptions that companies get after every moment that is asked for. */
const planted = (run: number) => ({
  name: `Planted name ${run}`,
  sector: `Planted sector ${run}`,
  marketCap: 7.77e12 + run,
});

/** A plan that opens everything, so that what it is shown does not change with a settlement. */
let token: string;
beforeAll(async () => {
  token = await aSubscriber("institutional");
});

const past = aPastOf("sample");
const SYMBOLS = ["AAA", "BBB", "CCC", "DDD"] as const;
const RUNS = 5;
const STEPS = 24;
/** Each run plays in a week of its own, so that one ledger has all of them and its times never run backwards. */
const firstHour = Date.now() - 120 * DAY_MS;

/** One fact of the market, told by the product's own writers. */
const step = fc.record({
  kind: fc.constantFrom("consensus", "move", "report", "restate", "lock", "settle", "sign", "newcomer"),
  symbol: fc.constantFrom(...SYMBOLS),
  eps: fc.integer({ min: 50, max: 150 }).map((cents) => cents / 100),
  days: fc.integer({ min: 1, max: 6 }),
});
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

const nameOf = (run: number, symbol: string) => `${symbol}${run}`;
const dayOf = (at: Date, days: number) => easternDay(at.getTime() + days * DAY_MS);

async function tell(run: number, at: Date, { kind, symbol: letter, eps, days }: Step): Promise<void> {
  const symbol = nameOf(run, letter);
  const coming = { fiscalQuarterEnd: QUARTER, analystCount: 5 + days, consensusEps: eps };
  const reportDate = dayOf(at, days);
  switch (kind) {
    case "consensus":
    case "move":
      return void (await past.sight(symbol, at, { ...coming, reportDate }));
    case "report":
    case "restate":
      return void (await past.sight(symbol, at, {
        ...coming,
        reportDate: dayOf(at, 0),
        reportedEps: eps + 0.1,
      }));
    case "lock": {
      const reportsAt = new Date(at.getTime() + 2 * HOUR_MS).toISOString();
      const given = { reportsAt, asOf: at.toISOString(), consensusEps: eps, beatProbability: eps / 2 };
      return void (await past.lock(evidenceOf(symbol, given), at));
    }
    case "settle":
      return void (await past.settle(at));
    case "sign":
      return void (await past.sign(at));
    case "newcomer":
      return void (await past.sight(`N${days}${symbol}`, at, { ...coming, reportDate }));
  }
}

const withoutProof = ({ known, ...answer }: { known: PointInTimeProof }) => {
  const { asOf, recordBegan, ledgerSize, entries, unknown } = known;
  return { ...answer, known: { asOf, recordBegan, ledgerSize, entries, unknown } };
};

/** Returns every answer of a moment with each proof verified, and a refusal as its code. */
async function answersAt(run: number, at: Date, ids: ReadonlyMap<string, string>) {
  const asOf = `asOf=${at.toISOString()}`;
  const span = `from=${dayOf(at, -3)}&to=${dayOf(at, 3)}`;
  const symbol = nameOf(run, "AAA");
  const paths = [
    `/api/calendar?${span}&${asOf}`,
    `/api/season/${symbol}?${asOf}`,
    `/api/track-record?${asOf}`,
    `/api/base-rate/${symbol}?${asOf}`,
    ...(ids.has(symbol) ? [`/api/track-record/predictions/${ids.get(symbol)}?${asOf}`] : []),
  ];
  const answers: unknown[] = [];
  for (const path of paths) {
    const { status, body } = await call<{ known: PointInTimeProof; code?: string; message?: string }>(
      "GET",
      path,
      {
        token,
      },
    );
    if (status !== 200) {
      expect(["before_record", "not_found"]).toContain(body.code);
      answers.push([path, body.code, body.message]);
      continue;
    }
    expect(await verifyKnown(body.known), path).toMatchObject({ isValid: true });
    answers.push([path, withoutProof(body)]);
  }
  return answers;
}

async function idsOnRecord(): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const outcome of ["pending", "settled", "void", "review"]) {
    const path = `/api/track-record/predictions?outcome=${outcome}&limit=100`;
    const { body } = await call<{ items: { id: string; stock: { symbol: string } }[] }>("GET", path, {
      token,
    });
    for (const { id, stock } of body.items) ids.set(stock.symbol, id);
  }
  return ids;
}

it("never tells what came later: facts planted afterwards change no answer of a moment", async () => {
  let later = 0;
  let compared = 0;
  let run = -1;
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: STEPS, maxLength: STEPS }),
      fc.array(fc.integer({ min: 4, max: STEPS - 2 }), { minLength: 2, maxLength: 3 }),
      async (steps, cuts) => {
        run++;
        const timeOf = (i: number) => new Date(firstHour + run * 20 * DAY_MS + i * 7 * HOUR_MS);
        const seen: { at: Date; ids: Map<string, string>; answers: unknown[] }[] = [];
        const opening: Step[] = [
          { kind: "consensus", symbol: "AAA", eps: 1, days: 2 },
          { kind: "lock", symbol: "AAA", eps: 1, days: 1 },
        ];
        for (const [i, one] of [...opening, ...steps].entries()) {
          await tell(run, timeOf(i), one);
          if (!cuts.includes(i)) continue;
          const [at, ids] = [new Date(timeOf(i).getTime() + HOUR_MS), await idsOnRecord()];
          seen.push({ at, ids, answers: await answersAt(run, at, ids) });
        }
        for (const { at, ids, answers } of seen) {
          later += [...opening, ...steps].filter((_, i) => timeOf(i) > at).length;
          compared += answers.length;
          expect(await answersAt(run, at, ids)).toEqual(answers);
        }
        await Promise.all(
          SYMBOLS.map((symbol) => past.describe(nameOf(run, symbol), timeOf(steps.length + 4), planted(run))),
        );
        for (const { at, ids } of seen) {
          const told = JSON.stringify(await answersAt(run, at, ids));
          for (const value of Object.values(planted(run))) expect(told).not.toContain(String(value));
          later += SYMBOLS.length;
        }
      },
    ),
    { numRuns: RUNS, seed: 20_261_124, endOnFailure: true },
  );
  console.info(`${later} facts planted later, ${compared} answers compared with those of before`);
  expect(later).toBeGreaterThan(50);
});
