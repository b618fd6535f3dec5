import type { Analysis } from "#contract/analysis.ts";
import type { ImpliedMove } from "#contract/strategy.ts";
import { calendarDayShort } from "#lib/dates.ts";
import { number } from "#lib/numbers.ts";
import { classes } from "#ui/classes.ts";
import { Citation } from "#ui/domain/evidence/citation.tsx";
import { EvidenceChip } from "#ui/domain/evidence/evidence-chip.tsx";
import { Term } from "#ui/domain/term.tsx";
import { ConfidenceBadge } from "../prediction/badges.tsx";
import { confidenceTitle } from "../scales.ts";
import { EdgeBar } from "./edge-bar.tsx";
import { ProbabilityBadge } from "./probability-badge.tsx";
import { factText, type Reason, strongestReasons } from "./reasons.ts";

/** What a person asks first: how likely, against what, how sure, why, why not, and how far the share may move. */
export function Answer({ analysis }: { analysis: Analysis }) {
  const { prediction, model, impliedMove } = analysis;
  const { raising, lowering } = strongestReasons(analysis);
  return (
    <>
      <div className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2 sm:gap-x-6">
        <div className="md:row-span-2">
          <ProbabilityBadge percent={Number(prediction.probability)} type={prediction.predictionType} />
        </div>
        <div className="min-w-0">
          <h3 className="heading-3 leading-tight">
            {confidenceTitle(prediction.confidence)} Confidence Prediction
          </h3>
          <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
            <Term name="confidence">Confidence</Term>
            <ConfidenceBadge confidence={prediction.confidence} />
            <span className="text-muted">scores how much it rests on; not a probability</span>
          </p>
        </div>
        <div className="min-w-0 max-md:col-span-2">
          <EdgeBar probability={prediction.beatProbability} model={model} />
        </div>
      </div>
      <div className="mt-3 grid grid-cols-2 gap-x-4 gap-y-3 border-t border-line pt-3 md:grid-cols-3 md:gap-x-6">
        <ReasonList title="For a beat" reasons={raising} empty="Nothing in the model raises it." />
        <ReasonList title="Against" reasons={lowering} empty="Nothing in the model lowers it." />
        <div className="text-sm max-md:col-span-2">
          <h3 className="font-semibold">
            <Term name="impliedMove">Implied move</Term>
          </h3>
          <ImpliedMoveLine move={impliedMove} />
        </div>
      </div>
    </>
  );
}

type ReasonListProps = { title: string; reasons: readonly Reason[]; empty: string };

/** Reasons in a few words with their effect in points and the facts behind them. */
function ReasonList({ title, reasons, empty }: ReasonListProps) {
  return (
    <div className="min-w-0 text-sm">
      <h3 className="font-semibold">{title}</h3>
      {reasons.length === 0 && <p className="text-muted">{empty}</p>}
      <ul className="flex flex-col gap-1">
        {reasons.map(({ label, pointsText, isRaising, citation, fact }) => (
          <li key={label}>
            <span className="flex flex-wrap justify-between gap-x-2">
              <span className="text-pretty">
                {label}
                {citation && <Citation {...citation} />}
              </span>
              {pointsText && (
                <span
                  className={classes("font-semibold figures", isRaising ? "text-positive" : "text-negative")}
                >
                  {pointsText}
                </span>
              )}
            </span>
            {fact && (
              <span className="block text-xs text-muted">
                {factText(fact)}
                <EvidenceChip id={fact.id} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function ImpliedMoveLine({ move }: { move: ImpliedMove | null }) {
  const usual = move?.averagePastMovePercent ?? null;
  const implied = move?.impliedMovePercent ?? null;
  return (
    <p className="text-muted">
      {implied === null ? (
        "No option prices"
      ) : (
        <>
          <strong className="font-semibold text-ink figures">±{number(implied, 1)}%</strong>
          {move?.expiry && ` until ${calendarDayShort(move.expiry)}`}
        </>
      )}
      {usual !== null && `; past reports ±${number(usual, 1)}%`}
    </p>
  );
}
