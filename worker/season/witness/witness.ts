/** A report whose witnesses are looked for. */
export type WitnessSubject = { symbol: string; fiscalQuarterEnd: string };

/** What the SEC's filings mean for the settlement of a report. */
export type Witness = {
  /** The figure is new and nobody has looked yet: settlement waits for it, but not for long. */
  isAwaited: boolean;
  /** When the release was accepted: between the two. */
  released: { from: Date; to: Date } | null;
  /** The release states another figure, as seen first at `since`. */
  contradiction: { eps: number; basis: "adjusted" | "gaap"; since: Date } | null;
};

/** Asks for the witnesses of some reports; those nothing is known of are not in the answer. */
export type AskWitnesses = (
  subjects: readonly WitnessSubject[],
  now: Date,
) => Promise<ReadonlyMap<string, Witness>>;

/** The key of a report in that answer. */
export function witnessKey({ symbol, fiscalQuarterEnd }: WitnessSubject): string {
  return `${symbol} ${fiscalQuarterEnd}`;
}
