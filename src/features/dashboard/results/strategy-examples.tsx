import { useState } from "react";
import type { AiAnalysis } from "#contract/analysis.ts";
import type { ImpliedMove, TradeStrategies } from "#contract/strategy.ts";
import { Badge } from "#ui/badge.tsx";
import { Card, CardHeader } from "#ui/card.tsx";
import { TabPanel, Tabs } from "#ui/tabs.tsx";
import { Disclosure } from "#widgets/disclosure.tsx";
import { capital, riskTones } from "../scales.ts";
import { ImpliedMoveFigures } from "./implied-move.tsx";
import { StrategyExample } from "./strategy-example.tsx";

const tabs = [
  { value: "bullishStrategy", label: "Bullish" },
  { value: "bearishStrategy", label: "Bearish" },
  { value: "neutralStrategy", label: "Neutral" },
] as const satisfies { value: keyof TradeStrategies; label: string }[];

/** Shown for a trade recommendation without example structures. */
const paragraphs: Record<AiAnalysis["tradeRecommendation"], string> = {
  long: "Textbooks discuss structures that gain when a share rises, such as a bull call spread, for the case that a beat is likelier than usual.",
  short:
    "Textbooks discuss structures that gain when a share falls, such as a bear put spread, for the case that a miss is likelier than usual.",
  hedged:
    "Textbooks discuss structures that limit the loss in both directions for the case that the outcome is very uncertain.",
  no_action:
    "Without an edge over the base rate there is nothing that an example could rest on: doing nothing is a choice too.",
};

type Props = {
  aiAnalysis: AiAnalysis;
  impliedMove: ImpliedMove | null;
  currency: string | null;
  price: number | null;
};

/** Educational options structures with their payoff, the implied move, and what has happened after past beats. */
export function StrategyExamples({ aiAnalysis, impliedMove, currency, price }: Props) {
  const [tab, setTab] = useState<keyof TradeStrategies>("bullishStrategy");
  const { tradeStrategies: strategies, riskLevel, tradeRecommendation } = aiAnalysis;
  return (
    <Card aria-labelledby="strategies">
      <CardHeader
        id="strategies"
        title="Historical Strategy Examples"
        aside={
          <span className="flex gap-2">
            <Badge tone="info">EDUCATION ONLY</Badge>
            <Badge tone={riskTones[riskLevel]}>{capital(riskLevel)} risk</Badge>
          </span>
        }
      />
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
      <div className="mt-6">
        <Disclosure variant="full" />
      </div>
    </Card>
  );
}
