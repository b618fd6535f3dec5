import type { EdgeVerdict, ModelSummary } from "#contract/prediction.ts";
import { counted, percent } from "#lib/numbers.ts";
import { Term } from "#ui/domain/term.tsx";

type EdgeBarProps = {
  probability: number;
  model: Pick<ModelSummary, "baseRate" | "edge" | "edgeVerdict">;
};

/** P(beat) on a line from 0 to 100% with the base rate marked; the distance is the edge. */
export function EdgeBar({ probability, model }: EdgeBarProps) {
  const { baseRate, edgeVerdict } = model;
  const [from, to] = [Math.min(probability, baseRate), Math.max(probability, baseRate)];
  const verdict = verdictOf(model);
  return (
    <figure>
      <div className="relative mb-1 h-5 text-xs font-medium text-muted figures" aria-hidden="true">
        <span className="absolute whitespace-nowrap" style={anchored(baseRate)}>
          base rate {percent(baseRate, 1)}
        </span>
      </div>
      <div
        role="img"
        aria-label={`Probability of a beat ${percent(probability, 1)}, base rate ${percent(baseRate, 1)}. ${verdict} similar companies.`}
        className="relative h-3 rounded-full bg-sunken print:border"
      >
        <span
          className="absolute inset-y-0 left-0 rounded-full opacity-25"
          style={{ width: `${100 * from}%`, backgroundColor: "var(--c-edge)" }}
        />
        <span
          className="absolute inset-y-0 rounded-full"
          style={{
            left: `${100 * from}%`,
            width: `${100 * (to - from)}%`,
            backgroundColor: `var(--c-${edgeColours[edgeVerdict]})`,
          }}
        />
        <span className="absolute -inset-y-1.5 w-0.5 bg-ink" style={{ left: `${100 * baseRate}%` }} />
        <span
          className="absolute top-1/2 size-4.5 -translate-1/2 rounded-full border-3 border-surface bg-ink"
          style={{ left: `${100 * probability}%` }}
        />
      </div>
      <div className="relative mt-1 h-5 text-xs font-semibold figures" aria-hidden="true">
        <span className="absolute whitespace-nowrap" style={anchored(probability)}>
          P(beat) {percent(probability, 1)}
        </span>
      </div>
      <figcaption className="mt-1 text-sm font-semibold">
        {verdict} <Term name="baseRate">similar companies</Term>
      </figcaption>
    </figure>
  );
}

export function BandRecord({ band }: Pick<ModelSummary, "band">) {
  if (!band) return null;
  return (
    <p>
      When we said {percent(band.from)} to {percent(band.to)}, companies beat {percent(band.hitRate, 1)} of
      the time (back-test, {counted(band.n, "prediction")}; 95% interval {percent(band.low, 1)} to{" "}
      {percent(band.high, 1)}).
    </p>
  );
}

export const edgeColours = {
  edge_up: "positive-solid",
  edge_down: "negative-solid",
  no_edge: "muted",
} as const satisfies Record<EdgeVerdict, string>;

function verdictOf({ edge, edgeVerdict }: EdgeBarProps["model"]): string {
  const points = counted(Math.round(100 * Math.abs(edge)), "point");
  switch (edgeVerdict) {
    case "no_edge":
      return "No edge: about as likely as for";
    case "edge_up":
      return `${points} more likely than for`;
    case "edge_down":
      return `${points} less likely than for`;
  }
}

function anchored(share: number) {
  return { left: `${100 * share}%`, transform: `translateX(-${100 * share}%)` };
}
