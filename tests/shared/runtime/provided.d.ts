import "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** Where the recorded Yahoo answers; null where the recordings do not lie beside the repository. */
    replayUrl: string | null;
    /** Where EDGAR answers with these filings; null and none where the releases do not lie beside the repository. */
    edgarUrl: string | null;
    filings: { symbol: string; cik: number; filed: string; html: string }[];
  }
}
