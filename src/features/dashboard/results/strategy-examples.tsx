import { useState } from "react";
import type { AiAnalysis } from "#contract/analysis.ts";
import type { ImpliedMove, TradeStrategies, TradeStrategy } from "#contract/strategy.ts";
import { calendarDate } from "#lib/dates.ts";
import { MISSING, perShare } from "#lib/numbers.ts";
import { Badge } from "#ui/badge.tsx";
import { Figure } from "#ui/card.tsx";
import { Disclosure } from "#ui/domain/disclosure.tsx";
import { TabPanel, Tabs } from "#ui/tabs.tsx";
import { capital, riskTones } from "../scales.ts";
import { PayoffChart } from "./charts/payoff-chart.tsx";
import { moveFinding } from "./findings.ts";
import { ImpliedMoveFigures } from "./implied-move.tsx";
import { ResultSection } from "./sections/section.tsx";

const tabs = [
  { value: "bullishStrategy", label: "Bullish" },
  { value: "bearishStrategy", label: "Bearish" },
  { value: "neutralStrategy", label: "Neutral" },
] as const satisfies { value: keyof TradeStrategies; label: string }[];

const paragraphs: Record<AiAnalysis["tradeRecommendation"], string> = {
  long: "When a beat is likelier than usual, textbooks discuss strategies that gain when a share rises, such as a bull call spread.",
  short:
    "When a miss is likelier than usual, textbooks discuss strategies that gain when a share falls, such as a bear put spread.",
  hedged:
    "When the outcome is very uncertain, textbooks discuss strategies that limit the loss in both directions.",
  no_action:
    "Without an edge over the base rate there is nothing to base an example on. Doing nothing is a choice too.",
};

type StrategyExamplesProps = {
  aiAnalysis: AiAnalysis;
  impliedMove: ImpliedMove | null;
  currency: string | null;
  price: number | null;
};

export function StrategyExamples({ aiAnalysis, impliedMove, currency, price }: StrategyExamplesProps) {
  const [tab, setTab] = useState<keyof TradeStrategies>("bullishStrategy");
  const { tradeStrategies: strategies, riskLevel, tradeRecommendation } = aiAnalysis;
  return (
    <ResultSection
      id="strategies"
      title="Historical Strategy Examples"
      finding={moveFinding(impliedMove)}
      aside={
        <>
          <Badge tone="info">EDUCATION ONLY</Badge>
          <Badge tone={riskTones[riskLevel]}>{capital(riskLevel)} risk</Badge>
        </>
      }
      always={
        <div id="disclosures">
          <Disclosure variant="full" />
        </div>
      }
    >
      {impliedMove && <ImpliedMoveFigures move={impliedMove} />}
      {strategies ? (
        <Tabs label="Strategy examples" tabs={tabs} value={tab} onChange={setTab}>
          {tabs.map(({ value }) => (
            <TabPanel key={value} value={value}>
              <StrategyExample
                example={strategies[value]}
                currency={currency}
                spot={impliedMove?.spot ?? price}
              />
            </TabPanel>
          ))}
        </Tabs>
      ) : (
        <p className="text-muted">{paragraphs[tradeRecommendation]}</p>
      )}
    </ResultSection>
  );
}

type StrategyExampleProps = { example: TradeStrategy; currency: string | null; spot: number | null };

function StrategyExample({ example, currency, spot }: StrategyExampleProps) {
  const isPriced = example.payoff.length > 0;
  return (
    <div className="grid gap-6 md:grid-cols-[2fr_3fr]">
      <StrategyText example={example} currency={currency} />
      {isPriced && <PayoffChart example={example} currency={currency} spot={spot} />}
    </div>
  );
}

function StrategyText({ example, currency }: Omit<StrategyExampleProps, "spot">) {
  return (
    <div>
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="heading-3">{example.strategy}</h3>
        <Badge tone={riskTones[example.riskLevel]}>{capital(example.riskLevel)} risk</Badge>
      </div>
      <p className="mt-2 text-sm text-muted">{example.description}</p>
      {example.payoff.length > 0 ? (
        <StrategyFigures example={example} currency={currency} />
      ) : (
        <p className="mt-4 text-sm text-muted">
          There are no option prices after the report, so this example has no figures.
        </p>
      )}
    </div>
  );
}

function StrategyFigures({ example, currency }: Omit<StrategyExampleProps, "spot">) {
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
