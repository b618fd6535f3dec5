import { shortDay } from "#contract/format.ts";
import type { DailyBar, OptionChain, Part } from "#contract/market-data.ts";
import type { ImpliedMove, TradeStrategies } from "#contract/strategy.ts";
import { type EvidenceSet, originOf } from "../evidence.ts";
import { type FactAdder, factAdderFor, optionFacts } from "./catalog.ts";

export function addOptionsFacts(
  evidence: EvidenceSet,
  options: Part<OptionChain>,
  prices: Part<DailyBar[]>,
  move: ImpliedMove | null,
  strategies: TradeStrategies,
  currency: string | null,
): void {
  const fromChain = options.state === "missing" ? null : factAdderFor(evidence, originOf(options));
  if (fromChain && move) addStraddleFacts(fromChain, move, currency);
  if (fromChain && move?.impliedMovePercent != null)
    fromChain(optionFacts.impliedMove, move.impliedMovePercent);
  else
    evidence.addMissing({
      ...optionFacts.impliedMove,
      source: options.source,
      reason:
        options.state === "missing"
          ? options.detail
          : "No two expiries near the report have prices at the money that set its move apart from other days.",
    });
  if (move && move.pastMoves.length > 0 && prices.state !== "missing")
    addPastFacts(factAdderFor(evidence, originOf(prices)), move);
  else
    evidence.addMissing({
      ...optionFacts.averageMove,
      label: "Moves of the share over past reports",
      source: prices.source,
      reason:
        prices.state === "missing"
          ? prices.detail
          : "The source does not give the days of past reports, or has no prices around them.",
    });
  if (fromChain) addExamplesFacts(fromChain, strategies, currency);
}

function addStraddleFacts(add: FactAdder, move: ImpliedMove, unit: string | null): void {
  const { expiry } = move;
  const label = `${optionFacts.straddle.label}${expiry ? `, expiring ${shortDay(expiry)}` : ""}`;
  add(optionFacts.straddle, move.straddle, { unit, label });
  add(optionFacts.straddleStrike, move.strike, { unit });
  add(optionFacts.spot, move.spot, { unit });
}

function addPastFacts(add: FactAdder, move: ImpliedMove): void {
  for (const { reportDate, movePercent } of move.pastMoves)
    add(
      {
        key: `move ${reportDate}`,
        kind: "options",
        label: `Share over the report of ${reportDate}`,
        unit: "%",
        computedBy: "pastMoves",
        note: "From the last close before that day to the first close after it.",
      },
      movePercent,
    );
  add(optionFacts.averageMove, move.averagePastMovePercent);
  if (!move.beatsThatRose) return;
  const { rose, beats } = move.beatsThatRose;
  const text = `after ${rose} of ${beats} ${beats === 1 ? "beat" : "beats"} the share rose`;
  add(optionFacts.beatsThatRose, text);
}

const computedBy: Readonly<Record<string, string>> = {
  "bull call spread": "bullCallSpread",
  "bear put spread": "bearPutSpread",
};

function addExamplesFacts(add: FactAdder, strategies: TradeStrategies, unit: string | null): void {
  const listed = new Set<string>();
  for (const { strategy, legs, expiry, maxGain, maxLoss, breakevens } of Object.values(strategies)) {
    for (const leg of legs) {
      const name = `${leg.strike} ${leg.right}`;
      if (leg.premium === null || listed.has(name)) continue;
      listed.add(name);
      add(
        {
          key: `premium ${name}`,
          kind: "options",
          label: `Premium of the ${name}${expiry ? `, expiring ${shortDay(expiry)}` : ""}`,
          computedBy: "premiumOf",
          note: "Middle of bid and ask, or the last trade where the market quotes none.",
        },
        leg.premium,
        { unit },
      );
    }
    if (legs.length === 0) continue;
    const name = strategy.toLowerCase();
    const outcome = (figure: string) => ({
      key: `${name} ${figure}`,
      kind: "options" as const,
      label: `${strategy}: ${figure}`,
      computedBy: computedBy[name] ?? "ironCondor",
    });
    add(outcome("maximum gain"), maxGain, { unit });
    add(outcome("maximum loss"), maxLoss, { unit });
    breakevens.forEach((price, i) => {
      add(outcome(breakevens.length === 1 ? "breakeven" : `breakeven ${i + 1}`), price, { unit });
    });
  }
}
