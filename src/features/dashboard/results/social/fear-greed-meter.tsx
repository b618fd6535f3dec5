import type { SocialSentiment } from "#contract/social.ts";
import { number } from "#lib/numbers.ts";
import { Progress } from "#ui/progress.tsx";

/** Shows the index with its formula and inputs. */
export function FearGreedMeter({ index }: { index: SocialSentiment["fear_greed_index"] }) {
  if (!index)
    return (
      <p className="text-sm text-muted">The Market Fear and Greed Index is not available from this source.</p>
    );
  return (
    <section aria-labelledby="fear-greed" className="text-sm">
      <div className="mb-1 flex justify-between">
        <h3 id="fear-greed" className="font-semibold">
          Market Fear and Greed Index
        </h3>
        <span className="figures">
          {number(index.value, 0)}, {index.label}
        </span>
      </div>
      <Progress
        label="Market Fear and Greed Index"
        value={index.value}
        valueText={`${number(index.value, 0)} of 100, ${index.label}`}
        fill="signal-solid"
      />
      <p aria-hidden="true" className="mt-1 flex justify-between text-xs text-muted">
        <span>Fear</span>
        <span>Greed</span>
      </p>
      <details className="mt-1">
        <summary className="link inline-block cursor-pointer text-xs">How it is computed</summary>
        <p className="mt-1 text-xs text-muted">{index.formula}</p>
        <ul className="mt-1 text-xs text-muted">
          {index.inputs.map((input) => (
            <li key={input.name}>
              {input.name}: {number(input.value)}, counts {number(input.score, 0)}
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}
