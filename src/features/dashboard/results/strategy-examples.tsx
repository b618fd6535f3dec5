import { useState } from "react";
import type { AiAnalysis } from "#contract/analysis.ts";
import type { ImpliedMove, RiskLevel, TradeStrategies, TradeStrategy } from "#contract/strategy.ts";
import { calendarDate } from "#lib/dates.ts";
import { number } from "#lib/numbers.ts";
import { Badge, type Tone } from "#ui/badge.tsx";
import { Card, CardHeader, Figure } from "#ui/card.tsx";
import { Disclosure } from "#ui/disclosure.tsx";
import { TabPanel, Tabs } from "#ui/tabs.tsx";
import { capital } from "../scales.ts";
import { PayoffChart } from "./payoff-chart.tsx";

const riskTones: Record<RiskLevel, Tone> = { low: "beat", medium: "signal", high: "danger" };

const tabs = [
  { value: "bullishStrategy", label: "Bullish" },
  { value: "bearishStrategy", label: "Bearish" },
  { value: "neutralStrategy", label: "Neutral" },
] as const satisfies { value: keyof TradeStrategies; label: string }[];

/** What the class of a call means, where no structure is shown. */
const paragraphs: Record<AiAnalysis["tradeRecommendation"], string> = {
  long: "Textbooks discuss structures that gain when a share rises, such as a bull call spread, for the case that a beat is likelier than usual.",
  short:
    "Textbooks discuss structures that gain when a share falls, such as a bear put spread, for the case that a miss is likelier than usual.",
  hedged:
    "Textbooks discuss structures that limit the loss in both directions for the case that the outcome is very uncertain.",
  no_action:
    "Without an edge over the base rate there is nothing that an example could rest on: doing nothing is a choice too.",
};

type Props = { aiAnalysis: AiAnalysis; impliedMove: ImpliedMove | null; currency: string | null };

/** Educational options structures with their payoff, the implied move, and what has happened after past beats. */
export function StrategyExamples({ aiAnalysis, impliedMove, currency }: Props) {
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
      {impliedMove && <MoveFigures move={impliedMove} />}
      {strategies ? (
        <Tabs label="Strategy examples" tabs={tabs} value={tab} onChange={setTab}>
          {tabs.map(({ value }) => (
            <TabPanel key={value} value={value}>
              <StrategyExample example={strategies[value]} currency={currency} />
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

function MoveFigures({ move }: { move: ImpliedMove }) {
  return (
    <dl className="mb-6 grid grid-cols-2 gap-4 sm:grid-cols-3">
      <Figure
        label="Implied move"
        value={move.impliedMovePercent === null ? "—" : `±${number(move.impliedMovePercent, 1)}%`}
        note={move.expiry ? `until ${calendarDate(move.expiry)}` : "no option prices"}
      />
      <Figure
        label="Usual move on reports"
        value={move.averagePastMovePercent === null ? "—" : `±${number(move.averagePastMovePercent, 1)}%`}
        note={move.pastMoves.length > 0 ? `last ${move.pastMoves.length} reports` : "report days not known"}
      />
      <Figure
        label="Beats after which it rose"
        value={move.beatsThatRose ? `${move.beatsThatRose.rose} of ${move.beatsThatRose.beats}` : "—"}
        note="a beat does not mean that the stock rises"
      />
    </dl>
  );
}

function StrategyExample({ example, currency }: { example: TradeStrategy; currency: string | null }) {
  const isPriced = example.payoff.length > 0;
  const money = (value: number) => `${number(value, 2)} ${currency ?? ""}`.trim();
  return (
    <div className="grid gap-5 md:grid-cols-2">
      <div>
        <div className="flex flex-wrap items-center gap-2">
          <h3 className="heading-3">{example.strategy}</h3>
          <Badge tone={riskTones[example.riskLevel]}>{capital(example.riskLevel)} risk</Badge>
        </div>
        <p className="mt-2 text-sm text-muted">{example.description}</p>
        {isPriced ? (
          <>
            <ul className="mt-4 flex flex-col gap-1 text-sm figures">
              {example.legs.map((leg) => (
                <li key={`${leg.side}${leg.right}${leg.strike}`}>
                  {capital(leg.side)} {leg.right} {number(leg.strike, 2)}
                  {leg.premium !== null && <span className="text-muted"> at {money(leg.premium)}</span>}
                </li>
              ))}
            </ul>
            <dl className="mt-4 grid grid-cols-2 gap-3 text-sm">
              <Figure
                label="Breakeven"
                value={example.breakevens.map((price) => number(price, 2)).join(" and ") || "—"}
              />
              <Figure
                label="Gain at most"
                value={
                  example.isMaxGainUnlimited
                    ? "Unlimited"
                    : example.maxGain === null
                      ? "—"
                      : money(example.maxGain)
                }
              />
              <Figure label="Loss at most" value={example.maxLoss === null ? "—" : money(example.maxLoss)} />
              <Figure label="Expiry" value={example.expiry ? calendarDate(example.expiry) : "—"} />
            </dl>
          </>
        ) : (
          <p className="mt-4 text-sm text-muted">
            No option prices after the report, so this example stands without figures.
          </p>
        )}
      </div>
      {isPriced && <PayoffChart example={example} />}
    </div>
  );
}
