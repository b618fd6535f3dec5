import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { CalendarRow } from "#contract/calendar.ts";
import { addIsoDays } from "#contract/time.ts";
import { earningsCalendarQuery } from "#lib/calendar.ts";
import { mondayOf } from "#lib/dates.ts";
import { counted, percent } from "#lib/numbers.ts";
import { recordFiguresQuery } from "#lib/record-figures.ts";
import { LinkButton } from "#ui/button.tsx";
import { Card, CardHeader } from "#ui/card.tsx";
import { Legend } from "#ui/domain/board/legend.tsx";
import { SeasonBoard } from "#ui/domain/board/season-board.tsx";
import { ReliabilityChart } from "#ui/domain/record-figures/reliability-chart.tsx";
import { calibrationSentence } from "#ui/domain/record-figures/texts.ts";
import { Skeleton } from "#ui/loading.tsx";
import { TickerBox } from "./ticker-box.tsx";

const DAYS = 7;
const TILES = 12;
const stockPath = ({ symbol, predictionId }: CalendarRow) =>
  predictionId
    ? `/track-record/${encodeURIComponent(predictionId)}`
    : `/stocks/${encodeURIComponent(symbol)}`;

/** The part of the landing page with current data, as far as a visitor may see it. */
export default function Live() {
  return (
    <div className="flex flex-col gap-6">
      <TickerBox />
      <Board />
      <Calibration />
    </div>
  );
}

function Board() {
  const { data: calendar, error } = useQuery(earningsCalendarQuery(null));
  const weeks = useMemo(() => (calendar ? [mondayOf(calendar.today)] : []), [calendar]);
  const rows = useMemo(() => {
    const [monday = ""] = weeks;
    return (calendar?.items ?? []).filter(
      ({ reportDate }) => reportDate < addIsoDays(monday || reportDate, DAYS),
    );
  }, [calendar, weeks]);
  return (
    <div className="min-h-112">
      {error && <p className="text-muted">The calendar could not be loaded.</p>}
      {!calendar && !error && <Skeleton className="h-112 w-full" />}
      {calendar && (
        <>
          <Legend count={counted(rows.length, "report")} rows={rows} />
          <SeasonBoard rows={rows} weeks={weeks} today={calendar.today} hrefOf={stockPath} maxTiles={TILES} />
          <p className="mt-3 flex flex-wrap items-center gap-3 text-sm text-muted">
            <LinkButton href="/calendar" variant="secondary" size="sm">
              Whole calendar
            </LinkButton>
            Before a report, probabilities open with a free account for the largest companies, with a plan for
            all.
          </p>
        </>
      )}
    </div>
  );
}

function Calibration() {
  const { data } = useQuery(recordFiguresQuery(null));
  const score = data?.figures.score;
  return (
    <Card as="div" className="min-h-140">
      <CardHeader
        level={3}
        title={data ? calibrationSentence(data.figures.bins) : "Calibration"}
        description={
          data && data.figures.n > 0
            ? `${counted(data.figures.n, "settled prediction")}${score ? `, ${percent(data.figures.correct / data.figures.n)} right, toss-ups counted; always predicting “beat” ${percent(data.figures.beats / data.figures.n)}` : ""}`
            : data && "No prediction has ended yet."
        }
      />
      {!data && <Skeleton className="h-96 w-full" />}
      {data && (
        <ReliabilityChart
          bins={data.figures.bins}
          chosen={null}
          onChoose={(bin) => location.assign(`/track-record?bin=${bin}&outcome=settled`)}
        />
      )}
    </Card>
  );
}
