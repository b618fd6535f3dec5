import { useMemo, useState } from "react";
import type { GroupScore, Scorecard } from "#contract/record.ts";
import { MIN_SETTLED_FOR_PERCENTAGE } from "#contract/rules.ts";
import { signed } from "#lib/numbers.ts";
import { Card, CardHeader } from "#ui/card.tsx";
import { Chart } from "#ui/chart.tsx";
import { type ChartShape, evenlySpaced } from "#ui/chart-shape.ts";
import { ReliabilityDiagram } from "#widgets/reliability-diagram.tsx";

/** Calibration, and the skill by quarter. */
export function Calibration({ scorecard }: { scorecard: Scorecard }) {
  const quarters = scorecard.byQuarter.filter(({ n }) => n >= MIN_SETTLED_FOR_PERCENTAGE);
  return (
    <div className="grid gap-5 lg:grid-cols-[3fr_2fr]">
      <Card aria-labelledby="calibration">
        <CardHeader
          id="calibration"
          title="Calibration"
          description="Predicted against actual, by probability"
        />
        <ReliabilityDiagram
          bins={scorecard.bins.map(({ beat, ...bin }) => ({ ...bin, observed: beat }))}
          minForBar={MIN_SETTLED_FOR_PERCENTAGE}
          event="beat"
        />
      </Card>
      <Card aria-labelledby="skill">
        <CardHeader
          id="skill"
          title="Skill over time"
          description="Above zero is better than always predicting the base rate"
        />
        {quarters.length === 0 ? (
          <p className="text-muted">
            No quarter has {MIN_SETTLED_FOR_PERCENTAGE} settled predictions yet, so there is nothing to draw.
          </p>
        ) : (
          <SkillChart quarters={quarters} />
        )}
      </Card>
    </div>
  );
}

function SkillChart({ quarters }: { quarters: readonly GroupScore[] }) {
  const [index, setIndex] = useState<number | null>(null);
  const shape = useMemo(() => shapeOf(quarters), [quarters]);
  const skills = quarters.map(({ key, skill }) => `${key} ${skillText(skill ?? 0)}`).join(", ");
  return (
    <Chart
      title="Skill by quarter of the report"
      summary={`Skill over the base rate: ${skills}.`}
      positionName="Quarter"
      shape={shape}
      height={240}
      index={index}
      onIndex={setIndex}
    />
  );
}

function shapeOf(quarters: readonly GroupScore[]): ChartShape {
  const xLabels = quarters.map(({ key }) => key);
  return {
    x: quarters.map((_, i) => i),
    xLabels,
    xTicks: (most) => evenlySpaced(xLabels, most).map((label) => ({ at: xLabels.indexOf(label), label })),
    series: [
      {
        label: "Skill",
        values: quarters.map(({ skill }) => skill),
        format: skillText,
        colour: "chart-1",
        kind: "bars",
      },
    ],
    readings: [
      { label: "Skill", values: quarters.map(({ skill }) => skill), format: skillText, colour: "chart-1" },
      { label: "Settled", values: quarters.map(({ n }) => n), format: String },
    ],
    guides: [{ label: "base rate", colour: "edge", y: 0 }],
    formatY: skillText,
    padX: 0.6,
  };
}

function skillText(skill: number): string {
  return `${signed(100 * skill, 0)}%`;
}
