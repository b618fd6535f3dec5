import type { SocialSentiment } from "#contract/social.ts";
import { fixed, perShare, signed } from "#lib/numbers.ts";

type Targets = NonNullable<NonNullable<SocialSentiment["analyst_ratings"]>["price_targets"]>;
type PriceTargetsProps = { targets: Targets; price: number | null; currency: string | null };

/** Lowest, average and highest target on a line, with the share's price marked. */
export function PriceTargets({ targets, price, currency }: PriceTargetsProps) {
  const { low, average, high } = targets;
  const ends = [low, high, ...(price === null ? [] : [price])];
  const [from, to] = [Math.min(...ends), Math.max(...ends)];
  const place = (value: number) => (to > from ? (100 * (value - from)) / (to - from) : 50);
  const distance = price === null ? null : 100 * (average / price - 1);
  const text = `Average ${perShare(average, currency)}, from ${perShare(low, currency)} to ${perShare(high, currency)}`;
  return (
    <section aria-labelledby="targets" className="text-sm">
      <h3 id="targets" className="mb-2 font-semibold">
        Price targets
      </h3>
      <p className="figures">
        {text}
        {distance !== null && (
          <span className="text-muted">
            ; {signed(distance, 1)}% from the price of {perShare(price, currency)}
          </span>
        )}
      </p>
      <div aria-hidden="true" className="relative mx-1.5 mt-5 h-2 rounded-full bg-sunken">
        <span
          className="absolute inset-y-0 rounded-full bg-primary-soft"
          style={{ left: `${place(low)}%`, width: `${place(high) - place(low)}%` }}
        />
        <span
          className="absolute top-1/2 size-3.5 -translate-1/2 rounded-full border-2 border-surface bg-primary"
          style={{ left: `${place(average)}%` }}
        />
        {price !== null && (
          <span className="absolute -inset-y-1.5 w-0.5 bg-ink" style={{ left: `${place(price)}%` }} />
        )}
      </div>
      <p aria-hidden="true" className="mt-2 flex justify-between text-xs text-muted figures">
        <span>{fixed(from)}</span>
        <span>dot: average target{price === null ? "" : ", line: price"}</span>
        <span>{fixed(to)}</span>
      </p>
    </section>
  );
}
