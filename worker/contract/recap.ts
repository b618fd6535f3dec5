import { z } from "zod";
import { guidanceHabitSchema, guidanceLineSchema } from "./company-guidance.ts";
import { edgeVerdictSchema } from "./prediction.ts";
import { revenueSchema } from "./revenue.ts";

/**
 * How a reported figure compares with the company's filings with the SEC. EPS is in the company's reporting
 * currency.
 */
const filingCheckSchema = z.object({
  /**
   * `confirmed`: the press release states the figure. `contradicted`: it states another one. `not_found`: a
   * filing was found, but not the figure. `no_release`: no filing with the results has been found so far.
   */
  finding: z.enum(["confirmed", "contradicted", "not_found", "no_release"]),
  reportedEps: z.number(),
  /**
   * The SEC accepted the filing between `releasedFrom` and `releasedTo`, which are equal when the time zone is
   * certain.
   */
  releasedFrom: z.iso.datetime().nullable(),
  releasedTo: z.iso.datetime().nullable(),
  documentUrl: z.string().max(500).nullable(),
  exhibitEps: z.number().nullable(),
  /** `exhibitBasis` is null when the release states the figure on both bases, or when it was not found. */
  exhibitBasis: z.enum(["adjusted", "gaap"]).nullable(),
  /** GAAP EPS from the SEC's data. */
  gaapEps: z.number().nullable(),
  isGaapDerived: z.boolean().nullable(),
  gaapFiled: z.iso.date().nullable(),
});
export type FilingCheck = z.infer<typeof filingCheckSchema>;

type Formats = { eps: (eps: number) => string; moment: (at: string) => string; day: (day: string) => string };

const NOT_CHECKED = "Not checked against the company's filings with the SEC.";

export function filingSentences(check: FilingCheck | null, formats: Formats): string[] {
  if (!check) return [NOT_CHECKED];
  return [acceptance(check, formats), finding(check, formats), gaap(check, formats)].filter(
    (sentence) => sentence !== null,
  );
}

function acceptance({ releasedFrom, releasedTo }: FilingCheck, { moment }: Formats): string | null {
  if (!releasedFrom || !releasedTo) return null;
  return releasedFrom === releasedTo
    ? `The SEC accepted the company's results on ${moment(releasedFrom)}.`
    : `The SEC accepted the company's results between ${moment(releasedFrom)} and ${moment(releasedTo)}.`;
}

const bases = { adjusted: "adjusted", gaap: "GAAP" } as const;

function finding(check: FilingCheck, { eps }: Formats): string {
  const { exhibitBasis, exhibitEps, documentUrl } = check;
  const figure = eps(check.reportedEps);
  switch (check.finding) {
    case "confirmed":
      return `The press release states ${figure}${exhibitBasis ? ` as ${bases[exhibitBasis]} EPS` : ""}, as our source does.`;
    case "contradicted":
      return `The press release states ${exhibitEps === null ? "another figure" : eps(exhibitEps)}${exhibitBasis ? ` as ${bases[exhibitBasis]} EPS` : ""}, our source ${figure}.`;
    case "not_found":
      return documentUrl
        ? `The press release was read, and ${figure} was not found in it.`
        : "No press release was found with them.";
    case "no_release":
      return "No filing with the results has been found so far.";
  }
}

function gaap({ gaapEps, gaapFiled, isGaapDerived }: FilingCheck, { eps, day }: Formats): string | null {
  if (gaapEps === null) return null;
  const filed = gaapFiled ? `, filed ${day(gaapFiled)}` : "";
  return `GAAP EPS in the SEC's data: ${eps(gaapEps)}${filed}${isGaapDerived ? ", worked out as the year less nine months" : ""}.`;
}

const reportMoveSchema = z.object({
  percent: z.number(),
  /** The two trading days whose closing prices are compared. */
  fromDay: z.iso.date(),
  toDay: z.iso.date(),
  source: z.string().max(80),
});

export const recapSchema = z.object({
  reportDate: z.iso.date().nullable(),
  session: z.enum(["pre", "post"]).nullable(),
  /** The reported EPS minus the consensus at the time of the prediction, both rounded to the cent. */
  surprise: z.number(),
  surprisePercent: z.number().nullable(),
  revenue: revenueSchema.nullable(),
  /** P(beat) minus the base rate. `edgeVerdict` is the verdict that was stored with the prediction. */
  edge: z.number(),
  edgeVerdict: edgeVerdictSchema.nullable(),
  guided: guidanceLineSchema.nullable(),
  /** How the figures of the last reported quarters compared with the company's guidance. */
  guidanceHabit: guidanceHabitSchema,
  move: reportMoveSchema.nullable(),
  moveMissing: z.string().max(300).nullable(),
  /** The implied move in either direction when the prediction was made. */
  impliedMovePercent: z.number().nonnegative().nullable(),
  filing: filingCheckSchema.nullable(),
  next: z
    .object({
      reportDate: z.iso.date(),
      session: z.enum(["pre", "post"]).nullable(),
      isConfirmed: z.boolean(),
    })
    .nullable(),
});
export type Recap = z.infer<typeof recapSchema>;
