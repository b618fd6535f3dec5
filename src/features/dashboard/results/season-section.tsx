import { useQuery } from "@tanstack/react-query";
import type { SeasonAround } from "#contract/calendar.ts";
import { calendarDate, calendarDayNear } from "#lib/dates.ts";
import { counted } from "#lib/numbers.ts";
import { LoadFailure } from "#ui/domain/load-failure.tsx";
import { seasonInShort } from "#ui/domain/season-figures.tsx";
import { seasonAroundQuery } from "../api.ts";
import { ResultSection } from "./sections/section.tsx";

export function SeasonSection({ symbol }: { symbol: string }) {
  const { data: season, error, isFetching, refetch } = useQuery(seasonAroundQuery(symbol));
  if (error)
    return (
      <LoadFailure title="The season so far could not be loaded" query={{ error, refetch, isFetching }} />
    );
  return (
    <ResultSection id="season" title="Season so far" finding={season ? findingOf(season) : "Loading…"}>
      {season && <Season season={season} />}
    </ResultSection>
  );
}

function findingOf({ all, sector }: SeasonAround): string {
  return sector ? `${sector.sector}: ${seasonInShort(sector)}` : `All companies: ${seasonInShort(all)}`;
}

function Season({ season: { since, all, industry, peers } }: { season: SeasonAround }) {
  return (
    <div className="flex flex-col gap-3 text-sm">
      <p className="text-muted">
        Since {calendarDate(since)}, of all companies: {seasonInShort(all)}. Ranges are 95% intervals.
      </p>
      {industry && (
        <section aria-label={`Others of ${industry}`}>
          <h3 className="font-semibold">
            {peers.length > 0
              ? `${industry}: the latest ${counted(peers.length, "report")}`
              : `${industry}: nobody else has reported yet`}
          </h3>
          <ul className="mt-1.5 grid gap-x-6 gap-y-1 sm:grid-cols-2">
            {peers.map(({ symbol, name, reportDate, outcome }) => (
              <li key={`${symbol} ${reportDate}`} className="flex items-baseline gap-2">
                <strong className="font-semibold">{symbol}</strong>
                <span className="min-w-0 flex-1 truncate text-muted">{name}</span>
                <span>{outcome}</span>
                <time dateTime={reportDate} className="text-muted figures">
                  {calendarDayNear(reportDate)}
                </time>
              </li>
            ))}
          </ul>
        </section>
      )}
      <p>
        <a href="/calendar" className="link">
          The calendar of the whole market
        </a>
      </p>
    </div>
  );
}
