import type { ReactNode } from "react";
import { habitSentence } from "#contract/company-guidance.ts";
import { outcomeBadgeOf, type PredictionHistoryItem } from "#contract/prediction.ts";
import { type FilingCheck, filingSentences, type Recap } from "#contract/recap.ts";
import type { Revenue } from "#contract/revenue.ts";
import { easternTime } from "#contract/time.ts";
import { calendarDate, calendarDayNear } from "#lib/dates.ts";
import { amountShort, MISSING, number, percent, perShare, signed } from "#lib/numbers.ts";
import { Figure } from "../card.tsx";
import { GuidanceLineText } from "./company-guidance.tsx";
import { edgeText } from "./probability-bar.tsx";
import { GlossaryTerm } from "./term.tsx";

type RecapProps = { item: PredictionHistoryItem; recap: Recap };

const sessionNames = { pre: "before the open", post: "after the close" } as const;

export function recapSentences({ item, recap }: RecapProps): string {
  const { stock, actualEps, actualResult, consensusEps, currency, predictionType, probability } = item;
  const size = perShare(Math.abs(recap.surprise), currency);
  const share = recap.surprisePercent === null ? "" : ` (${signed(recap.surprisePercent)}%)`;
  const result =
    recap.surprise === 0
      ? "exactly the consensus, which counts as a miss"
      : `a ${actualResult} by ${size}${share}`;
  return (
    `${stock.name} reported ${perShare(actualEps, currency)} against a consensus of ${perShare(consensusEps, currency)}: ${result}. ` +
    `The prediction was a ${predictionType} at ${probability}%, and it was ${outcomeBadgeOf(item, item.beatProbability).word}.`
  );
}

export function RecapFigures({ item, recap }: RecapProps) {
  const { consensusEps, actualEps, currency, baseRate, beatProbability } = item;
  const { edge, edgeVerdict, move, next } = recap;
  return (
    <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3">
      <Figure label="Reported EPS" value={perShare(actualEps, currency)} note={reportNote(recap)} />
      <Figure label="Consensus then" value={perShare(consensusEps, currency)} note={surpriseNote(recap)} />
      <Figure
        label="Probability of a beat"
        value={percent(beatProbability, 1)}
        note={
          <>
            <GlossaryTerm name="baseRate">base rate</GlossaryTerm> {percent(baseRate, 1)}
            {edgeVerdict && `, ${edgeText(edge, edgeVerdict)}`}
          </>
        }
      />
      <Figure
        label="Share over the report"
        value={move ? `${signed(move.percent)}%` : MISSING}
        note={
          move
            ? `close of ${calendarDayNear(move.fromDay)} to close of ${calendarDayNear(move.toDay)}`
            : recap.moveMissing
        }
      />
      <Figure
        label={<GlossaryTerm name="impliedMove">Implied move then</GlossaryTerm>}
        value={recap.impliedMovePercent === null ? MISSING : `±${number(recap.impliedMovePercent, 1)}%`}
        note={impliedNote(recap)}
      />
      <Figure
        label="Revenue"
        value={amountShort(recap.revenue?.reported, currency)}
        note={revenueNote(recap.revenue, currency)}
      />
      <Figure
        label="Next report"
        value={<span className="text-base">{next ? calendarDate(next.reportDate) : MISSING}</span>}
        note={next ? nextNote(next) : "no day known yet"}
      />
    </dl>
  );
}

function reportNote({ reportDate, session }: Recap): ReactNode {
  if (!reportDate) return "day not known";
  return `${calendarDate(reportDate)}${session ? `, ${sessionNames[session]}` : ""}`;
}

function surpriseNote({ surprisePercent }: Recap): string {
  return surprisePercent === null
    ? "no percentage for a consensus of zero"
    : `${signed(surprisePercent)}% surprise`;
}

function revenueNote(revenue: Revenue | null, currency: string | null): string {
  if (!revenue?.consensus) return "no consensus known";
  const surprise = revenue.surprisePercent === null ? "" : `, ${signed(revenue.surprisePercent)}% surprise`;
  return `consensus ${amountShort(revenue.consensus, currency)}${surprise}`;
}

function impliedNote({ move, impliedMovePercent }: Recap): string {
  if (impliedMovePercent === null) return "no option prices were known";
  if (!move) return "in either direction, as options priced it";
  return Math.abs(move.percent) > impliedMovePercent ? "the share moved more" : "the share moved no more";
}

function nextNote({ session, isConfirmed }: NonNullable<Recap["next"]>): string {
  return [session && sessionNames[session], isConfirmed ? "confirmed" : "day estimated"]
    .filter(Boolean)
    .join(", ");
}

/** Shows the company's guidance for the quarter and how often its results are above its guidance. */
export function GuidedText({ item, recap: { guided, guidanceHabit } }: RecapProps) {
  if (!guided) return null;
  const habit = habitSentence(guidanceHabit);
  return (
    <section aria-label="What the company had guided" className="text-sm">
      <GuidanceLineText line={guided} today={guided.filedOn} isSimulated={item.dataMode === "sample"} />
      {habit && <p className="mt-2 max-w-3xl text-pretty">{habit}</p>}
    </section>
  );
}

type FilingCheckTextProps = {
  /** The comparison of the result with the company's filing. `check` is null when no filing was compared. */
  check: FilingCheck | null;
  currency: string | null;
};

export function FilingCheckText({ check, currency }: FilingCheckTextProps) {
  const sentences = filingSentences(check, {
    eps: (eps) => perShare(eps, currency),
    moment: easternTime,
    day: calendarDate,
  });
  return (
    <section aria-label="The company's filings" className="text-sm text-muted">
      <p className="max-w-3xl text-pretty">
        {sentences.join(" ")}{" "}
        {check?.documentUrl?.startsWith("https://") && (
          <a href={check.documentUrl} className="link" target="_blank" rel="noreferrer">
            The press release at the SEC
          </a>
        )}
      </p>
    </section>
  );
}
