/**
 * A filing in which a company publishes results: a form 8-K or 8-K/A with item 2.02, "Results of Operations and
 * Financial Condition".
 */
export type Release = {
  isAmendment: boolean;
  accession: string;
  /** The time of acceptance as EDGAR's list of filings writes it. Its time zone is uncertain. */
  acceptedText: string;
  /** An ISO day in Eastern time. For a filing after 17:30 it is the next business day. */
  filingDate: string;
};

/** A company as its filings name it. Tickers are spelled as `withDottedShareClass` spells them. */
type FilingCompany = { name: string | null; tickers: readonly string[] };

/**
 * A filing's own header, which unlike the list of filings has the exact time of acceptance and the types of its
 * documents.
 */
export type FilingHeader = { acceptedAt: Date; exhibits: readonly Exhibit[] };
export type Exhibit = {
  /** The type of the document, such as "EX-99.1". */
  type: string;
  file: string;
};

/** An XBRL value over a period of ISO days, both inclusive. */
export type XbrlFact = { start: string; end: string; value: number; filed: string; form: string };

export type XbrlConcept =
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
 * Access to filings with the SEC. A method returns null when the requested item does not exist, and rejects
 * with `FilingsUnavailable` when the SEC does not answer. A CIK (the SEC's company number) has ten digits.
 */
export type Filings = {
  /**
   * Returns the CIKs by symbol (spelled as by `withDottedShareClass`), with a company's main share class before its
   * other classes.
   */
  companyIds(): Promise<ReadonlyMap<string, string>>;
  /** Returns the company as its filings currently name it. */
  company(cik: string): Promise<FilingCompany | null>;
  /** Returns a company's filings of results, newest first. */
  releases(cik: string): Promise<readonly Release[] | null>;
  /** Returns the CIKs of companies that filed results since a moment, among the newest few hundred filings. */
  recentFilers(since: Date): Promise<readonly string[]>;
  header(cik: string, accession: string): Promise<FilingHeader | null>;
  exhibit(cik: string, accession: string, file: string): Promise<string | null>;
  /**
   * Returns the public address of an exhibit, or of the filing when `file` is null. Returns null when there is
   * no public page.
   */
  documentUrl(cik: string, accession: string, file: string | null): string | null;
  facts(cik: string, concept: XbrlConcept): Promise<readonly XbrlFact[] | null>;
};
