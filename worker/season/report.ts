import type { InferSelectModel } from "drizzle-orm";
import type { seasonReports } from "#db/schema/season.ts";

/** A report as the store has it, without the market it belongs to. */
export type StoredReport = Omit<InferSelectModel<typeof seasonReports>, "ledgerId">;

/** A report as somebody just gave it; null where they did not say. EPS in the currency of the company's reports. */
export type Sighting = {
  /** As `dottedClass` writes it. */
  symbol: string;
  /** Only where the source names the quarter; never worked out from the day. */
  fiscalQuarterEnd: string | null;
  /** Day (ISO). A sighting has a day, a quarter or both. */
  reportDate: string | null;
  session: "pre" | "post" | null;
  isConfirmed: boolean;
  consensusEps: number | null;
  analystCount: number | null;
  reportedEps: number | null;
  basis: "adjusted" | "gaap" | null;
  /** Who gave it: a market source, or the name of an imported file. */
  source: string;
  /** From a file that the operator loaded: it never overrides what a market source said. */
  isImported: boolean;
};

/** What is known of a company beside its reports; null where nobody said. */
export type CompanySighting = {
  symbol: string;
  name: string | null;
  exchange: string | null;
  sector: string | null;
  industry: string | null;
  country: string | null;
  currency: string | null;
  price: number | null;
  marketCap: number | null;
};

/** A report up to this many days from another of the company is the same one: vendors differ by days, quarters by 91. */
export const SAME_REPORT_DAYS = 45;
