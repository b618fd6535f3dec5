import { useMemo, useState } from "react";
import type { EarningsData } from "#contract/analysis.ts";
import { doubtTexts, isResultDoubtful } from "#contract/figure-doubt.ts";
import { calendarQuarter } from "#lib/dates.ts";
import { counted } from "#lib/numbers.ts";
import { Chart } from "#ui/chart.tsx";
import { classes } from "#ui/classes.ts";
import { type HistoryMetric, historyShape, reportedPoints } from "./history-shape.ts";

const names = { eps: "EPS", revenue: "Revenue" } as const;
const metrics = ["eps", "revenue"] as const;

/** Lists the quarters whose figures are doubtful, and says which of them the probability leaves out. */
function DoubtfulQuarters({ earnings: { history } }: { earnings: EarningsData }) {
  const doubtful = history.filter(({ doubt }) => doubt !== undefined);
  if (doubtful.length === 0) return null;
  return (
    <ul className="mt-2 text-xs text-muted" aria-label="Doubtful figures">
      {doubtful.map(({ fiscalQuarterEnd, doubt }) => (
        <li key={fiscalQuarterEnd}>
          Quarter to {calendarQuarter(fiscalQuarterEnd)}: {doubt && doubtTexts[doubt]}.
          {isResultDoubtful(doubt) && " The probability leaves it out."}
        </li>
      ))}
    </ul>
  );
}

export function HistoryChart({ earnings }: { earnings: EarningsData }) {
  const [chosen, setChosen] = useState<HistoryMetric>("eps");
  const [index, setIndex] = useState<number | null>(null);
  const hasRevenue = useMemo(() => reportedPoints(earnings, "revenue").length > 0, [earnings]);
  const metric = hasRevenue ? chosen : "eps";
  const quarters = useMemo(() => reportedPoints(earnings, metric), [earnings, metric]);
  const shape = useMemo(() => historyShape(quarters, earnings, metric), [quarters, earnings, metric]);
  const withSurprise = quarters.filter((quarter) => quarter.surprise !== null);
  if (quarters.length === 0)
    return <p className="text-sm text-muted">This source has no reported quarters of the company.</p>;
  const above = withSurprise.filter((quarter) => (quarter.surprise ?? 0) > 0).length;
  return (
    <div>
      {hasRevenue && (
        <fieldset className="mb-3 flex flex-wrap items-center gap-1 print:hidden">
          <legend className="sr-only">Figure in the chart</legend>
          {metrics.map((option) => (
            <button
              key={option}
              type="button"
              aria-pressed={metric === option}
              onClick={() => {
                setIndex(null);
                setChosen(option);
              }}
              className={classes(
                "min-h-9 rounded-md px-3 text-sm font-semibold transition-colors duration-fast focus-ring",
                metric === option
                  ? "bg-primary-soft text-primary"
                  : "text-muted hover:bg-sunken hover:text-ink",
              )}
            >
              {names[option]}
            </button>
          ))}
        </fieldset>
      )}
      <Chart
        title={`${names[metric]}${earnings.currency ? ` in ${earnings.currency}` : ""}, estimate against reported`}
        summary={`Of ${counted(withSurprise.length, "quarter")} with an estimate, ${above} ${above === 1 ? "was" : "were"} reported above it.`}
        positionName="Quarter to"
        shape={shape}
        height={240}
        index={index}
        onIndex={setIndex}
      />
      <p className="mt-1 text-xs text-muted">
        Ring: the estimate. Disc: what was reported, green above the estimate, red below.
        {metric === "revenue" && " The probability is about EPS only."}
      </p>
      <DoubtfulQuarters earnings={earnings} />
    </div>
  );
}
