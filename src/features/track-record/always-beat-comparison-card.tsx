import { useState } from "react";
import type { SeasonFigures } from "#contract/figures.ts";
import { number, percent, signed } from "#lib/numbers.ts";
import { Card, CardHeader } from "#ui/card.tsx";
import { SeasonScrubber, seasonName } from "#ui/domain/season-scrubber.tsx";

/**
 * Compares how many reports our forecasts called right with how many were right by always predicting a beat,
 * summed up to the selected season.
 */
export function AlwaysBeatComparisonCard({ seasons }: { seasons: readonly SeasonFigures[] }) {
  const [chosen, setChosen] = useState<number | null>(null);
  const at = chosen === null ? seasons.length - 1 : Math.min(chosen, seasons.length - 1);
  const now = seasons[at];
  if (!now) return null;
  const run = seasons.slice(0, at + 1);
  const total = (of: "n" | "correct" | "beats") => run.reduce((sum, season) => sum + season[of], 0);
  const [n, ours, always] = [total("n"), total("correct"), total("beats")];
  const longest = Math.max(
    1,
    ...seasons.map((_, end) => seasons.slice(0, end + 1).reduce((sum, one) => sum + one.n, 0)),
  );
  const lead = ours - always;
  return (
    <Card aria-labelledby="race">
      <CardHeader
        id="race"
        title="Beatcast against “always beat”"
        description={
          lead === 0
            ? "Level so far. Our edge is in how likely, not only in which side."
            : `${lead > 0 ? "Ahead" : "Behind"} by ${number(Math.abs(lead))} of ${number(n)} predictions up to ${seasonName(now.quarter)}.`
        }
      />
      <dl className="flex flex-col gap-3">
        <Runner name="Beatcast" right={ours} n={n} longest={longest} color="bg-chart-1" />
        <Runner name="Always “beat”" right={always} n={n} longest={longest} color="bg-chart-2" />
      </dl>
      <div className="mt-4">
        <SeasonScrubber quarters={seasons.map(({ quarter }) => quarter)} at={at} onChoose={setChosen}>
          {signed(now.correct - now.beats, 0)} in the season, {number(now.n)} ended
        </SeasonScrubber>
      </div>
    </Card>
  );
}

type RunnerProps = { name: string; right: number; n: number; longest: number; color: string };

function Runner({ name, right, n, longest, color }: RunnerProps) {
  return (
    <div className="grid grid-cols-[7rem_minmax(0,1fr)] items-center gap-3 text-sm sm:grid-cols-[8rem_minmax(0,1fr)_11rem]">
      <dt className="font-medium">{name}</dt>
      <dd aria-hidden="true" className="h-7 rounded-sm bg-sunken">
        <span
          className={`block h-full rounded-sm transition-[width] duration-slow ${color}`}
          style={{ width: `${(100 * right) / longest}%` }}
        />
      </dd>
      <dd className="figures max-sm:col-span-2">
        <strong className="font-semibold">{number(right)}</strong> right of {number(n)}{" "}
        <span className="text-muted">({percent(n === 0 ? null : right / n, 1)})</span>
      </dd>
    </div>
  );
}
