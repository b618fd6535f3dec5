import { settleStored } from "#predictions/settle-stored.ts";
import { claimRanges } from "#season/backfill.ts";
import { scoreSlate } from "#season/slate/score.ts";
import { readCurrent, readRange } from "#season/sync.ts";
import type { Deps } from "#worker/deps.ts";
import type { MessageOf } from "./messages.ts";
import { settlementWitnesses } from "./witness-jobs.ts";

/**
 * Reads the reports of the days around today into the store, settles what came, scores what is ahead, and then goes
 * on with the past ones.
 */
export async function seasonCalendar(deps: Deps): Promise<void> {
  const sync = await syncOf(deps);
  const stored = await readCurrent(sync);
  await settleStored(
    { ...sync.store, sources: sync.market.sources, witnesses: await settlementWitnesses(deps) },
    deps.marketNow(),
  );
  await scoreSlate(sync.store, deps.marketNow());
  if (stored) await deps.enqueue([{ job: "backfill" }]);
}

/** Enqueues the next ranges of past reports, a message each, while few of them are in flight. */
export async function backfill(deps: Deps): Promise<void> {
  const { store } = await syncOf(deps);
  const ranges = await claimRanges(store, deps.settings.SEASON_FROM, deps.marketNow());
  await deps.enqueue(ranges.map((range) => ({ job: "read-range", ...range })));
}

/** Reads one range of past reports, and asks for the next one. */
export async function readPastRange(
  deps: Deps,
  { firstDay, lastDay }: MessageOf<"read-range">,
): Promise<void> {
  await readRange(await syncOf(deps), { firstDay, lastDay });
  await deps.enqueue([{ job: "backfill" }]);
}

async function syncOf({ market, record, marketNow }: Deps) {
  const source = await market();
  return { store: record(source.dataMode), market: source, marketNow };
}
