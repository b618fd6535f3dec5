import type { AiAnalysis, Author, Claim } from "#contract/analysis.ts";
import type { Evidence } from "#contract/evidence.ts";

/** What a narrator is told. It explains the forecast and never changes it. */
export type Brief = {
  companyName: string;
  symbol: string;
  predictionType: "beat" | "miss";
  /** Percent probability of the called outcome, as shown ("72.4"). */
  probability: string;
  recommendation: AiAnalysis["tradeRecommendation"];
  /** Every fact, told or missing; text cites them by id. */
  evidence: readonly Evidence[];
  /** Ids of the facts that matter by role, where the analysis has them. */
  facts: Partial<Record<FactRole, string>>;
};

export type FactRole =
  | "probability"
  | "baseRate"
  | "edge"
  | "confidence"
  | "band"
  | "consensus"
  | "analysts"
  | "expectedEps"
  | "yearAgoEps"
  | "reportDate"
  | "beats"
  | "lastSurprise"
  | "revision30"
  | "newsTone"
  | "rsi"
  | "averages"
  | "targets"
  | "impliedMove"
  | "pastMove"
  | "beatsThatRose";

export type Narrative = { claims: Claim[]; keyFactors: string[]; risks: string[]; author: Author };

/** Writes the text of an analysis. */
export interface Narrator {
  write(brief: Brief, now: Date): Promise<Narrative>;
}
