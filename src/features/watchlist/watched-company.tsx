import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { PastReport } from "#contract/compare.ts";
import { MAX_NOTE_LENGTH, type WatchlistEntry } from "#contract/watchlist.ts";
import { calendarDate, calendarDayNear, calendarDayShort, daysAwayFrom, shortDay } from "#lib/dates.ts";
import { number, signed } from "#lib/numbers.ts";
import { fieldErrorsOf, useAction } from "#lib/use-action.ts";
import { unwatchCompany, watchCompany, watchlistQuery } from "#lib/watchlist.ts";
import { Badge } from "#ui/badge.tsx";
import { Button, IconButton } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { ReportProbability, sessionTexts } from "#ui/domain/report-probability.tsx";
import { TextAreaField } from "#ui/field.tsx";
import { Pencil, Trash } from "#ui/icons.tsx";
import { ActionFailure } from "#ui/notice.tsx";

type Report = NonNullable<WatchlistEntry["report"]>;

type WatchedCompanyProps = {
  item: WatchlistEntry;
  seen: WatchlistEntry["seen"];
  today: string;
};

export function WatchedCompany({ item, seen: seenBefore, today }: WatchedCompanyProps) {
  const { symbol, name, report, pastReports, note } = item;
  return (
    <Card as="li" aria-label={symbol} className="flex min-w-0 flex-col gap-3 p-4">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <h2 className="flex flex-wrap items-baseline gap-x-2">
            <a
              href={`/dashboard?view=analysis&symbol=${encodeURIComponent(symbol)}`}
              className="link text-lg font-semibold"
            >
              {symbol}
            </a>
            <span className="min-w-0 truncate text-sm text-muted">{name === symbol ? "" : name}</span>
          </h2>
          <When report={report} today={today} />
        </div>
        <Remove symbol={symbol} />
      </div>
      <div className="grid gap-x-6 gap-y-3 [&>*]:min-w-0 md:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)]">
        <div>
          {report && <ReportProbability row={{ ...report, symbol }} today={today} />}
          {report && <Changed report={report} seen={seenBefore} />}
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm md:justify-end">
          {report && report.impliedMovePercent !== null && (
            <span className="figures">
              <span className="text-muted">implied move </span>±{number(report.impliedMovePercent, 1)}%
            </span>
          )}
          <Outcomes reports={pastReports} />
        </div>
      </div>
      <Note symbol={symbol} note={note} />
    </Card>
  );
}

function When({ report, today }: { report: Report | null; today: string }) {
  if (!report)
    return (
      <p className="text-sm text-muted">
        No analyst's estimate is known, so there is nothing to beat or miss.
      </p>
    );
  const { reportDate, session, isConfirmed, movedFrom, state, predictionId } = report;
  if (state !== "upcoming" && state !== "locked")
    return (
      <p className="text-sm text-muted">
        {state === "awaited" ? "Was expected" : "Reported"} on {calendarDate(reportDate)}
        {predictionId && (
          <>
            {", "}
            <a href={`/track-record/${encodeURIComponent(predictionId)}`} className="link">
              how its prediction ended
            </a>
          </>
        )}
        {state !== "awaited" && ". The day of its next report is not known yet."}
      </p>
    );
  const sessionText = sessionTexts[session ?? "unknown"];
  const isToday = reportDate === today && session !== null;
  return (
    <p className="text-sm">
      <strong className="inline-block font-semibold first-letter:uppercase">
        {isToday ? `Reports today ${sessionText}` : daysAwayFrom(reportDate, today)}
      </strong>
      <span className="text-muted">
        , {calendarDayShort(reportDate)}, {isToday ? "" : `${sessionText}, `}
        {isConfirmed ? "confirmed" : "estimated day"}
        {movedFrom && `, moved from ${calendarDayNear(movedFrom)}`}
      </span>
    </p>
  );
}

