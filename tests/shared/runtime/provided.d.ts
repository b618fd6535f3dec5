import "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** The address of the recorded Yahoo answers, or null when the recordings do not exist. */
    replayUrl: string | null;
    /** The address at which EDGAR answers with these filings, or null with none when the releases do not exist. */
    edgarUrl: string | null;
    filings: { symbol: string; cik: number; filed: string; html: string }[];
  }
}
