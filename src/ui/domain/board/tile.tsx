import { memo } from "react";
import type { CalendarRow } from "#contract/calendar.ts";
import { tossUpNote } from "#contract/prediction.ts";
import { isTossUp } from "#contract/rules.ts";
import { percent, signed } from "#lib/numbers.ts";
import { Check, Close, Lock, Minus } from "../../icons.tsx";
import { edgeText } from "../probability-bar.tsx";
import { sessionTexts } from "../report-probability.tsx";
import { forecastDueText, type TileTone, tileSizeOf, tileToneOf } from "./tile-look.ts";

type TileProps = {
  row: CalendarRow;
  at: number;
  isActive: boolean;
  today: string;
  href: string;
};

const marks = { right: Check, wrong: Close, toss: Minus, closed: Lock } as const;

/** `data-at` is the tile's index in `ordered`, by which the arrow keys and the details find its row. */
export const Tile = memo(({ row, at, isActive, today, href }: TileProps) => {
  const tone = tileToneOf(row);
  const size = tileSizeOf(row);
  const isWide = size === "giant" || size === "large";
  return (
    <a
      href={href}
      data-at={at}
      data-tone={tone}
      data-size={size}
      tabIndex={isActive ? 0 : -1}
      aria-label={tileLabel(row, tone, today)}
      className="tile focus-ring"
    >
      <span className="tile-symbol">
        {row.symbol}
        {size !== "small" && <Mark tone={tone} />}
      </span>
      {isWide && <span className="tile-figures">{figures(row) || waiting(row, today)}</span>}
    </a>
  );
});

function Mark({ tone }: { tone: TileTone }) {
  const Icon = marks[tone as keyof typeof marks];
  return Icon ? <Icon className="size-3.5" /> : null;
}

function figures({
  beatProbability,
  baseRate,
  needsPlan,
  edge,
  edgeVerdict,
  state,
  outcome,
}: CalendarRow): string {
  if (state === "reported" && outcome) return outcome === "beat" ? "Beat" : "Miss";
  if (beatProbability === null || edge === null)
    return needsPlan && baseRate !== null ? `base ${percent(baseRate)}` : "";
  if (isTossUp(beatProbability)) return `${percent(beatProbability)} toss-up`;
  return edgeVerdict === "no_edge"
    ? percent(beatProbability)
    : `${percent(beatProbability)} ${signed(100 * edge, 0)}`;
}

function waiting(row: CalendarRow, today: string): string {
  const text = forecastDueText(row, today);
  if (text === null) return "";
  return text.startsWith("Scored from ") ? text.replace(" from ", " ") : "Not scored yet";
}

const verdictTexts: Partial<Record<TileTone, string>> = {
  right: "we were right",
  wrong: "we were wrong",
  toss: "a toss-up",
  closed: "the probability opens with a plan",
};

function tileLabel(row: CalendarRow, tone: TileTone, today: string): string {
  const { symbol, name, session, beatProbability, baseRate, edge, edgeVerdict, outcome, state } = row;
  const isOut = state === "reported";
  return [
    name === symbol ? symbol : `${symbol}, ${name}`,
    sessionTexts[session ?? "unknown"],
    isOut && outcome && (outcome === "beat" ? "beat" : "missed"),
    verdictTexts[tone],
    !isOut && beatProbability !== null && `${percent(beatProbability)} to beat${tossUpNote(beatProbability)}`,
    !isOut && edge !== null && edgeVerdict && edgeText(edge, edgeVerdict),
    baseRate !== null && `base rate ${percent(baseRate)}`,
    forecastDueText(row, today),
  ]
    .filter(Boolean)
    .join(", ");
}
