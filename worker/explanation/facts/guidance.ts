import {
  type CompanyGuidance,
  GUIDANCE_UNUSED_NOTE,
  type GuidanceLine,
  guidanceHabitOf,
} from "#contract/company-guidance.ts";
import type { QuarterEstimate } from "#contract/market-data.ts";
import type { EvidenceOrigin, EvidenceSet } from "../evidence.ts";
import { factAdderFor, factDefinitionsOfKind } from "./catalog.ts";

const quarters = { unit: "quarters", computedBy: "companyGuidanceOf" } as const;

const guidanceFacts = factDefinitionsOfKind("guidance", {
  guidedLow: { label: "EPS that the company guided for this quarter, from" },
  guidedHigh: { label: "EPS that the company guided for this quarter, to" },
  guidedOn: { label: "Day of that guidance" },
  guidedConsensus: { label: "Consensus EPS beside that guidance" },
  yearGuidance: { label: "What its latest release did with its full-year EPS guidance" },
  yearGuidanceOn: { label: "Day of that release" },
  guidedGrowthLow: { label: "Growth of its full-year EPS that it guided, from", unit: "%" },
  guidedGrowthHigh: { label: "Growth of its full-year EPS that it guided, to", unit: "%" },
  guidedGrowthOn: { label: "Day of the guided growth" },
  guidedQuarters: { label: "Past quarters that it guided", ...quarters },
  aboveGuidance: { label: "Of them, reported above the top of its range", ...quarters },
  belowGuidance: { label: "Of them, reported below the bottom of its range", ...quarters },
});

/**
 * Adds the company's EPS guidance and how its past results compared with its guidance. Guidance for a quarter
 * is added only when it is for the quarter of the forecast and on the same basis as the consensus.
 */
export function addGuidanceFacts(
  evidence: EvidenceSet,
  { latest, growth, past, isSimulated }: CompanyGuidance,
  { consensusEps, fiscalQuarterEnd }: Pick<QuarterEstimate, "consensusEps" | "fiscalQuarterEnd">,
  { asOf, state }: Pick<EvidenceOrigin, "asOf" | "state">,
): void {
  const source = isSimulated ? "Simulated releases" : "The company's releases at the SEC";
  const addOf = ({ url }: Pick<GuidanceLine, "url">) => factAdderFor(evidence, { source, url, asOf, state });
  const note = { note: GUIDANCE_UNUSED_NOTE };
  const line = latest.find(
    (guidanceLine) =>
      guidanceLine.metric === "eps" &&
      guidanceLine.fiscalQuarterEnd === fiscalQuarterEnd &&
      guidanceLine.consensus !== null,
  );
  if (line && line.low !== null && line.high !== null) {
    const add = addOf(line);
    const unit = { ...note, unit: line.currency };
    add(guidanceFacts.guidedLow, line.low, unit);
    add(guidanceFacts.guidedHigh, line.high, unit);
    add(guidanceFacts.guidedOn, line.filedOn, note);
    add(guidanceFacts.guidedConsensus, consensusEps, unit);
  }
  const year = latest.find(({ metric, periodKind }) => metric === "eps" && periodKind === "full_year");
  if (year?.action) {
    const add = addOf(year);
    add(guidanceFacts.yearGuidance, year.action, note);
    add(guidanceFacts.yearGuidanceOn, year.filedOn, note);
  }
  const grown = growth.find(({ metric, periodKind }) => metric === "eps" && periodKind === "full_year");
  if (grown && grown.low !== null && grown.high !== null) {
    const add = addOf(grown);
    add(guidanceFacts.guidedGrowthLow, grown.low, note);
    add(guidanceFacts.guidedGrowthHigh, grown.high, note);
    add(guidanceFacts.guidedGrowthOn, grown.filedOn, note);
  }
  const { quarters: guidedQuarters, aboveTop, belowBottom } = guidanceHabitOf(past);
  if (guidedQuarters === 0) return;
  const add = addOf({ url: null });
  add(guidanceFacts.guidedQuarters, guidedQuarters, note);
  add(guidanceFacts.aboveGuidance, aboveTop, note);
  add(guidanceFacts.belowGuidance, belowBottom, note);
}
