import type { ModelSummary } from "#contract/prediction.ts";
import { percent, signed } from "#lib/numbers.ts";

/** P(beat) on a line from 0 to 100, with the base rate marked: the distance between the two is all the model knows. */
export function EdgeBar({ probability, model }: { probability: number; model: ModelSummary }) {
  const { baseRate, edge, edgeVerdict, band } = model;
  const [from, to] = [Math.min(probability, baseRate), Math.max(probability, baseRate)];
  const verdict =
    edgeVerdict === "no_edge"
      ? "No edge over the base rate"
      : `Edge of ${signed(100 * edge)} points over the base rate`;
  return (
    <figure className="mt-4">
      <div
        role="img"
        aria-label={`Probability of a beat ${percent(probability, 1)}, base rate ${percent(baseRate, 1)}. ${verdict}.`}
        className="relative h-3 rounded-full bg-sunken"
      >
        <span
          className="absolute inset-y-0 rounded-full"
          style={{
            left: `${100 * from}%`,
            width: `${100 * (to - from)}%`,
            backgroundColor: `var(--c-${edge >= 0 ? "beat-solid" : "miss-solid"})`,
          }}
        />
        <span className="absolute -inset-y-1 w-0.5 bg-ink" style={{ left: `${100 * baseRate}%` }} />
        <span
          className="absolute top-1/2 size-4 -translate-1/2 rounded-full border-2 border-surface bg-ink"
          style={{ left: `${100 * probability}%` }}
        />
      </div>
      <figcaption className="mt-2 text-sm">
        <span className="flex flex-wrap justify-between gap-x-4">
          <span className="font-semibold">{verdict}</span>
          <span className="text-muted figures">
            P(beat) {percent(probability, 1)} · base rate {percent(baseRate, 1)}
          </span>
        </span>
        {band && (
          <span className="mt-1 block text-muted">
            Of {band.n} back-tested calls between {percent(band.from)} and {percent(band.to)},{" "}
            {percent(band.hitRate)} beat (95% interval {percent(band.low)} to {percent(band.high)}).
          </span>
        )}
      </figcaption>
    </figure>
  );
}
