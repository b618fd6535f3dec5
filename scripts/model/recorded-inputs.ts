import type { EarningsEvent } from "./events.ts";

/** An input is tried in a fit once this many reports have it. */
const LEAST_REPORTS = 1_000;

const inputs: readonly { name: string; isKnown: (event: EarningsEvent) => boolean }[] = [
  {
    name: "lowest and highest estimate",
    isKnown: ({ estimates }) => estimates?.low != null && estimates.high != null,
  },
  { name: "number of analysts", isKnown: ({ estimates }) => estimates?.analysts != null },
  { name: "consensus 30 days before", isKnown: ({ revisions }) => revisions?.[30] != null },
  {
    name: "guidance against the consensus",
    isKnown: ({ guidanceAgainstConsensus }) => guidanceAgainstConsensus != null,
  },
];

/** Returns the lines of the model card about what each lock freezes and no weights read yet. */
export function recordedInputs(files: readonly (readonly EarningsEvent[])[]): string[] {
  const events = files.flat();
  return [
    "## What is recorded for a later fit",
    `Each lock freezes the following beside what the model reads, and \`model-refit\` reads it from the store as it was then. An input is tried once ${LEAST_REPORTS.toLocaleString("en-US")} of the reports of a fit have it, and ships only if it lowers the log loss on the judge's year. Revisions also wait for three years of 2,000 reports each, because their features compare years.`,
    "",
    "| input | reports that have it | may be tried |",
    "|---|---|---|",
    ...inputs.map(({ name, isKnown }) => {
      const n = events.filter(isKnown).length;
      return `| ${name} | ${n} | ${n >= LEAST_REPORTS ? "yes" : "not yet"} |`;
    }),
    "",
  ];
}
