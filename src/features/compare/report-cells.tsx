import type { Compared } from "#contract/compare.ts";
import { calendarDayNear, calendarDayShort, daysAwayFrom } from "#lib/dates.ts";
import { number, perShare, signed } from "#lib/numbers.ts";
import { sessionTexts } from "#ui/domain/report-probability.tsx";
import { seasonInShort } from "#ui/domain/season-figures.tsx";

/** When it reports, or what it reported. */
export function ReportCell({ report, today }: Compared & { today: string }) {
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

/** What options charge beside what past reports did. */
export function MoveCell({ report }: Compared) {
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

/** The last reports, newest first. */
export function PastReportsCell({ pastReports }: Compared) {
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

/** How the sector's reports of this season turned out. */
export function SeasonCell({ sector, sectorSeason, since }: Compared & { since: string }) {
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
