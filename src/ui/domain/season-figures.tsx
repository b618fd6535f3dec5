import type { BeatShare, SeasonShare, SeasonSoFar } from "#contract/market.ts";
import { calendarDate } from "#lib/dates.ts";
import { counted, number, percent } from "#lib/numbers.ts";
import { Progress } from "../progress.tsx";

export function seasonSentence({ last90Days, since, ...season }: SeasonSoFar): string {
  const { reported, beats } = season;
  const whole =
    reported === 0
      ? `No report is known since ${calendarDate(since)}.`
      : `Since ${calendarDate(since)}, ${number(beats)} of ${number(reported)} reports beat the consensus: ${shareOf(season)}${baseRateOf(season)}.`;
  return last90Days.reported > 0
    ? `${whole} In the last 90 days ${shareOf(last90Days)} of ${number(last90Days.reported)}.`
    : whole;
}

const FEW_REPORTS = 10;

/** Formats as "72% of 1,121 reports beat (69 to 74%), base rate 70%". */
export function seasonInShort({ reported, beats, baseRate, ...season }: SeasonShare): string {
  if (reported === 0) return "nothing has been reported yet";
  const share = reported < FEW_REPORTS ? number(beats) : percent(beats / reported);
  return `${share} of ${counted(reported, "report")} beat (${rangeOf(season)})${baseRateOf({ baseRate })}`;
}

export function SeasonFigures({ season: { sectors } }: { season: Pick<SeasonSoFar, "sectors"> }) {
  if (sectors.length === 0) return <p className="text-muted">Nothing has been reported yet.</p>;
  return (
    <ul className="grid gap-3 md:grid-cols-2 md:gap-x-6">
      {sectors.map(({ sector, ...share }) => (
        <li key={sector}>
          <p className="mb-1 flex justify-between gap-3">
            <span>{sector}</span>
            <span className="text-muted figures">
              {share.beats} of {share.reported} beat ({rangeOf(share)}
              {baseRateOf(share)})
            </span>
          </p>
          <Progress
            label={sector}
            value={share.beats}
            max={share.reported}
            valueText={`${share.beats} of ${share.reported} beat`}
          />
        </li>
      ))}
    </ul>
  );
}

function baseRateOf({ baseRate }: Pick<SeasonShare, "baseRate">): string {
  return baseRate === null ? "" : `, base rate ${percent(baseRate)}`;
}

function rangeOf({ low, high }: Pick<BeatShare, "low" | "high">): string {
  return `${Math.round(100 * low)} to ${Math.round(100 * high)}%`;
}

/** Formats as "72% (95% interval 61 to 81%)". */
function shareOf(share: BeatShare): string {
  return `${Math.round((100 * share.beats) / share.reported)}% (95% interval ${rangeOf(share)})`;
}
