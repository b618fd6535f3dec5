import type { TradeStrategy } from "#contract/strategy.ts";
import { calendarDate } from "#lib/dates.ts";
import { MISSING, perShare } from "#lib/numbers.ts";
import { Badge } from "#ui/badge.tsx";
import { Figure } from "#ui/card.tsx";
import { capital, riskTones } from "../scales.ts";
import { PayoffChart } from "./charts/payoff-chart.tsx";

type Props = { example: TradeStrategy; currency: string | null; spot: number | null };

/** One textbook structure per share with its payoff. Without option prices it stands without figures. */
export function StrategyExample({ example, currency, spot }: Props) {
  const isPriced = example.payoff.length > 0;
  return (
    <div className="grid gap-6 md:grid-cols-[2fr_3fr]">
      <div>
        <div className="flex flex-wrap items-center gap-2">
          <h3 className="heading-3">{example.strategy}</h3>
          <Badge tone={riskTones[example.riskLevel]}>{capital(example.riskLevel)} risk</Badge>
        </div>
        <p className="mt-2 text-sm text-muted">{example.description}</p>
        {isPriced ? (
          <StrategyFigures example={example} currency={currency} />
        ) : (
          <p className="mt-4 text-sm text-muted">
            No option prices after the report, so this example stands without figures.
          </p>
        )}
      </div>
      {isPriced && <PayoffChart example={example} currency={currency} spot={spot} />}
    </div>
  );
}

function StrategyFigures({ example, currency }: Omit<Props, "spot">) {
  const money = (value: number | null) => perShare(value, currency);
  return (
    <>
      <ul className="mt-4 flex flex-col gap-1 text-sm figures">
        {example.legs.map((leg) => (
          <li key={`${leg.side}${leg.right}${leg.strike}`}>
            {capital(leg.side)} {leg.right} {money(leg.strike)}
            {leg.premium !== null && <span className="text-muted"> at {money(leg.premium)}</span>}
          </li>
        ))}
      </ul>
      <dl className="mt-4 grid grid-cols-2 gap-3 text-sm">
        <Figure label="Breakeven" value={example.breakevens.map(money).join(" and ") || MISSING} />
        <Figure
          label="Gain at most"
          value={example.isMaxGainUnlimited ? "Unlimited" : money(example.maxGain)}
        />
        <Figure label="Loss at most" value={money(example.maxLoss)} />
        <Figure label="Expiry" value={example.expiry ? calendarDate(example.expiry) : MISSING} />
      </dl>
    </>
  );
}
