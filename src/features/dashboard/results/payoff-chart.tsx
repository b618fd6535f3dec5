import type { TradeStrategy } from "#contract/strategy.ts";
import { number } from "#lib/numbers.ts";

const WIDTH = 360;
const HEIGHT = 200;
const PAD = 28;

/** Profit per share at expiry by the share's price. The figures beside it say the same in words. */
export function PayoffChart({ example }: { example: TradeStrategy }) {
  const prices = example.payoff.map((point) => point.price);
  const profits = example.payoff.map((point) => point.profit);
  const [from, to] = [Math.min(...prices), Math.max(...prices)];
  const reach = Math.max(...profits.map(Math.abs), 0.01) * 1.1;
  const x = (price: number) => PAD + ((price - from) / (to - from)) * (WIDTH - 2 * PAD);
  const y = (profit: number) => HEIGHT / 2 - (profit / reach) * (HEIGHT / 2 - PAD / 2);
  const line = example.payoff
    .map(({ price, profit }, i) => `${i === 0 ? "M" : "L"}${x(price).toFixed(1)} ${y(profit).toFixed(1)}`)
    .join("");
  return (
    <figure>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`Payoff of the ${example.strategy} at expiry, from a loss of at most ${example.maxLoss ?? "unknown"} to a gain of at most ${example.isMaxGainUnlimited ? "without limit" : (example.maxGain ?? "unknown")} a share.`}
        className="w-full"
      >
        <line x1={PAD} x2={WIDTH - PAD} y1={y(0)} y2={y(0)} stroke="var(--c-edge)" strokeWidth="1" />
        <path d={line} fill="none" stroke="var(--c-chart-1)" strokeWidth="2.5" strokeLinejoin="round" />
        {example.breakevens.map((price) => (
          <g key={price}>
            <circle cx={x(price)} cy={y(0)} r="4" fill="var(--c-chart-2)" />
            <text x={x(price)} y={y(0) - 9} textAnchor="middle" fontSize="11" fill="var(--c-ink)">
              {number(price, 2)}
            </text>
          </g>
        ))}
        <text x={PAD} y={HEIGHT - 4} fontSize="11" fill="var(--c-muted)">
          {number(from, 0)}
        </text>
        <text x={WIDTH - PAD} y={HEIGHT - 4} fontSize="11" textAnchor="end" fill="var(--c-muted)">
          {number(to, 0)}
        </text>
      </svg>
      <figcaption className="text-center text-xs text-muted">
        Profit per share at expiry, by the share's price
      </figcaption>
    </figure>
  );
}
