import type { MessageOf } from "#platform/messages.ts";
import { hasCompanyIds, storeCompanyIds } from "#season/witness/company-ids.ts";
import { dueWitnesses } from "#season/witness/witness.ts";
import { witnessReport } from "#season/witness/witness-report.ts";
import type { MarketParts } from "../deps.ts";

type WitnessParts = Pick<MarketParts, "filings" | "record">;

/** Reports a round: four questions each, five a second, are a few minutes. */
const REPORTS_AT_ONCE = 300;
const SECONDS_A_REPORT = 0.8;
/** UTC hour in which the SEC's numbers of companies are read. */
const COMPANY_IDS_HOUR = 3;

/** Enqueues each report whose figure the company's filings may witness, and the settlement that waits for new ones. */
export async function witnesses(
  deps: WitnessParts & Pick<MarketParts, "now" | "marketNow" | "enqueue">,
): Promise<void> {
  const asked = witnessDepsOf(deps);
  if (!asked) return;
  if (deps.now().getUTCHours() === COMPANY_IDS_HOUR || !(await hasCompanyIds(asked)))
    await storeCompanyIds(asked);
  const { db, ledgerId } = asked;
  const due = await dueWitnesses(db, ledgerId, { now: deps.marketNow(), limit: REPORTS_AT_ONCE });
  if (due.length === 0) return;
  await deps.enqueue(due.map((subject) => ({ job: "witness", ...subject })));
  await deps.enqueue([{ job: "settlement" }], Math.ceil(60 + due.length * SECONDS_A_REPORT));
}

/** Looks for the witnesses of one report, and once more later where the SEC does not answer. */
export async function witness(
  deps: WitnessParts & Pick<MarketParts, "marketNow" | "enqueue">,
  message: MessageOf<"witness">,
): Promise<void> {
  const asked = witnessDepsOf(deps);
  if (!asked) return;
  const waitSeconds = await witnessReport(asked, message, deps.marketNow());
  if (waitSeconds !== null) await deps.enqueue([message], waitSeconds);
}

/** The SEC knows nothing of a simulated market. */
function witnessDepsOf({ filings, record: { db, dataMode, ledgerId } }: WitnessParts) {
  return filings && dataMode === "live" ? { db, ledgerId, filings } : null;
}
