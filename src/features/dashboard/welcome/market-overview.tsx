import type { MarketOverview, SeasonSoFar } from "#contract/market.ts";
import { calendarDate } from "#lib/dates.ts";
import { Progress } from "#ui/progress.tsx";
import { FearGreedMeter } from "../results/social/fear-greed-meter.tsx";
import { MarketList } from "./market-lists.tsx";

/** The mood of the whole market, and how the season's reports have turned out so far, by sector. */
export function MarketOverviewCard({ list, onClose }: { list: MarketOverview; onClose: () => void }) {
  return (
    <MarketList title="Market Insights" list={list} onClose={onClose}>
      <div className="grid gap-6 lg:grid-cols-2">
        {list.mood ? (
          <FearGreedMeter index={list.mood} />
        ) : (
          <p className="text-sm text-muted">The mood of the market could not be had: {list.moodMissing}.</p>
        )}
        <Season season={list.season} />
      </div>
    </MarketList>
  );
}

function Season({ season: { since, reported, beats, sectors } }: { season: SeasonSoFar }) {
  return (
    <section aria-labelledby="season-so-far" className="text-sm">
      <h3 id="season-so-far" className="font-semibold">
        Season so far
      </h3>
      <p className="mt-1 text-muted">
        {reported === 0
          ? `No company of the record has reported since ${calendarDate(since)}.`
          : `Since ${calendarDate(since)}, ${beats} of the ${reported} companies of the record that reported beat the consensus.`}
      </p>
      <ul className="mt-3 flex flex-col gap-3">
        {sectors.map(({ sector, reported: count, beats }) => (
          <li key={sector}>
            <p className="mb-1 flex justify-between gap-3">
              <span>{sector}</span>
              <span className="text-muted figures">
                {beats} of {count} beat
              </span>
            </p>
            <Progress label={sector} value={beats} max={count} valueText={`${beats} of ${count} beat`} />
          </li>
        ))}
      </ul>
    </section>
  );
}