function Changed({ report, seen }: { report: Report; seen: WatchlistEntry["seen"] }) {
  if (!seen) return null;
  const since = shortDay(seen.at);
  const points =
    report.beatProbability === null || seen.beatProbability === null
      ? null
      : 100 * (report.beatProbability - seen.beatProbability);
  const parts = [
    points !== null && Math.abs(points) >= 0.5 && `${signed(points, 0)} points`,
    seen.reportDate !== report.reportDate && `was expected on ${calendarDayNear(seen.reportDate)}`,
  ].filter((part) => part !== false);
  return (
    <p className="mt-1.5 text-xs text-muted figures">
      {parts.length > 0 ? (
        <>
          <strong className="font-semibold text-ink">{parts.join(", ")}</strong> since you looked on {since}
        </>
      ) : (
        `No change since you looked on ${since}`
      )}
    </p>
  );
}

const resultTexts = { beat: "Beat", met: "Met", miss: "Miss" } as const;
const tones = { beat: "positive", met: "neutral", miss: "negative" } as const;

function Outcomes({ reports }: { reports: readonly PastReport[] }) {
  if (reports.length === 0) return <span className="text-muted">No past report is known</span>;
  return (
    <ol aria-label="Last outcomes, oldest first" className="flex flex-wrap gap-1">
      {reports.toReversed().map(({ reportDate, result, surprisePercent }) => (
        <li
          key={reportDate}
          title={`${calendarDayShort(reportDate)}${surprisePercent === null ? "" : `: ${signed(surprisePercent)}%`}`}
        >
          {result ? <Badge tone={tones[result]}>{resultTexts[result]}</Badge> : <Badge>No consensus</Badge>}
        </li>
      ))}
    </ol>
  );
}

function Remove({ symbol }: { symbol: string }) {
  const queryClient = useQueryClient();
  const remove = useAction({
    call: () => unwatchCompany(symbol),
    success: { title: "Taken off your watchlist", description: symbol },
    failure: { fallback: "The watchlist could not be changed. Please try again." },
    refresh: () => queryClient.invalidateQueries({ queryKey: watchlistQuery().queryKey }),
  });
  return (
    <>
      <ActionFailure message={remove.message} />
      <IconButton
        label={`Take ${symbol} off the watchlist`}
        className="-mr-2 -mt-2 print:hidden"
        disabled={remove.isPending}
        onClick={() => remove.run()}
      >
        <Trash className="size-4" />
      </IconButton>
    </>
  );
}

function Note({ symbol, note }: { symbol: string; note: string }) {
  const [text, setText] = useState<string | null>(null);
  const queryClient = useQueryClient();
  const save = useAction<string>({
    call: (changed) => watchCompany({ symbol, note: changed }),
    failure: { fallback: "The note could not be saved. Please try again." },
    refresh: () => queryClient.invalidateQueries({ queryKey: watchlistQuery().queryKey }),
    onSuccess: () => setText(null),
  });
  if (text === null)
    return (
      <div className="flex items-start gap-2 text-sm">
        {note !== "" && <p className="min-w-0 flex-1 whitespace-pre-line break-words">{note}</p>}
        <Button
          variant="ghost"
          size="sm"
          className={note === "" ? "-ml-3 text-muted" : "-mr-3"}
          onClick={() => setText(note)}
        >
          <Pencil className="size-4" />
          {note === "" ? "Add a note" : "Edit"}
          <span className="sr-only"> on {symbol}</span>
        </Button>
      </div>
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.run(text);
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-2">
      <TextAreaField
        label={`Note on ${symbol}`}
        rows={3}
        autoFocus
        value={text}
        maxLength={MAX_NOTE_LENGTH}
        error={save.error ? (fieldErrorsOf(save.error).note ?? save.message) : null}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="flex gap-2">
        <Button type="submit" size="sm" isLoading={save.isPending}>
          Save
        </Button>
        <Button variant="ghost" size="sm" onClick={() => setText(null)}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
