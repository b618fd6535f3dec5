import { useMemo, useState } from "react";
import type { SkillPoint } from "#contract/figures.ts";
import { MIN_SETTLED_FOR_SKILL, ROLLING_PREDICTIONS } from "#contract/rules.ts";
import { easternDay } from "#contract/time.ts";
import { calendarDayShort } from "#lib/dates.ts";
import { Chart } from "../../chart.tsx";
import { type ChartShape, evenlySpaced } from "../../chart-shape.ts";
import { skillText } from "./texts.ts";

/** Draws the skill of the newest predictions at the end of each week, with its 95% interval. */
export function SkillOverTime({ points }: { points: readonly SkillPoint[] }) {
  const [index, setIndex] = useState<number | null>(null);
  const shape = useMemo(() => shapeOf(points), [points]);
  if (points.length === 0)
    return <p className="text-muted">Withheld under {MIN_SETTLED_FOR_SKILL} settled predictions.</p>;
  const last = points.at(-1);
  return (
    <>
      <Chart
        title={`Skill of the newest ${ROLLING_PREDICTIONS} predictions`}
        summary={`Newest: ${skillText(last?.skill ?? null)} over the base rate.`}
        positionName="Week to"
        shape={shape}
        height={240}
        index={index}
        onIndex={setIndex}
      />
      {points.length === 1 && (
        <p className="mt-2 text-sm text-muted">One week so far. The line begins with the second.</p>
      )}
    </>
  );
}

function shapeOf(points: readonly SkillPoint[]): ChartShape {
  // The current week has not ended, so it is labeled with today's date.
  const today = easternDay(new Date());
  const xLabels = points.map(({ week }) => calendarDayShort(week < today ? week : today));
  const skill = points.map((point) => point.skill);
  const low = points.map(({ interval }) => interval?.low ?? null);
  const high = points.map(({ interval }) => interval?.high ?? null);
  return {
    x: points.map((_, i) => i),
    xLabels,
    xTicks: (most) => evenlySpaced(xLabels, most).map((label) => ({ at: xLabels.indexOf(label), label })),
    series: [
      { label: "Low", values: low, format: skillText, color: "edge", kind: "line", isDashed: true },
      { label: "High", values: high, format: skillText, color: "edge", kind: "line", isDashed: true },
      {
        label: "Skill",
        values: skill,
        format: skillText,
        color: "chart-1",
        kind: points.length === 1 ? "dots" : "line",
      },
    ],
    readings: [
      { label: "Skill", values: skill, format: skillText, color: "chart-1" },
      { label: "95% interval from", values: low, format: skillText },
      { label: "to", values: high, format: skillText },
      { label: "Predictions", values: points.map(({ n }) => n), format: String },
    ],
    guides: [{ label: "base rate", color: "edge", y: 0 }],
    formatY: skillText,
    padX: 0.6,
  };
}
