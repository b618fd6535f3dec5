import { easternDay } from "#contract/time.ts";
import { type MarketData, MarketError } from "#market/port.ts";
import { dayAfter } from "#model/earnings.ts";
import { LoggedError } from "#platform/log.ts";
import type { SeasonStore } from "../store.ts";
import { type Filings, FilingsUnavailable } from "../witness/filings.ts";
import { applyChange } from "./apply-change.ts";
import { orderedChanges } from "./change-list.ts";
import { RECENT_DAYS, type Verdict } from "./change-rule.ts";
import { changesByEdgar } from "./edgar-changes.ts";

type Reading = {
  store: SeasonStore;
  market: Pick<MarketData, "changes">;
  /** Null where EDGAR is not asked. */
  filings: Pick<Filings, "companyIds" | "company"> | null;
  now: Date;
};

/** Killed anywhere, the next run goes on. Throws MarketError, and LoggedError for what is no list. */
export async function readChanges({
  store,
  market,
  filings,
  now,
}: Reading): Promise<Record<Verdict["kind"], number>> {
  const today = easternDay(now);
  const ciks = await listedCiks(filings);
  const part = await market.changes(dayAfter(today, -RECENT_DAYS), now);
  if (part.state === "missing" && !["unsupported", "empty", "not_in_plan"].includes(part.reason))
    throw new MarketError(part.reason, part.detail);
  const listed = orderedChanges(part.state === "missing" ? [] : part.data, today);
  if (!listed)
    throw new LoggedError(`The lists of changes of ${part.source} are too long to be lists of changes.`);
  const count = { apply: 0, nothing: 0, wait: 0, doubtful: 0 };
  const carry = async (changes: typeof listed) => {
    for (const { change, contradiction } of changes)
      count[(await applyChange(store, change, { now, ciks, contradiction })).kind]++;
  };
  await carry(listed);
  // What the source named is done.
  if (filings && ciks.size > 0) await carry(await edgarChanges(store, filings, { ciks, now }));
  return count;
}

async function listedCiks(filings: Reading["filings"]): Promise<ReadonlyMap<string, string>> {
  return (await filings?.companyIds().catch(noneWhereUnavailable)) ?? new Map();
}

async function edgarChanges(...[store, filings, at]: Parameters<typeof changesByEdgar>) {
  return (await changesByEdgar(store, filings, at).catch(noneWhereUnavailable)) ?? [];
}

function noneWhereUnavailable(error: unknown): null {
  if (error instanceof FilingsUnavailable) return null;
  throw error;
}
