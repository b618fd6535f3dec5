import type { Analysis } from "#contract/analysis.ts";
import { counted, number } from "#lib/numbers.ts";
import { Badge } from "#ui/badge.tsx";
import { Progress } from "#ui/progress.tsx";
import { Panel } from "../results/sections/section.tsx";
import { riskColor } from "../scales.ts";

const steps = [
  [
    "Historical data analysis (5+ years)",
    "The company's past reports compared with the estimates, and what today's estimates imply.",
  ],
  [
    "Multi-model AI processing",
    "Boosted trees and two small neural networks, tested year by year on reports they had not seen.",
  ],
  ["Probability scoring", "One calibrated probability, beside the base rate of comparable companies."],
  [
    "Historical context",
    "How past predictions with a similar probability turned out, with their number and interval.",
  ],
] as const;

export function Methodology({ isFolding }: { isFolding: boolean }) {
  return (
    <Panel
      isFolding={isFolding}
      id="methodology"
      title="Research Methodology"
      finding="Four steps to one calibrated probability"
      aside={<Badge tone="info">EDUCATIONAL</Badge>}
    >
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
    </Panel>
  );
}

/** Illustrative risks with their weights in percent. The specification sets them. */
const factors = [
  { name: "Market Volatility", level: "High", percent: 85 },
  { name: "Prediction Uncertainty", level: "Moderate", percent: 65 },
  { name: "Historical Bias", level: "Moderate", percent: 60 },
  { name: "Information Gaps", level: "Low", percent: 40 },
] as const;

const principles = [
  "A probability is not a promise: even 90% is wrong one time in ten.",
  "A beat does not mean that the stock rises.",
  "Options can expire worthless, and you can lose the whole premium.",
  "Past results do not guarantee future ones.",
  "Never risk money that you cannot afford to lose.",
];

type RiskFrameworkProps = {
  isFolding: boolean;
  analysis: Pick<Analysis, "stock" | "technicalIndicators" | "impliedMove"> | null;
};

export function RiskFramework({ isFolding, analysis }: RiskFrameworkProps) {
  return (
    <Panel
      isFolding={isFolding}
      id="risk"
      title="Risk Education Framework"
      finding="Four risks in every prediction, illustrative"
    >
      <ul className="flex flex-col gap-3">
        {factors.map(({ name, level, percent }) => (
          <li key={name}>
            <div className="mb-1 flex justify-between text-sm">
              <span className="font-medium">{name}</span>
              <span className="figures text-muted">
                {level}, {percent}% <span className="text-xs">(illustrative)</span>
              </span>
            </div>
            <Progress label={`${name}, illustrative`} value={percent} fill={riskColor(percent)} />
          </li>
        ))}
      </ul>
      {analysis && <OwnRisk analysis={analysis} />}
      <h3 className="mb-2 mt-5 text-sm font-semibold">Core risk principles</h3>
      <ul className="flex list-disc flex-col gap-1.5 pl-5 text-sm text-muted">
        {principles.map((principle) => (
          <li key={principle}>{principle}</li>
        ))}
      </ul>
    </Panel>
  );
}

/** The price change in percent above which a past reaction counts as large. */
const LARGE_MOVE = 10;

/**
 * Shows the risk figures that were measured for this company. The bars above them are the same for all
 * companies.
 */
function OwnRisk({ analysis }: { analysis: NonNullable<RiskFrameworkProps["analysis"]> }) {
  const { stock, technicalIndicators, impliedMove } = analysis;
  const volatility = technicalIndicators?.annualVolatility ?? null;
  const moves = impliedMove?.pastMoves ?? [];
  const large = moves.filter(({ movePercent }) => Math.abs(movePercent) > LARGE_MOVE).length;
  return (
    <>
      <h3 className="mb-2 mt-5 text-sm font-semibold">Measured for {stock.symbol}</h3>
      <ul className="flex flex-col gap-3">
        <Measured
          name="Volatility of the share over the last year"
          text={volatility === null ? "too few prices" : `${number(volatility, 0)}% a year`}
          percent={volatility ?? 0}
        />
        <Measured
          name={`Reports that moved it more than ${LARGE_MOVE}%`}
          text={moves.length === 0 ? "no moves known" : `${large} of ${counted(moves.length, "report")}`}
          percent={moves.length === 0 ? 0 : (100 * large) / moves.length}
        />
      </ul>
    </>
  );
}

function Measured({ name, text, percent }: { name: string; text: string; percent: number }) {
  return (
    <li>
      <div className="mb-1 flex justify-between gap-3 text-sm">
        <span className="font-medium">{name}</span>
        <span className="figures text-muted">{text}</span>
      </div>
      <Progress label={name} value={Math.min(100, percent)} valueText={text} fill="edge" />
    </li>
  );
}
