import type { ImportedQuarter } from "#analysis/imported-quarters.ts";
import type { Gathered } from "./gather.ts";

/** What earlier days left for an analysis, and what it leaves for later ones. Neither call ever fails. */
export type Archive = {
  /** Reports older than the source tells of, newest first. */
  importedQuarters(symbol: string): Promise<ImportedQuarter[]>;
  /** Keeps the signals of the day. */
  keep(gathered: Gathered): Promise<void>;
};

/** For runs that neither know nor leave anything: simulated and back-dated ones. */
export const noArchive: Archive = {
  importedQuarters: async () => [],
  keep: async () => undefined,
};
