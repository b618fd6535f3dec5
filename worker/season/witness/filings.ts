/** An 8-K with item 2.02, "Results of Operations and Financial Condition". */
export type Release = {
  accession: string;
  /** The moment of acceptance as the list of filings writes it; its zone is not certain. */
  acceptedText: string;
  /** Day (ISO) of filing, Eastern; after 17:30 it is the next business day. */
  filingDate: string;
};

/** What a filing's header says: its moment is of a known zone, its documents have types. */
export type FilingHeader = { acceptedAt: Date; exhibits: readonly Exhibit[] };
export type Exhibit = {
  /** "EX-99.1". */
  type: string;
  file: string;
};

/** One value of an XBRL concept over a span of days (ISO, both inclusive). */
export type Fact = { start: string; end: string; value: number; filed: string; form: string };

export type Concept =
  | "EarningsPerShareDiluted"
  | "EarningsPerShareBasicAndDiluted"
  | "WeightedAverageNumberOfDilutedSharesOutstanding";

/** The SEC could not be asked just now. */
export class FilingsUnavailable extends Error {
  override readonly name = "FilingsUnavailable";
  readonly retryAfterSeconds: number | null;

  constructor(message: string, retryAfterSeconds: number | null = null) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * What companies filed with the SEC. A CIK has ten digits. Null means that there is no such thing; every method rejects with
 * `FilingsUnavailable` when that is not known.
 */
export type Filings = {
  /** CIKs by symbol, as `dottedClass` writes it. */
  companyIds(): Promise<ReadonlyMap<string, string>>;
  /** Newest first. */
  releases(cik: string): Promise<readonly Release[] | null>;
  header(cik: string, accession: string): Promise<FilingHeader | null>;
  exhibit(cik: string, accession: string, file: string): Promise<string | null>;
  /** Where a person finds the exhibit. */
  exhibitUrl(cik: string, accession: string, file: string): string;
  facts(cik: string, concept: Concept): Promise<readonly Fact[] | null>;
};
