import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { CalendarRow } from "#contract/calendar.ts";
import type { UserForecast, UserForecasts } from "#contract/user-forecasts.ts";
import { calendarDayNear, calendarQuarter } from "#lib/dates.ts";
import { counted, fixed, number, percent } from "#lib/numbers.ts";
import { useAction } from "#lib/use-action.ts";
import { Button } from "#ui/button.tsx";
import { CardHeader } from "#ui/card.tsx";
import { sessionTexts } from "#ui/domain/report-probability.tsx";
import { ActionFailure } from "#ui/notice.tsx";
import { saveUserForecast, userForecastsQuery } from "../../api.ts";

type UserForecastCardProps = {
  /** The report to forecast. `row` is null when none is left. */
  row: CalendarRow | null;
  calls: UserForecasts;
  today: string;
};

const START = 70;

/**
 * Asks the person for a probability before showing ours. Both are scored once the report is settled, and only
 * this person sees the score.
 */
export function UserForecastCard({ row, calls }: UserForecastCardProps) {
  const [shown, setShown] = useState<CalendarRow | null>(null);
  const last = shown && calls.calls.find(({ symbol }) => symbol === shown.symbol);
  return (
    <>
      <CardHeader level={3} title="Your own call" />
      {last && shown ? (
        <Revealed row={shown} call={last} onNext={() => setShown(null)} />
      ) : row ? (
        <Ask key={row.symbol} row={row} onCalled={() => setShown(row)} />
      ) : (
        <p className="text-sm text-muted">No report of your companies is open for a call.</p>
      )}
      <Score calls={calls} />
    </>
  );
}

function Ask({ row, onCalled }: { row: CalendarRow; onCalled: () => void }) {
  const { symbol, fiscalQuarterEnd, reportDate, session, baseRate } = row;
  const [value, setValue] = useState(baseRate === null ? START : Math.round(100 * baseRate));
  const queryClient = useQueryClient();
  const { run, isPending, message } = useAction<number | null, { call: UserForecast }>({
    call: (probability) => saveUserForecast({ symbol, fiscalQuarterEnd, probability }),
    failure: { fallback: "Your call could not be stored. Please try again." },
    refresh: () => queryClient.invalidateQueries({ queryKey: userForecastsQuery().queryKey }),
    onSuccess: onCalled,
  });
  return (
    <div className="flex flex-col gap-2">
      <p className="text-sm">
        How likely is <strong className="font-semibold">{symbol}</strong> to beat on{" "}
        {calendarDayNear(reportDate)}, {sessionTexts[session ?? "unknown"]}?{" "}
        {baseRate !== null && <span className="text-muted">Similar companies: {percent(baseRate)}.</span>}
      </p>
      <label className="flex items-center gap-3">
        <input
          type="range"
          min={1}
          max={99}
          value={value}
          aria-label={`Your probability that ${symbol} beats, in percent`}
          onChange={(event) => setValue(Number(event.target.value))}
          className="h-11 min-w-0 flex-1"
        />
        <output className="min-w-14 whitespace-nowrap text-right text-2xl font-semibold figures">
          {value}%
        </output>
      </label>
      <p className="flex flex-wrap gap-2">
        <Button size="sm" isLoading={isPending} onClick={() => run(value / 100)}>
          Enter my call
        </Button>
        <Button size="sm" variant="ghost" disabled={isPending} onClick={() => run(null)}>
          Show ours instead
        </Button>
      </p>
      <ActionFailure message={message} />
      <p className="text-xs text-muted">Entered once. Only you see it.</p>
    </div>
  );
}

function Revealed({ row, call, onNext }: { row: CalendarRow; call: UserForecast; onNext: () => void }) {
  const { symbol, beatProbability, needsPlan } = row;
  return (
    <div className="flex flex-col gap-2" role="status">
      <dl className="flex gap-8">
        <div className="flex flex-col-reverse">
          <dt className="text-sm text-muted">You, on {symbol}</dt>
          <dd className="text-2xl font-semibold figures">
            {call.probability === null ? "no call" : percent(call.probability)}
          </dd>
        </div>
        <div className="flex flex-col-reverse">
          <dt className="text-sm text-muted">Beatcast</dt>
          <dd className="text-2xl font-semibold figures">
            {beatProbability === null
              ? needsPlan
                ? "with a plan"
                : "not scored yet"
              : percent(beatProbability)}
          </dd>
        </div>
      </dl>
      <Button size="sm" variant="secondary" className="self-start" onClick={onNext}>
        Next
      </Button>
    </div>
  );
}

/** Shows the Brier scores of the person and of Beatcast over the same reports. */
function Score({ calls: { score, seasons, bins } }: { calls: UserForecasts }) {
  if (!score) return null;
  return (
    <details className="mt-3 border-t border-line pt-2 text-sm">
      <summary className="cursor-pointer rounded-sm py-1 focus-ring">
        Brier score: you <strong className="font-semibold figures">{fixed(score.own, 3)}</strong>, Beatcast{" "}
        <strong className="font-semibold figures">{fixed(score.ours, 3)}</strong>{" "}
        <span className="text-muted">over {counted(score.n, "report")}, lower is better</span>
      </summary>
      <table className="mt-2 w-full text-left figures">
        <caption className="sr-only">Brier scores by quarter</caption>
        <thead className="text-xs text-muted">
          <tr>
            <th scope="col" className="font-medium">
              Quarter to
            </th>
            <th scope="col" className="font-medium">
              Reports
            </th>
            <th scope="col" className="font-medium">
              You
            </th>
            <th scope="col" className="font-medium">
              Beatcast
            </th>
          </tr>
        </thead>
        <tbody>
          {seasons.map(({ quarter, n, own, ours }) => (
            <tr key={quarter} className="border-t border-line">
              <td className="py-1">{calendarQuarter(quarter)}</td>
              <td>{number(n)}</td>
              <td>{fixed(own, 3)}</td>
              <td>{fixed(ours, 3)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <ul className="mt-2 text-muted">
        {bins.map(({ n, mean, beats }) => (
          <li key={mean}>
            When you said {percent(mean)}, {number(beats)} of {number(n)} beat
          </li>
        ))}
      </ul>
    </details>
  );
}
