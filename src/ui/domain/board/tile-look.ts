import type { CalendarRow } from "#contract/calendar.ts";
import { inWords } from "#contract/format.ts";
import { isTossUp, universeRule, upcomingForecastRule } from "#contract/rules.ts";
import { addIsoDays } from "#contract/time.ts";
import { calendarDayNear } from "#lib/dates.ts";

type TileSize = "giant" | "large" | "medium" | "small";

/** The smallest market value of each tile size, in the company's currency. */
const sizes: readonly { size: TileSize; from: number }[] = [
  { size: "giant", from: 200e9 },
  { size: "large", from: 20e9 },
  { size: "medium", from: 2e9 },
  { size: "small", from: Number.NEGATIVE_INFINITY },
];

export function tileSizeOf({ marketCap }: Pick<CalendarRow, "marketCap">): TileSize {
  return sizes.find(({ from }) => (marketCap ?? 0) >= from)?.size ?? "small";
}

/**
 * What a tile's color says. `up` and `down` are the direction of the edge, in three strengths. `toss` is a
 * settled toss-up, `closed` needs a plan, and `unscored` has no probability yet.
 */
export type TileTone =
  | `${"up" | "down"}-${1 | 2 | 3}`
  | "no-edge"
  | "right"
  | "wrong"
  | "toss"
  | "reported"
  | "closed"
  | "unscored";

/** From these edges on, as fractions of 1, the color is one step stronger. */
const STRONGER = [0.06, 0.12] as const;

/**
 * Returns the tone of the row's tile. It shows the edge before the report and whether the prediction was right
 * after it, never just the side that was predicted.
 */
export function tileToneOf(row: CalendarRow): TileTone {
  const { isCorrect, beatProbability, state, edge, edgeVerdict, needsPlan } = row;
  if (isCorrect !== null) {
    if (beatProbability !== null && isTossUp(beatProbability)) return "toss";
    return isCorrect ? "right" : "wrong";
  }
  if (state === "reported" || state === "review" || state === "void") return "reported";
  if (edge === null) return needsPlan ? "closed" : "unscored";
  if (edgeVerdict === null || edgeVerdict === "no_edge") return "no-edge";
  const size = Math.abs(edge);
  const step = size >= STRONGER[1] ? 3 : size >= STRONGER[0] ? 2 : 1;
  return `${edge > 0 ? "up" : "down"}-${step}`;
}

/** Returns whether there is no probability yet, not even for a higher plan. */
export function isUnscored({ edge, needsPlan, state }: CalendarRow): boolean {
  return edge === null && !needsPlan && (state === "upcoming" || state === "awaited");
}

/** Returns a text that says when the report gets a probability, or null when it has one or will get none. */
export function forecastDueText(
  row: Pick<CalendarRow, "edge" | "needsPlan" | "state" | "reportDate">,
  today: string,
): string | null {
  if (row.edge !== null || row.needsPlan || row.state !== "upcoming") return null;
  const first = addIsoDays(row.reportDate, -upcomingForecastRule.daysAhead);
  return first > today
    ? `Scored from ${calendarDayNear(first)}`
    : `Scored hourly, once ${inWords(universeRule.pastReports)} past reports are known`;
}
