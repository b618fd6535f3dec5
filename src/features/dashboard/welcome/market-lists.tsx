import type { ReactNode } from "react";
import type { CalendarResponse, MarketOverview, SeasonSoFar, TrendingResponse } from "#contract/market.ts";
import { calendarDate, dateAndTime, relativeDayLabel } from "#lib/dates.ts";
import { fixed } from "#lib/numbers.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Card, CardHeader } from "#ui/card.tsx";
import { SeasonFigures, seasonSentence } from "#ui/domain/season-figures.tsx";
import { CompanyRow } from "../analysis/company-choice.tsx";
import { FearGreedMeter } from "../results/social/fear-greed-meter.tsx";
import type { OpenView } from "../views.ts";

type CalendarItem = NonNullable<CalendarResponse["items"]>[number];
type ListProps<List> = { list: List; onOpen: OpenView; onClose: () => void };

export function TrendingList({ list, onOpen, onClose }: ListProps<TrendingResponse>) {
  return (
    <MarketList title="Trending Stocks" list={list} onClose={onClose}>
      <ul className="grid gap-1 sm:grid-cols-2 lg:grid-cols-3">
        {(list.items ?? []).map((item) => (
          <CompanyRow key={item.symbol} {...item} onChoose={(symbol) => onOpen("analysis", symbol)} />
        ))}
      </ul>
    </MarketList>
  );
}

export function CalendarList({ list, onOpen, onClose }: ListProps<CalendarResponse>) {
  const now = new Date();
  return (
    <MarketList
      title="Earnings Calendar"
      note="Days are those of New York (Eastern time)."
      list={list}
      onClose={onClose}
    >
      <ol className="flex max-h-128 flex-col gap-4 overflow-y-auto">
        {byDay(list.items ?? []).map(([day, items]) => (
          <li key={day}>
            <h3 className="flex flex-wrap items-baseline gap-x-2 text-sm font-semibold">
              <time dateTime={day}>{calendarDate(day)}</time>
              <span className="font-normal text-muted">{relativeDayLabel(day, now)}</span>
            </h3>
            <ul className="mt-1 grid gap-1 sm:grid-cols-2">
              {items.map((item) => (
                <CompanyRow
                  key={item.symbol}
                  {...item}
                  note={calendarNote(item)}
                  onChoose={(symbol) => onOpen("analysis", symbol)}
                />
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </MarketList>
  );
}

type MarketListProps = {
  title: string;
  note?: string;
  list: Pick<TrendingResponse, "source" | "asOf" | "dataMode">;
  onClose: () => void;
  children: ReactNode;
};

function MarketList({ title, note, list, onClose, children }: MarketListProps) {
  return (
    <Card aria-labelledby="market-list">
      <CardHeader
        id="market-list"
        title={title}
        description={[`${list.source}, ${dateAndTime(list.asOf)}.`, note].filter(Boolean).join(" ")}
        aside={
          <span className="flex items-center gap-2">
            {list.dataMode === "sample" && <Badge tone="warn">sample</Badge>}
            <Button variant="ghost" size="sm" onClick={onClose}>
              Close
            </Button>
          </span>
        }
      />
      {children}
    </Card>
  );
}

function byDay(items: readonly CalendarItem[]): [string, CalendarItem[]][] {
  return Object.entries(Object.groupBy(items, (item) => item.reportDate)).map(([day, group]) => [
    day,
    group ?? [],
  ]);
}

function calendarNote({ session, consensusEps }: CalendarItem): string {
  const when = { pre: "before the open", post: "after the close", none: "time not known" }[session ?? "none"];
  return consensusEps === null ? when : `${when}, consensus EPS ${fixed(consensusEps)}`;
}

export function MarketOverviewCard({ list, onClose }: { list: MarketOverview; onClose: () => void }) {
  return (
    <MarketList title="Market Insights" list={list} onClose={onClose}>
      <div className="grid gap-6 lg:grid-cols-2">
        {list.mood ? (
          <FearGreedMeter index={list.mood} />
        ) : (
          <p className="text-sm text-muted">The mood of the market is not available: {list.moodMissing}.</p>
        )}
        <Season season={list.season} />
      </div>
    </MarketList>
  );
}

function Season({ season }: { season: SeasonSoFar }) {
  return (
    <section aria-labelledby="season-so-far" className="text-sm">
      <h3 id="season-so-far" className="font-semibold">
        Season so far
      </h3>
      <p className="mt-1 mb-3 text-muted">{seasonSentence(season)}</p>
      <SeasonFigures season={season} />
    </section>
  );
}
