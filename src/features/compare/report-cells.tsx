import type { ComparedCompany } from "#contract/compare.ts";
import { stepLabels } from "#contract/waterfall.ts";
import { calendarDayNear, calendarDayShort, daysAwayFrom } from "#lib/dates.ts";
import { number, perShare, signed } from "#lib/numbers.ts";
import { sessionTexts } from "#ui/domain/report-probability.tsx";
import { seasonInShort } from "#ui/domain/season-figures.tsx";
import { NotShown } from "./prediction-cells.tsx";

export function ReportCell({ report, today }: ComparedCompany & { today: string }) {
  if (!report) return <span className="text-muted">No report with a consensus is known.</span>;
  const { reportDate, session, isConfirmed, movedFrom, state, outcome, reportedEps, currency } = report;
  const isAhead = state === "upcoming" || state === "locked";
  return (
    <>
      <p className="font-semibold">
        <time dateTime={reportDate}>{calendarDayShort(reportDate)}</time>
        <span className="font-normal text-muted">, {daysAwayFrom(reportDate, today)}</span>
      </p>
      <p className="text-muted">
        {sessionTexts[session ?? "unknown"]}
        {isAhead && (isConfirmed ? ", confirmed" : ", estimated day")}
        {movedFrom && `, moved from ${calendarDayNear(movedFrom)}`}
      </p>
      {state === "locked" && <p className="text-muted">Prediction locked</p>}
      {state === "awaited" && <p>Result awaited</p>}
      {state === "review" && <p>Under review</p>}
      {state === "void" && <p>Prediction void</p>}
      {state === "reported" && (
        <p className="figures">
          Reported {perShare(reportedEps, currency)}
          {outcome ? `, a ${outcome}` : ""}
        </p>
      )}
    </>
  );
}

export function MoveCell({ report }: ComparedCompany) {
  const { impliedMovePercent = null, pastMovePercent = null } = report ?? {};
  if (impliedMovePercent === null && pastMovePercent === null)
    return <span className="text-muted">Not known: the first analysis of this report looks it up.</span>;
  return (
    <div className="figures">
      <p>
        <strong className="font-semibold">
          {impliedMovePercent === null ? "—" : `±${number(impliedMovePercent, 1)}%`}
        </strong>
        <span className="text-muted">
          {" "}
          {impliedMovePercent === null ? "no option prices" : "implied by options"}
        </span>
      </p>
      <p>
        <strong className="font-semibold">
          {pastMovePercent === null ? "—" : `±${number(pastMovePercent, 1)}%`}
        </strong>
        <span className="text-muted">
          {" "}
          {pastMovePercent === null ? "past moves not known" : "on past reports"}
        </span>
      </p>
    </div>
  );
}

const resultTexts = { beat: "beat", met: "met", miss: "miss", unknown: "no consensus" } as const;

export function PastReportsCell({ pastReports }: ComparedCompany) {
  if (pastReports.length === 0) return <span className="text-muted">No reported quarter is stored.</span>;
  return (
    <ul className="flex flex-col gap-0.5">
      {pastReports.map(({ reportDate, result, surprisePercent }) => (
        <li key={reportDate} className="grid grid-cols-[1fr_auto_4rem] gap-2 figures">
          <time dateTime={reportDate} className="text-muted">
            {calendarDayShort(reportDate)}
          </time>
          <span className="font-medium">{resultTexts[result ?? "unknown"]}</span>
          <span className="text-right text-muted">
            {surprisePercent === null ? "" : `${signed(surprisePercent, 1)}%`}
          </span>
        </li>
      ))}
    </ul>
  );
}

export function SeasonCell({ sector, sectorSeason, since }: ComparedCompany & { since: string }) {
  if (!sector) return <span className="text-muted">Its sector is not known.</span>;
  if (!sectorSeason)
    return (
      <span className="text-muted">
        {sector}: nothing reported since {calendarDayShort(since)}
      </span>
    );
  return (
    <p>
      {sector}: {seasonInShort(sectorSeason)}{" "}
      <span className="text-muted">since {calendarDayShort(since)}</span>
    </p>
  );
}

/** The labels of all columns' steps, and the largest step in percentage points. */
export type Scale = { labels: readonly string[]; most: number };

/** Returns the scale that the bars of all columns share. */
export function contributionScaleOf(items: readonly ComparedCompany[]): Scale {
  const steps = items.flatMap(({ prediction }) => prediction?.contributions?.steps ?? []);
  return {
    labels: stepLabels.filter((label) => steps.some((step) => step.label === label)),
    most: Math.max(1, ...steps.map(({ points }) => Math.abs(points))),
  };
}

export function StepsCell({ prediction, scale }: ComparedCompany & { scale: Scale }) {
  const contributions = prediction?.contributions ?? null;
  if (!contributions)
    return prediction ? <span className="text-muted">Not stored with this number.</span> : <NotShown />;
  return (
    <ul className="flex flex-col gap-1.5">
      <li className="flex justify-between gap-2 text-xs">
        <span className="text-muted">{contributions.start.label}</span>
        <span className="figures font-medium">{number(contributions.start.percent, 1)}%</span>
      </li>
      {scale.labels.map((label) => {
        const points = contributions.steps.find((step) => step.label === label)?.points ?? null;
        return (
          <li key={label} className="text-xs">
            <span className="flex justify-between gap-2">
              <span className="text-muted">{label}</span>
              <span className="figures font-medium">
                {points === null ? "no data" : `${signed(points, 1)} points`}
              </span>
            </span>
            <span aria-hidden="true" className="relative mt-0.5 block h-2 rounded-sm bg-sunken">
              <span className="absolute inset-y-0 left-1/2 w-px bg-edge" />
              {points !== null && (
                <span
                  className="absolute inset-y-0 rounded-sm"
                  style={{
                    [points >= 0 ? "left" : "right"]: "50%",
                    width: `${(50 * Math.abs(points)) / scale.most}%`,
                    backgroundColor: `var(--c-${points >= 0 ? "positive-solid" : "negative-solid"})`,
                  }}
                />
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
