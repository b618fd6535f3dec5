import type { AiAnalysis } from "#contract/analysis.ts";
import { type Evidence, type Side, sentenceNumbers } from "#contract/evidence.ts";
import {
  type Contribution,
  edgePoints,
  groupSteps,
  waterfallContributionsOf,
  waterfallOf,
} from "#contract/waterfall.ts";
import { number, signed } from "#lib/numbers.ts";

export type Reason = {
  label: string;
  /**
   * The percentage points that the reason adds to the probability. `points` is null when it is not part of the
   * probability.
   */
  points: number | null;
  isRaising: boolean;
  /** The sentence of the explanation that states the reason. `citation` is null for a step of the model. */
  citation: { number: number; evidenceIds: readonly string[] } | null;
  /** The fact behind a step of the model. `fact` is null when the step's group of inputs has none. */
  fact: Evidence | null;
};
type Reasons = {
  raising: Reason[];
  lowering: Reason[];
  /**
   * The points that are not in the listed reasons; all together sum to the edge. `rest` is null when the
   * model's steps are not known.
   */
  rest: { start: Contribution; others: number } | null;
};

const SHOWN = 2;
const LEAST_POINTS = 0.05;

const factLabels: Record<string, readonly string[]> = {
  "Historical accuracy": ["Beats in the last"],
  "Past EPS trends": ["Surprise of the last report", "Consensus EPS against a year ago"],
  "Analyst ratings": ["Change of the consensus in 30 days", "Mean rating"],
};

/**
 * Returns the largest reasons that raise and that lower the probability, largest first. On each side they are
 * those of the explanation's argument, or without any the model's steps.
 */
export function strongestReasons(input: ReasonsInput): Reasons {
  const [argued, steps] = [arguedReasons(input.aiAnalysis), strongestSteps(input)];
  const raising = argued.raising.length > 0 ? argued.raising : steps.raising;
  const lowering = argued.lowering.length > 0 ? argued.lowering : steps.lowering;
  const tenths = [...raising, ...lowering].reduce(
    (sum, { points }) => sum + Math.round(10 * (points ?? 0)),
    0,
  );
  const [start] = waterfallContributionsOf(waterfallOf(input)).steps;
  if (!start) return { raising, lowering, rest: null };
  const left = Math.round(10 * edgePoints(waterfallOf(input))) - tenths - Math.round(10 * start.points);
  return { raising, lowering, rest: { start, others: left / 10 } };
}

type ReasonsInput = Parameters<typeof waterfallOf>[0] & {
  aiAnalysis: Pick<AiAnalysis, "argument" | "keyFactors">;
  evidence: readonly Evidence[];
};

type Sides = Pick<Reasons, "raising" | "lowering">;

function arguedReasons({ argument, keyFactors }: ReasonsInput["aiAnalysis"]): Sides {
  const numbers = sentenceNumbers(argument);
  const ofSide = (side: Side) =>
    argument.sections
      .flatMap(({ sentences }) => sentences.filter((sentence) => sentence.side === side))
      .toSorted((a, b) => Math.abs(b.points ?? 0) - Math.abs(a.points ?? 0))
      .slice(0, SHOWN)
      .map((sentence): Reason => {
        const { statement, text, points, evidenceIds } = sentence;
        const short = keyFactors.find((factor) => factor.endsWith(` ${marksOf(evidenceIds)}`));
        return {
          label: short ? withoutPoints(short.slice(0, -marksOf(evidenceIds).length - 1)) : text,
          points,
          isRaising: side === "for",
          citation: { number: numbers.get(statement) ?? 0, evidenceIds },
          fact: null,
        };
      });
  return { raising: ofSide("for"), lowering: ofSide("against") };
}

function marksOf(evidenceIds: readonly string[]): string {
  return evidenceIds.map((id) => `[${id}]`).join("");
}

/** Removes the points from the end of the text, because they are shown beside it. */
function withoutPoints(text: string): string {
  return text.replace(/: (under |[+−])\d+(\.\d+)? points?$/, "");
}

/** Formats percentage points with one decimal, like the edge that they sum to. */
export function pointsText(points: number): string {
  return `${signed(points)} points`;
}

function strongestSteps({ evidence, ...analysis }: ReasonsInput): Sides {
  const reasons = groupSteps(waterfallOf(analysis))
    .filter(({ points }) => Math.abs(points) >= LEAST_POINTS)
    .toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points))
    .map((step) => reasonOf(step, evidence));
  return {
    raising: reasons.filter(({ isRaising }) => isRaising).slice(0, SHOWN),
    lowering: reasons.filter(({ isRaising }) => !isRaising).slice(0, SHOWN),
  };
}

function reasonOf({ label, points }: Contribution, evidence: readonly Evidence[]): Reason {
  const candidates = (factLabels[label] ?? []).map((start) =>
    evidence.find((fact) => fact.label.startsWith(start) && fact.value !== null),
  );
  return {
    label,
    points,
    isRaising: points > 0,
    citation: null,
    fact: candidates.find((fact) => fact !== undefined) ?? null,
  };
}

/** Formats as "Surprise of the last report: +0.7%". */
export function factText({ label, value, unit }: Pick<Evidence, "label" | "value" | "unit">): string {
  if (typeof value !== "number") return `${label}: ${value ?? "not known"}`;
  return `${label}: ${unit === "%" ? `${signed(value)}%` : number(value)}`;
}
