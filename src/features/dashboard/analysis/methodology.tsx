import { Badge } from "#ui/badge.tsx";
import { Card, CardHeader } from "#ui/card.tsx";

const steps = [
  [
    "Historical data analysis (5+ years)",
    "The company's own reports against the estimates, and what the same estimates imply.",
  ],
  [
    "Multi-model AI processing",
    "A logistic model and boosted trees, compared year by year on reports they had not seen.",
  ],
  ["Probability scoring", "One calibrated probability, beside the base rate of all reports."],
  ["Historical context", "How past predictions of the same size turned out, with their number and interval."],
] as const;

/** How a prediction is made, in four steps. */
export function Methodology() {
  return (
    <Card aria-labelledby="methodology">
      <CardHeader
        id="methodology"
        title="Research Methodology"
        aside={<Badge tone="info">EDUCATIONAL</Badge>}
      />
      <ol className="flex flex-col gap-4">
        {steps.map(([title, text], i) => (
          <li key={title} className="flex gap-3">
            <span className="inline-flex size-7 shrink-0 items-center justify-center rounded-full bg-primary-soft text-sm font-semibold text-primary">
              {i + 1}
            </span>
            <div>
              <h3 className="font-semibold">{title}</h3>
              <p className="text-sm text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}
