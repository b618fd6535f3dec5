import { continueDailyArchive } from "#archive/daily.ts";
import type { Analysis } from "#contract/analysis.ts";
import { watchCalibration } from "#monitoring/watch-calibration.ts";
import { auditTallies } from "#predictions/audit.ts";
import { continueDailyRecord, isOrdinary } from "#predictions/daily-record.ts";
import { type AskSources, reportedSourcesOf } from "#predictions/reported.ts";
import { recordScope } from "#predictions/scope.ts";
import { settleDue } from "#predictions/settlement.ts";
import { readRun } from "#research/analysis-runner.ts";
import { storedFigure, withStore } from "#season/with-store.ts";
import type { Deps } from "#worker/deps.ts";
import { AppError, logUnexpected } from "#worker/errors.ts";
import { settlementWitnesses } from "./witness-jobs.ts";

/** UTC hour in which the stored sums are counted anew. */
const AUDIT_HOUR = 4;

/** Locks what never reached the ledger, and settles what has been reported. */
export async function settlement(deps: Deps): Promise<void> {
  const market = await deps.market();
  const record = deps.record(market.dataMode);
  const askSource = reportedSourcesOf([withStore(market, record)]);
  const ask: AskSources = async (symbol, fiscalQuarterEnd, now) => {
    const figure = await storedFigure(record, market.sources, { symbol, fiscalQuarterEnd, now });
    return figure ? { figures: [figure], expectedAt: null } : askSource(symbol, fiscalQuarterEnd, now);
  };
  const witnesses = await settlementWitnesses(deps);
  await settleDue({ ...record, ask, witnesses }, deps.marketNow());
}

/** Predicts the companies of the universe that report soon. */
export async function dailyRecord(deps: Deps): Promise<void> {
  const market = await deps.market();
  await continueDailyRecord({
    ...deps.record(market.dataMode),
    market,
    analyse: (symbol) => analysed(deps, symbol),
    onFailure: reportUnlessOrdinary("daily record"),
  });
}

/** Stores what is known of each company of the universe today, for later fits of the model. */
export async function dailyArchive(deps: Deps): Promise<void> {
  const market = await deps.market();
  const { db, ledgerId, universe, now, marketNow } = deps.record(market.dataMode);
  await continueDailyArchive({
    db,
    ledgerId,
    universe,
    market: withStore(market, { db, ledgerId }),
    now,
    marketNow,
    onFailure: reportUnlessOrdinary("daily archive"),
  });
}

/** Compares the stored sums of the record with a full recount once a day. A difference is our error, and is logged. */
export async function audit(deps: Deps): Promise<void> {
  if (deps.now().getUTCHours() !== AUDIT_HOUR) return;
  const { db, ledgerId } = deps.record((await deps.market()).dataMode);
  const difference = await auditTallies(db, recordScope(ledgerId));
  if (difference) throw new Error(`The stored sums of ${ledgerId} differ from a recount:\n${difference}`);
}

/** UTC hour in which the record's calibration is checked, after the sums were audited. */
const CALIBRATION_HOUR = 5;

/** Checks once a day whether predictions come true as often as they say. A new alarm is logged. */
export async function calibrationWatch(deps: Deps): Promise<void> {
  if (deps.now().getUTCHours() !== CALIBRATION_HOUR) return;
  const store = deps.record((await deps.market()).dataMode);
  const alarms = await watchCalibration(store, deps.marketNow());
  for (const alarm of alarms) logUnexpected(new Error(alarm), { job: "calibration watch" });
}

function reportUnlessOrdinary(job: string) {
  return (symbol: string, error: unknown) => {
    if (!isOrdinary(error)) logUnexpected(error, { job, symbol });
  };
}

/** In the ticker's runner: each has the limits of its own invocation, and users who ask get the same numbers. */
async function analysed(deps: Deps, symbol: string): Promise<Analysis> {
  for await (const event of readRun(await deps.analysisRunner(symbol).open(symbol))) {
    if (event.event === "result") return event.data.analysis;
    if (event.event === "error") throw new AppError(event.data.code, event.data.message);
  }
  throw new AppError("upstream_unavailable", "The analysis broke off.");
}
