import type { Analysis } from "#contract/analysis.ts";
import {
  beatPercentOf,
  type EdgeVerdict,
  type Prediction,
  type PredictionType,
} from "#contract/prediction.ts";
import { isTossUp } from "#contract/rules.ts";
import type { ImpliedMove } from "#contract/strategy.ts";
import { edgePoints, waterfallOf } from "#contract/waterfall.ts";
import { number, signed } from "#lib/numbers.ts";
import { Badge } from "#ui/badge.tsx";
import { classes } from "#ui/classes.ts";
import { BeatPicture } from "#ui/domain/beat-picture/beat-picture.tsx";
import { Citation, EvidenceChip } from "#ui/domain/evidence/evidence-chip.tsx";
import { edgeColors } from "#ui/domain/probability-bar.tsx";
import { GlossaryTerm } from "#ui/domain/term.tsx";
import { TraderLine } from "#ui/domain/trader-line.tsx";
import { ConfidenceBadge, headline } from "../prediction/badges.tsx";
import { confidenceTitle } from "../scales.ts";
import { impliedMissing } from "./findings.ts";
import { factText, pointsText, type Reason, strongestReasons } from "./reasons.ts";

export function Answer({ analysis }: { analysis: Analysis }) {
  const { prediction, model, impliedMove } = analysis;
  const predicted = Math.round(Number(prediction.probability));
  const beatPercent = beatPercentOf(prediction);
  const edge = edgePoints(waterfallOf(analysis));
  const { raising, lowering, rest } = strongestReasons(analysis);
  return (
    <>
      <div className="flex flex-wrap items-center gap-4 sm:gap-6">
        <ProbabilityBadge
          percent={predicted}
          type={prediction.predictionType}
          edgeVerdict={model.edgeVerdict}
        />
        <div className="min-w-0 flex-1 basis-40">
          <p className="text-lg font-semibold leading-snug text-pretty sm:text-2xl">
            {headline(beatPercent, model)} <GlossaryTerm name="baseRate">similar companies</GlossaryTerm>
          </p>
          <h3 className="mt-1 text-sm font-semibold sm:text-base">
            {confidenceTitle(prediction.confidence)} Confidence Prediction
          </h3>
          <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
            <GlossaryTerm name="confidence">Confidence</GlossaryTerm>
            {isTossUp(prediction.beatProbability) && <Badge>Toss-up</Badge>}
            <ConfidenceBadge confidence={prediction.confidence} />
            <span className="text-muted max-sm:sr-only">How much evidence we have</span>
          </p>
        </div>
      </div>
      <div className="mt-3">
        <BeatPicture
          picture={analysis.beatPicture}
          probability={prediction.beatProbability}
          beatPercent={beatPercent}
          baseRate={model.baseRate}
          edgeVerdict={model.edgeVerdict}
          consensusEps={analysis.earningsData.analystConsensus}
          currency={analysis.earningsData.currency}
          reactions={analysis.pastReactions}
          cone={coneOf(analysis)}
        />
      </div>
      {analysis.traders && (
        <TraderLine
          traders={analysis.traders}
          beside={{
            ours: beatPercent / 100,
            baseRate: model.baseRate,
            consensusEps: analysis.earningsData.analystConsensus,
            currency: analysis.earningsData.currency,
          }}
          className="mt-3 border-t border-line pt-3"
        />
      )}
      {/* Two columns, and one where the text is large: a column is wide enough for its words. */}
      <div className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(max(8rem,40%),1fr))] gap-x-4 gap-y-3 border-t border-line pt-3 md:grid-cols-3 md:gap-x-6">
        <ReasonList title="For a beat" reasons={raising} empty="Nothing speaks for it in the model." />
        <ReasonList title="Against" reasons={lowering} empty="Nothing speaks against it in the model." />
        <div className="text-sm max-md:hidden">
          <h3 className="font-semibold">
            <GlossaryTerm name="impliedMove">Implied move</GlossaryTerm>
          </h3>
          <ImpliedMoveLine move={impliedMove} />
        </div>
        {rest !== null && (
          <p className="col-span-full text-xs text-muted">
            {rest.start.label} <span className="figures">{pointsText(rest.start.points)}</span>
            {rest.others !== 0 && (
              <>
                , all other inputs <span className="figures">{pointsText(rest.others)}</span>
              </>
            )}
            ; together the edge of <span className="figures">{pointsText(edge)}</span>.{" "}
            <a href="#transparency" className="link">
              Each step
            </a>
          </p>
        )}
      </div>
    </>
  );
}

