import { percent, signed } from "#lib/numbers.ts";
import { type WaterfallInput, waterfallSteps } from "./waterfall-steps.ts";

/** From the base rate to the forecast, group by group; what the groups do only together closes the gap. */
export function Waterfall(props: WaterfallInput) {
  const steps = waterfallSteps(props);
  const ends = steps.flatMap(({ from, to }) => [from, to]);
  const low = Math.max(0, Math.floor(10 * Math.min(...ends.filter((end) => end > 0)) - 0.5) / 10);
  const high = Math.min(1, Math.ceil(10 * Math.max(...ends) + 0.3) / 10);
  const place = (share: number) => (100 * (Math.max(share, low) - low)) / (high - low);
  return (
    <figure>
      <figcaption className="mb-3 text-sm font-semibold">From the base rate to this forecast</figcaption>
      <ol className="flex flex-col gap-2 text-sm">
        {steps.map(({ label, from, to, isTotal }) => (
          <li key={label} className="grid grid-cols-[1fr_auto] gap-x-3">
            <span className={isTotal ? "font-semibold" : "text-muted"}>{label}</span>
            <span aria-hidden="true" className="relative order-last col-span-2 h-3 rounded-sm bg-sunken">
              <span
                className="absolute inset-y-0 rounded-sm"
                style={{
                  left: `${place(Math.min(from, to))}%`,
                  width: `max(2px, ${place(Math.max(from, to)) - place(Math.min(from, to))}%)`,
                  backgroundColor: `var(--c-${isTotal ? "edge" : to >= from ? "beat-solid" : "miss-solid"})`,
                }}
              />
            </span>
            <span className="text-right figures">
              {isTotal ? percent(to, 1) : signed(100 * (to - from), 1)}
            </span>
          </li>
        ))}
      </ol>
      <p className="mt-2 text-xs text-muted">
        In points of probability; the scale runs from {percent(low)} to {percent(high)}. Each step is what
        changes when the group is replaced by its average.
      </p>
    </figure>
  );
}
