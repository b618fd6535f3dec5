import { z } from "zod";
import { growthGuidanceSchema, guidanceSchema, QUOTE_MAX_LENGTH } from "./company-release.ts";
import { calendarDay, inWords, type numbersIn, quarterName } from "./format.ts";

const { metric, basis, period, periodKind, low, high, currency, action } = guidanceSchema.shape;

/**
 * Where a reported figure fell relative to the guided range. `place` is null when the figure equals a guided
 * point, or lies on the open side of a range with only one end.
 */
const guidancePlaces = ["above", "upper", "lower", "below"] as const;

export const guidanceLineSchema = z.object({
  metric,
  basis,
  period,
  periodKind,
  low,
  high,
  currency,
  action,
  fiscalQuarterEnd: z.iso.date().nullable(),
  /** The day of the filing in Eastern time. */
  filedOn: z.iso.date(),
  /** The passage of the release that states the guidance, verbatim. */
  quote: z.string().max(QUOTE_MAX_LENGTH),
  url: z.string().max(300).nullable(),
  /**
   * The current consensus for the guided quarter, on the same basis and in the same currency. `consensus` is
   * null when there is no comparable one, for example because the quarter has been reported.
   */
  consensus: z.number().nullable(),
  /** The figure on the same basis that the company's release for the guided quarter reports. */
  reported: z.number().nullable(),
  place: z.enum(guidancePlaces).nullable(),
});
export type GuidanceLine = z.infer<typeof guidanceLineSchema>;

/** Guidance that the company states as growth in percent. It has no consensus beside it, because it is no amount. */
const growthLineSchema = growthGuidanceSchema
  .omit({ offset: true, quote: true })
  .extend(guidanceLineSchema.pick({ filedOn: true, quote: true, url: true }).shape);
export type GrowthLine = z.infer<typeof growthLineSchema>;

/**
 * What the company's newest earnings release says about its guidance. `given`: it has guidance without a clear
 * change. `none`: it has no guidance. `disputed`: the rule-based reader and the language model read different
 * figures, and a reviewer must decide. `unread`: the release could not be read. `none_known`: no release is
 * stored.
 */
const guidanceStates = [
  "raised",
  "lowered",
  "withdrawn",
  "given",
  "none",
  "disputed",
  "unread",
  "none_known",
] as const;

/** Guidance from the company's recent earnings releases. None of it changes the probability. */
export const companyGuidanceSchema = z.object({
  state: z.enum(guidanceStates),
  isSimulated: z.boolean(),
  releasedOn: z.iso.date().nullable(),
  /**
   * The URL of the newest release, or of its filing when no release could be read. `releaseUrl` is null for a
   * simulated release.
   */
  releaseUrl: z.string().max(300).nullable(),
  /**
   * The guidance of the newest release. The next quarter comes before the full year, and EPS before revenue.
   */
  latest: z.array(guidanceLineSchema).max(6),
  /** What the newest release guides as growth alone, without an amount. EPS comes before revenue. */
  growth: z.array(growthLineSchema).max(4),
  /** EPS guidance for quarters that have been reported, newest first. */
  past: z.array(guidanceLineSchema).max(4),
});
export type CompanyGuidance = z.infer<typeof companyGuidanceSchema>;

export const NO_RELEASES: CompanyGuidance = {
  state: "none_known",
  isSimulated: false,
  releasedOn: null,
  releaseUrl: null,
  latest: [],
  growth: [],
  past: [],
};

type Texts = Pick<ReturnType<typeof numbersIn>, "perShare" | "amountShort">;
type Line = Pick<
  GuidanceLine,
  "metric" | "basis" | "low" | "high" | "currency" | "periodKind" | "period" | "filedOn" | "action"
>;

/** Returns a text like "$1.20 to $1.30", "$1.25" or "at least $1.20", or null when no figure was stated. */
function rangeText(
  { metric, low, high, currency }: Pick<Line, "metric" | "low" | "high" | "currency">,
  { perShare, amountShort }: Texts,
): string | null {
  const text = (value: number) =>
    metric === "eps" ? perShare(value, currency) : amountShort(value, currency);
  if (low !== null && high !== null) return low === high ? text(low) : `${text(low)} to ${text(high)}`;
  if (low !== null) return `at least ${text(low)}`;
  return high === null ? null : `at most ${text(high)}`;
}

const revisions = {
  raised: ["raised", "to"],
  lowered: ["lowered", "to"],
  narrowed: ["narrowed", "to"],
  maintained: ["kept", "at"],
} as const;

const placeTexts = {
  above: "above the top of its range",
  upper: "in the upper half of its range",
  lower: "in the lower half of its range",
  below: "below the bottom of its range",
} as const;

/**
 * Returns a sentence like "In July it guided $1.20 to $1.30 in adjusted EPS for this quarter; analysts expect
 * $1.34."
 */
export function guidanceSentence(line: GuidanceLine, today: string, texts: Texts): string {
  const { metric, action, fiscalQuarterEnd, consensus, reported, place, currency } = line;
  const text = (value: number) =>
    metric === "eps" ? texts.perShare(value, currency) : texts.amountShort(value, currency);
  const measure = measureText(line);
  const isOpen = reported === null && fiscalQuarterEnd !== null;
  const quarter =
    fiscalQuarterEnd && (isOpen ? "this quarter" : `the quarter to ${quarterName(fiscalQuarterEnd)}`);
  const period = quarter ?? periodText(line.period);
  const when = monthText(line.filedOn, today);
  if (action === "withdrawn") return `${when} it withdrew its ${measure} guidance for ${period}.`;
  const range = rangeText(line, texts);
  if (range === null)
    return action === "maintained"
      ? `${when} it confirmed its ${measure} guidance for ${period} without naming a figure.`
      : `${when} it spoke of ${measure} for ${period} without a figure.`;
  const [verb, at] = action === null || action === "initiated" ? ["guided", ""] : revisions[action];
  const guided = at
    ? `${when} it ${verb} its ${measure} guidance for ${period} ${at} ${at === "to" && / to /.test(range) ? "a range of " : ""}${range}`
    : `${when} it guided ${range} in ${measure} for ${period}`;
  if (reported !== null)
    return `${guided} and reported ${text(reported)}${place ? `, ${placeTexts[place]}` : ""}.`;
  return consensus === null ? `${guided}.` : `${guided}; analysts expect ${text(consensus)}.`;
}