type ReasonListProps = { title: string; reasons: readonly Reason[]; empty: string };

function ReasonList({ title, reasons, empty }: ReasonListProps) {
  return (
    <div className="min-w-0 text-sm">
      <h3 className="font-semibold">
        {title}
        {reasons.length > 0 && <span className="font-normal text-muted">, in points</span>}
      </h3>
      {reasons.length === 0 && <p className="text-muted">{empty}</p>}
      <ul className="flex flex-col gap-1">
        {reasons.map(({ label, points, isRaising, citation, fact }) => (
          <li key={label} className="grid grid-cols-[2.75rem_minmax(0,1fr)] gap-x-1">
            <span className={classes("font-semibold figures", isRaising ? "text-positive" : "text-negative")}>
              {points === null ? "" : signed(points)}
              <span className="sr-only"> points</span>
            </span>
            <span className="text-pretty">
              {label}
              {citation && <Citation {...citation} />}
              {fact && (
                <span className="block text-xs text-muted">
                  {factText(fact)}
                  <EvidenceChip id={fact.id} />
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/**
 * Returns the price change to draw: the one that options imply, or else the average one after past reports.
 * Returns null when neither is known.
 */
function coneOf({ impliedMove: move, stock }: Analysis) {
  const percent = move?.impliedMovePercent ?? move?.averagePastMovePercent ?? null;
  if (!move || percent === null || percent === 0) return null;
  return {
    percent,
    isImplied: move.impliedMovePercent !== null,
    pastMoves: move.pastMoves.map(({ movePercent }) => movePercent),
    price: stock.price,
    priceCurrency: stock.currency,
  };
}

function ImpliedMoveLine({ move }: { move: ImpliedMove | null }) {
  const usual = move?.averagePastMovePercent ?? null;
  const implied = move?.impliedMovePercent ?? null;
  return (
    <p className="text-muted">
      {implied === null ? (
        impliedMissing(move)
      ) : (
        <>
          <strong className="font-semibold text-ink figures">±{number(implied, 1)}%</strong> on the report
        </>
      )}
      {usual !== null && `; past reports ±${number(usual, 1)}%`}
    </p>
  );
}

const edgeTexts = {
  edge_up: "text-positive",
  edge_down: "text-negative",
  no_edge: "text-muted",
} as const satisfies Record<EdgeVerdict, string>;

const RADIUS = 52;
const LENGTH = 2 * Math.PI * RADIUS;

/** `percent` is the number in the ring, whose color is that of the edge. */
type ProbabilityBadgeProps = { percent: number; type: PredictionType; edgeVerdict: EdgeVerdict };

function ProbabilityBadge({ percent, type, edgeVerdict }: ProbabilityBadgeProps) {
  const color = `var(--c-${edgeColors[edgeVerdict]})`;
  return (
    <div className="relative size-25 shrink-0 sm:size-36" data-testid="probability">
      <svg viewBox="0 0 120 120" className="size-full -rotate-90" aria-hidden="true">
        <circle cx="60" cy="60" r={RADIUS} fill="none" stroke="var(--c-sunken)" strokeWidth="9" />
        <circle
          cx="60"
          cy="60"
          r={RADIUS}
          fill="none"
          stroke={color}
          strokeWidth="9"
          strokeLinecap="round"
          strokeDasharray={`${(LENGTH * percent) / 100} ${LENGTH}`}
        />
      </svg>
      <p className="absolute inset-0 flex flex-col items-center justify-center text-center">
        <span className="font-display text-2xl font-semibold figures sm:text-4xl">{percent}%</span>
        <span
          className={`max-sm:max-w-16 text-xs font-semibold leading-tight sm:text-sm ${edgeTexts[edgeVerdict]}`}
        >
          {type === "beat" ? "Beat Earnings" : "Miss Earnings"}
        </span>
      </p>
    </div>
  );
}

export function predictionSentence({
  predictionType,
  confidence,
  beatProbability,
}: Pick<Prediction, "predictionType" | "confidence" | "beatProbability">): string {
  if (isTossUp(beatProbability))
    return "The AI sees a toss-up: a beat of the analysts' consensus is about as likely as a miss.";
  if (predictionType === "miss")
    return "The AI predicts a potential shortfall against the analysts' consensus.";
  if (confidence === "high" || confidence === "very_high")
    return "The AI predicts a strong likelihood of exceeding expectations, measured against the analysts' consensus.";
  return `The AI sees a beat of the analysts' consensus as likelier than a miss, with ${confidence} confidence only.`;
}
