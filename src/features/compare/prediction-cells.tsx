import type { ComparedCompany, Comparison } from "#contract/compare.ts";
import { confidenceNames, OPEN_LARGEST_OF_WEEK, upcomingForecastRule } from "#contract/rules.ts";
import { shortDay } from "#lib/dates.ts";
import { percent, perShare } from "#lib/numbers.ts";
import { edgeText, ProbabilityBar } from "#ui/domain/probability-bar.tsx";
import { GlossaryTerm } from "#ui/domain/term.tsx";
import { Lock } from "#ui/icons.tsx";

export function ProbabilityCell(compared: ComparedCompany & Pick<Comparison, "opens">) {
  const { symbol, prediction } = compared;
  if (!prediction) return <Closed {...compared} />;
  const { beatProbability, baseRate, edge, edgeVerdict, from, asOf } = prediction;
  return (
    <>
      <p className="flex flex-wrap items-baseline justify-between gap-x-2">
        <strong className="text-2xl font-semibold tracking-[-0.01em] figures">
          {percent(beatProbability)}
        </strong>
        <span className="figures">
          {edgeVerdict ? <strong className="font-semibold">{edgeText(edge, edgeVerdict)}</strong> : null}
          <span className="text-muted">
            {edgeVerdict ? ", " : ""}
            <GlossaryTerm name="baseRate">base rate</GlossaryTerm> {percent(baseRate)}
          </span>
        </span>
      </p>
      <div className="my-2">
        <ProbabilityBar
          label={`${symbol} beats the consensus`}
          probability={beatProbability}
          baseRate={baseRate}
          edgeVerdict={edgeVerdict}
        />
      </div>
      {from === "own_analysis" && asOf && (
        <p className="text-xs text-muted">
          From your analysis of <time dateTime={asOf}>{shortDay(asOf)}</time>
        </p>
      )}
    </>
  );
}

/** Says why no probability is shown and what would show one. */
function Closed({ closedBy, report, opens }: ComparedCompany & Pick<Comparison, "opens">) {
  const isAhead = report?.state === "upcoming" || report?.state === "awaited";
  return (
    <div className="flex flex-col gap-1 text-muted">
      {closedBy === "plan" ? (
        <>
          <p className="flex items-center gap-1.5 font-medium text-ink">
            <Lock className="size-4" /> Closed
          </p>
          <p>
            {opens === "none" ? (
              <>
                A{" "}
                <a href="/auth" className="link">
                  free account
                </a>{" "}
                sees the {OPEN_LARGEST_OF_WEEK} largest companies of each week,{" "}
                <a href="/pricing" className="link">
                  a paid plan
                </a>{" "}
                all of them.
              </>
            ) : (
              <>
                Not among the {OPEN_LARGEST_OF_WEEK} largest of its week.{" "}
                <a href="/subscribe" className="link">
                  A paid plan
                </a>{" "}
                opens it, or one analysis of it.
              </>
            )}
          </p>
        </>
      ) : isAhead ? (
        <p>Reports are scored from {upcomingForecastRule.daysAhead} days ahead. An analysis scores it now.</p>
      ) : (
        <p>{report ? "No prediction on record." : "No report with a consensus is known."}</p>
      )}
      {report?.baseRate != null && <p className="figures">Base rate {percent(report.baseRate)}</p>}
    </div>
  );
}

export function ConfidenceCell({ prediction }: ComparedCompany) {
  if (!prediction) return <NotShown />;
  const name = confidenceNames[prediction.confidence];
  return <span className="font-medium">{`${name.charAt(0).toUpperCase()}${name.slice(1)}`}</span>;
}

export function ExpectedCell({ report, prediction }: ComparedCompany) {
  if (!report) return <NotShown />;
  const { consensusEps, analystCount, currency } = report;
  const expected = prediction?.expectedEps ?? null;
  return (
    <div className="figures">
      <p>
        <strong className="font-semibold">{perShare(consensusEps, currency)}</strong>
        <span className="text-muted"> consensus{analystCount === null ? "" : ` of ${analystCount}`}</span>
      </p>
      {expected ? (
        <p>
          <strong className="font-semibold">{perShare(expected.eps, currency)}</strong>
          <span className="text-muted">
            {" expected"}
            {expected.low !== null &&
              expected.high !== null &&
              `, 8 in 10 between ${perShare(expected.low, currency)} and ${perShare(expected.high, currency)}`}
          </span>
        </p>
      ) : (
        <p className="text-muted">{prediction ? "expectation not stored" : "expectation not shown"}</p>
      )}
    </div>
  );
}

export function NotShown() {
  return <span className="text-muted">—</span>;
}
