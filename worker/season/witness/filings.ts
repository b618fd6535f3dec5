/** An 8-K or 8-K/A with item 2.02, "Results of Operations and Financial Condition". */
export type Release = {
  isAmendment: boolean;
  accession: string;
  /** As the list of filings writes it; its zone is uncertain. */
  acceptedText: string;
  /** ISO, Eastern; after 17:30 the next business day. */
  filingDate: string;
};

/** Tickers as `dottedClass` writes them. */
type FilingCompany = { name: string | null; tickers: readonly string[] };

/** Its moment has a zone, its documents have types. */
export type FilingHeader = { acceptedAt: Date; exhibits: readonly Exhibit[] };
export type Exhibit = {
  /** "EX-99.1". */
  type: string;
  file: string;
};

/** XBRL, over a span of days (ISO, both inclusive). */
export type Fact = { start: string; end: string; value: number; filed: string; form: string };

export type Concept =
  | "EarningsPerShareDiluted"
  | "EarningsPerShareBasicAndDiluted"
  | "WeightedAverageNumberOfDilutedSharesOutstanding";

export class FilingsUnavailable extends Error {
  override readonly name = "FilingsUnavailable";
  readonly retryAfterSeconds: number | null;

  constructor(message: string, retryAfterSeconds: number | null = null) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * Null: no such thing; a method rejects with `FilingsUnavailable` when that is unknown. A CIK has ten digits.
 */
export type Filings = {
  /** By symbol, as `dottedClass` writes it; a company's main class of shares first. */
  companyIds(): Promise<ReadonlyMap<string, string>>;
  /** As its filings name it today. */
  company(cik: string): Promise<FilingCompany | null>;
  /** Newest first. */
  releases(cik: string): Promise<readonly Release[] | null>;
  /** CIKs of who filed item 2.02 since then, among the newest few hundred filings. */
  recentFilers(since: Date): Promise<readonly string[]>;
  header(cik: string, accession: string): Promise<FilingHeader | null>;
  exhibit(cik: string, accession: string, file: string): Promise<string | null>;
  /** For a person: an exhibit, else the filing; null where no public page has it. */
  documentUrl(cik: string, accession: string, file: string | null): string | null;
  facts(cik: string, concept: Concept): Promise<readonly Fact[] | null>;
};
