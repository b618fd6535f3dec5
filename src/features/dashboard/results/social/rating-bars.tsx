import type { RatingDistribution } from "#contract/social.ts";
import { count } from "#lib/count.ts";
import { Progress } from "#ui/progress.tsx";

const names = [
  ["Strong buy", "strongBuy", "beat-solid"],
  ["Buy", "buy", "beat-solid"],
  ["Hold", "hold", "edge"],
  ["Sell", "sell", "miss-solid"],
  ["Strong sell", "strongSell", "miss-solid"],
] as const;

/** How many analysts say what; each bar carries its count. */
export function RatingBars({ ratings }: { ratings: RatingDistribution }) {
  const total = Object.values(ratings).reduce((sum, count) => sum + count, 0);
  return (
    <section aria-labelledby="ratings">
      <h3 id="ratings" className="mb-2 text-sm font-semibold">
        Rating distribution
      </h3>
      <ul className="flex flex-col gap-2 text-sm">
        {names.map(([name, field, fill]) => (
          <li key={field} className="grid grid-cols-[6rem_1fr_2rem] items-center gap-2">
            <span className="text-muted">{name}</span>
            <Progress
              label={name}
              value={ratings[field]}
              max={total}
              valueText={`${ratings[field]} of ${count(total, "analyst")}`}
              fill={fill}
            />
            <span className="text-right figures">{ratings[field]}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
