import type { Compared } from "#contract/compare.ts";
import { stepLabels } from "#contract/waterfall.ts";
import { number, signed } from "#lib/numbers.ts";
import { NotShown } from "./prediction-cells.tsx";

/** The steps that any column has, in one order, and the largest of them in points. */
export type Scale = { labels: readonly string[]; most: number };

/** One scale for all columns, so that bars of the same length mean the same. */
export function scaleOf(items: readonly Compared[]): Scale {
  const steps = items.flatMap(({ prediction }) => prediction?.contributions?.steps ?? []);
  return {
    labels: stepLabels.filter((label) => steps.some((step) => step.label === label)),
    most: Math.max(1, ...steps.map(({ points }) => Math.abs(points))),
  };
}

/** The model's steps from the base rate, as bars to both sides of a middle line. */
export function StepsCell({ prediction, scale }: Compared & { scale: Scale }) {
  const contributions = prediction?.contributions ?? null;
  if (!contributions)
    return prediction ? <span className="text-muted">Not stored with this number.</span> : <NotShown />;
  return (
    <ul className="flex flex-col gap-1.5">
      <li className="flex justify-between gap-2 text-xs">
        <span className="text-muted">{contributions.start.label}</span>
        <span className="figures font-medium">{number(contributions.start.percent, 1)}%</span>
      </li>
      {scale.labels.map((label) => {
        const points = contributions.steps.find((step) => step.label === label)?.points ?? null;
        return (
          <li key={label} className="text-xs">
            <span className="flex justify-between gap-2">
              <span className="text-muted">{label}</span>
              <span className="figures font-medium">
                {points === null ? "no data" : `${signed(points, 1)} points`}
              </span>
            </span>
            <span aria-hidden="true" className="relative mt-0.5 block h-2 rounded-sm bg-sunken">
              <span className="absolute inset-y-0 left-1/2 w-px bg-edge" />
              {points !== null && (
                <span
                  className="absolute inset-y-0 rounded-sm"
                  style={{
                    [points >= 0 ? "left" : "right"]: "50%",
                    width: `${(50 * Math.abs(points)) / scale.most}%`,
                    backgroundColor: `var(--c-${points >= 0 ? "positive-solid" : "negative-solid"})`,
                  }}
                />
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
