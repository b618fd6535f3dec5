import type { ModelSummary, ReferenceClassSummary } from "#contract/prediction.ts";
import { counted, number, percent } from "#lib/numbers.ts";

type Compared = Pick<ModelSummary, "baseRate" | "referenceClass" | "view">;

/** Which companies the base rate is of, and with how much of the company's past the model saw it. */
export function ReferenceClassLine({ baseRate, referenceClass, view }: Compared) {
  return (
    <>
      <span className="block text-muted">
        <span className="figures">{Math.round(100 * baseRate)}</span> of 100 comparable companies beat:{" "}
        {referenceClass.label}; {reportsText(referenceClass)}; 95% interval {percent(referenceClass.low)} to{" "}
        {percent(referenceClass.high)}.
      </span>
      {(view === "four" || view === "four_context") && (
        <span className="block text-muted">
          Based on four quarters: no more of the company's past is known here, so the confidence and the
          record are those of predictions tested with four.
        </span>
      )}
    </>
  );
}

function reportsText({ n, fittedReports }: ReferenceClassSummary): string {
  const stored = `${counted(n, "report")} in the last four seasons`;
  if (fittedReports === null) return stored;
  const fitted = `${number(fittedReports)} that the model was fitted on`;
  return n === 0 ? `none stored of the last four seasons, ${fitted}` : `${stored}, and ${fitted}`;
}
