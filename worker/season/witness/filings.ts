/** A form 8-K or 8-K/A with item 2.02, "Results of Operations and Financial Condition". */
export type Release = {
  isAmendment: boolean;
  accession: string;
  /** As the list of filings writes it, without a certain time zone. */
  acceptedText: string;
  /** An ISO day, Eastern. After 17:30 it is the next business day. */
  filingDate: string;
};

/** Tickers are spelled as by `dottedClass`. */
type FilingCompany = { name: string | null; tickers: readonly string[] };

/** Its time has a zone, and its documents have types. */
export type FilingHeader = { acceptedAt: Date; exhibits: readonly Exhibit[] };
export type Exhibit = {
  /** A type like "EX-99.1". */
  type: string;
  file: string;
};

/** An XBRL value over a period of ISO days, both inclusive. */
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
 * A method returns null when something does not exist, and rejects with `FilingsUnavailable` when that is unknown.
 * A CIK has ten digits.
 */
export type Filings = {
  /** By symbol as `dottedClass` spells it, the main share class of a company first. */
  companyIds(): Promise<ReadonlyMap<string, string>>;
  /** Returns the company as its filings name it today. */
  company(cik: string): Promise<FilingCompany | null>;
  /** Newest first. */
  releases(cik: string): Promise<readonly Release[] | null>;
  /** Returns the CIKs of companies that filed item 2.02 since then, among the newest few hundred filings. */
  recentFilers(since: Date): Promise<readonly string[]>;
  header(cik: string, accession: string): Promise<FilingHeader | null>;
  exhibit(cik: string, accession: string, file: string): Promise<string | null>;
  /** Returns a page for people: an exhibit, otherwise the filing. Null when no public page exists. */
  documentUrl(cik: string, accession: string, file: string | null): string | null;
  facts(cik: string, concept: Concept): Promise<readonly Fact[] | null>;
};