/**
 * Returns a sentence like "In July it guided growth of 5% to 6% in adjusted EPS for fiscal 2026, measured from
 * $2.88."
 */
export function growthSentence(line: GrowthLine, today: string, texts: Texts): string {
  const { metric, low, high, base, currency, action } = line;
  const when = monthText(line.filedOn, today);
  const [measure, period] = [measureText(line), periodText(line.period)];
  if (low === null && high === null)
    return `${when} it guided the change in ${measure} for ${period} in words, without a percentage.`;
  const isDecline = (high ?? low ?? 0) < 0;
  const percent = (value: number) => `${value < 0 && !isDecline ? "−" : ""}${Math.abs(value)}%`;
  const [from, to] = isDecline ? [high, low] : [low, high];
  const size =
    from === null || to === null
      ? `${from === null ? "at most" : "at least"} ${percent(from ?? to ?? 0)}`
      : from === to
        ? percent(from)
        : `${percent(from)} to ${percent(to)}`;
  const growth = `${isDecline ? "a decline" : "growth"} of ${size}`;
  const guided =
    action === null || action === "initiated" || action === "withdrawn"
      ? `guided ${growth} in ${measure} for ${period}`
      : `${revisions[action][0]} its guidance of ${measure} for ${period} ${revisions[action][1]} ${growth}`;
  const shown = metric === "eps" ? texts.perShare : texts.amountShort;
  return `${when} it ${guided}${base === null ? "" : `, measured from ${shown(base, currency)}`}.`;
}

function measureText({ metric, basis }: Pick<Line, "metric" | "basis">): string {
  return metric === "revenue" ? "revenue" : basis === "adjusted" ? "adjusted EPS" : "GAAP EPS";
}

function periodText(period: string): string {
  return /^(?:first|second|third|fourth|next|current|quarter|year|remainder)\b/i.test(period)
    ? `the ${period}`
    : period;
}

/** Returns a text like "In July", or "In July 2024" when the year is not the current one. */
function monthText(day: string, today: string): string {
  const [month = "", year = ""] = calendarDay(day).split(/ \d+, /);
  return `In ${month}${day.slice(0, 4) === today.slice(0, 4) ? "" : ` ${year}`}`;
}

export const guidanceHabitSchema = z.object({
  /**
   * The number of reported quarters for which the company had guided both ends of a range. A guided point
   * counts as a range whose two ends are equal.
   */
  quarters: z.int().nonnegative(),
  aboveTop: z.int().nonnegative(),
  atLeastMiddle: z.int().nonnegative(),
  belowBottom: z.int().nonnegative(),
});
type GuidanceHabit = z.infer<typeof guidanceHabitSchema>;

export function guidanceHabitOf(
  past: readonly Pick<GuidanceLine, "low" | "high" | "place">[],
): GuidanceHabit {
  const places = past.flatMap(({ low, high, place }) => (low === null || high === null ? [] : [place]));
  const times = (...which: GuidanceLine["place"][]) => places.filter((place) => which.includes(place)).length;
  return {
    quarters: places.length,
    aboveTop: times("above"),
    // A place of null means that the figure equals a guided point, so it reaches the middle.
    atLeastMiddle: times("above", "upper", null),
    belowBottom: times("below"),
  };
}

/**
 * Returns a sentence about how the reported figures compared with the guidance, or null with fewer than two
 * guided quarters.
 */
export function habitSentence({
  quarters,
  aboveTop,
  atLeastMiddle,
  belowBottom,
}: GuidanceHabit): string | null {
  if (quarters < 2) return null;
  const times = (n: number) => inWords(n).replace(/^no$/, "none");
  return `Of ${inWords(quarters)} quarters that it guided, it reported above the top of its range in ${times(aboveTop)}, at or above the middle in ${times(atLeastMiddle)} and below the bottom in ${times(belowBottom)}.`;
}

export function guidanceHeadline({ state, releasedOn, latest }: CompanyGuidance): string {
  const day = releasedOn ? ` ${calendarDay(releasedOn)}` : "";
  const on = day && ` on${day}`;
  const ofDay = day && ` of${day}`;
  const line = latest.find(({ action }) => action === state);
  const subject = line ? ` its ${periodOf(line)} guidance` : " its guidance";
  switch (state) {
    case "raised":
      return `Raised${subject}${on}`;
    case "lowered":
      return `Lowered${subject}${on}`;
    case "withdrawn":
      return `Withdrew its guidance${on}`;
    case "given":
      return `Gave guidance${on}`;
    case "none":
      return `No guidance in its release${ofDay}`;
    case "disputed":
      return `Two readings of its release${ofDay} differ, so its guidance is not shown until a person has looked`;
    case "unread":
      return `Its release${ofDay} could not be read`;
    case "none_known":
      return "No earnings release of this company has been read yet";
  }
}

function periodOf({ periodKind }: Pick<GuidanceLine, "periodKind">): string {
  return periodKind === "full_year" ? "full-year" : periodKind === "next_quarter" ? "quarterly" : "latest";
}

export const GUIDANCE_UNUSED_NOTE =
  "Nothing here moves our number: the model has not learned from guidance yet.";
