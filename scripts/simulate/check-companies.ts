import { subjectOfChange } from "#contract/company-change.ts";
import { DAY_MS, isoDay } from "#contract/time.ts";
import { json, rows } from "./ask.ts";
import type { Crowd } from "./people.ts";

/** A change is known within this many days, after outages and the wait for a change of ticker. */
const KNOWN_WITHIN_DAYS = 12;

/**
 * Old tickers must lead to their companies, with all of a person's history, and nothing may name a retired ticker.
 */
export async function companies({ crowd, at }: { crowd: Crowd; at: Date }): Promise<string[]> {
  const { runtime, market } = crowd;
  const before = isoDay(at.getTime() - KNOWN_WITHIN_DAYS * DAY_MS);
  const holders = new Set(
    (
      await rows<{ symbol: string }>(runtime, `SELECT symbol FROM season_companies WHERE ledger_id = 'live'`)
    ).map(({ symbol }) => symbol),
  );
  const breaches: string[] = [];
  const doubtful = await rows<{ id: string; reason: string }>(
    runtime,
    "SELECT id, reason FROM company_changes WHERE state <> 'applied'",
  );
  breaches.push(...doubtful.map(({ id, reason }) => `${id} is doubted: ${reason}`));
  const applied = new Set(
    (await rows<{ id: string }>(runtime, "SELECT id FROM company_changes")).map(({ id }) => id),
  );
  for (const change of market.changes()) {
    const { id } = subjectOfChange(change);
    if (change.kind !== "listed" && change.day < before && !applied.has(id))
      breaches.push(`${id} of ${change.day} was never carried out`);
  }
  const lives = market.lives();
  const used = new Set(lives.flatMap(({ symbol, endedOn }) => (endedOn === null ? [symbol] : [])));
  for (const { symbol, former } of lives.filter(({ endedOn }) => endedOn === null))
    for (const old of former.filter(({ symbol: ticker, until }) => until < before && !used.has(ticker))) {
      const { status, location } = await runtime.ask(at, `/stocks/${old.symbol}`);
      if (status === 308 && location?.endsWith(`/stocks/${symbol}`)) continue;
      // When two companies had the ticker, it leads to the later one, whose page names the other.
      const page = location && (await runtime.ask(at, new URL(location).pathname)).text;
      if (status !== 308 || !page || !page.includes(`href="/stocks/${symbol}"`))
        breaches.push(`${old.symbol}, now ${symbol}, answers ${status} ${location}`);
    }
  for (const table of [
    "season_reports",
    "upcoming_forecasts",
    "watchlist",
    "user_forecasts",
    "alerts",
    "predictions",
  ]) {
    const strays = await rows<{ symbol: string; n: number }>(
      runtime,
      `SELECT symbol, count(*) AS n FROM ${table} WHERE ledger_id = 'live' GROUP BY symbol`,
    );
    for (const { symbol, n } of strays)
      if (!holders.has(symbol) && !holders.has(symbol.replace("-", ".")))
        breaches.push(`${n} rows of ${table} name ${symbol}, which nobody is`);
  }
  breaches.push(...(await histories(crowd, at, { lives, before })));
  return breaches;
}

/**
 * Once a company's change is known, all of a person's predictions of it must be found under its current ticker,
 * whatever it was on their day.
 */
async function histories(
  { runtime, people, random }: Crowd,
  at: Date,
  { lives, before }: { lives: ReturnType<Crowd["market"]["lives"]>; before: string },
): Promise<string[]> {
  const changed = new Set(lives.flatMap(({ company, former }) => (former.length > 0 ? [company] : [])));
  const breaches: string[] = [];
  for (const person of people.filter(({ isDeleted }) => !isDeleted)) {
    const of = person.answered.filter(({ company }) => company !== null && changed.has(company));
    for (const [company, analyses] of Map.groupBy(of, (one) => one.company)) {
      const life = lives.find((one) => one.company === company);
      const isKnown = (life?.former.at(-1)?.until ?? "") < before;
      if (!life || !isKnown || life.endedOn !== null || random.chance(0.5)) continue;
      const path = `/api/predictions?symbol=${life.symbol}`;
      const { total } = await json<{ total: number }>(runtime, at, path, person);
      if (total !== analyses.length)
        breaches.push(`${person.id} has ${total} predictions of ${life.symbol}, and made ${analyses.length}`);
    }
  }
  return breaches;
}
