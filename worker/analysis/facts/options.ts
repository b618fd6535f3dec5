import type { ImpliedMove, TradeStrategies } from "#contract/strategy.ts";
import type { DailyBar, OptionChain, Part } from "#market/port.ts";
import { computedFrom, type EvidenceSet, type Origin, originOf } from "../evidence.ts";

/** Notes what the options imply for the report, what the share did over past ones, and the examples' numbers. */
export function noteOptions(
  evidence: EvidenceSet,
  options: Part<OptionChain>,
  prices: Part<DailyBar[]>,
  move: ImpliedMove | null,
  strategies: TradeStrategies,
  currency: string | null,
): void {
  const chain = options.state === "missing" ? null : { origin: originOf(options), ...options.data };
  if (chain && move?.impliedMovePercent != null) noteImplied(evidence, move, chain.origin, currency);
  else
    evidence.addMissing({
      key: "impliedMove",
      kind: "options",
      label: "Move implied by the options for the report",
      source: options.source,
      reason:
        options.state === "missing"
          ? options.detail
          : "The chain has no expiry after the report with prices at the money.",
      about: ["implied move"],
    });
  if (move && move.pastMoves.length > 0 && prices.state !== "missing")
    notePast(evidence, move, computedFrom(originOf(prices)));
  else
    evidence.addMissing({
      key: "averageMove",
      kind: "options",
      label: "Moves of the share over past reports",
      source: prices.source,
      reason:
        prices.state === "missing"
          ? prices.detail
          : "The source does not say on which days the past reports came, or has no prices around them.",
      about: ["past reports"],
    });
  if (chain) noteExamples(evidence, strategies, chain.origin, currency);
}

function noteImplied(
  evidence: EvidenceSet,
  move: ImpliedMove,
  origin: Origin,
  currency: string | null,
): void {
  if (move.impliedMovePercent === null) return;
  const until = move.expiry ? `, expiry ${move.expiry}` : "";
  evidence.add({
    key: "impliedMove",
    kind: "options",
    label: `Move implied by the options${until}`,
    value: move.impliedMovePercent,
    unit: "%",
    origin: computedFrom(origin),
    note: "At-the-money call and put together, as a percentage of the share price.",
    computedBy: "impliedMovePercent",
    about: ["implied move"],
    dates: move.expiry ? [move.expiry] : [],
  });
  if (move.straddle !== null)
    evidence.add({
      key: "straddle",
      kind: "options",
      label: "At-the-money straddle",
      value: move.straddle,
      unit: currency,
      origin: computedFrom(origin),
      computedBy: "atTheMoney",
      about: ["straddle"],
    });
  if (move.strike !== null)
    evidence.add({
      key: "straddleStrike",
      kind: "options",
      label: "Strike of the straddle",
      value: move.strike,
      unit: currency,
      origin,
      about: ["strike"],
    });
  if (move.spot !== null)
    evidence.add({
      key: "spot",
      kind: "options",
      label: "Share price in the option chain",
      value: move.spot,
      unit: currency,
      origin,
      about: ["option chain"],
    });
}

function notePast(evidence: EvidenceSet, move: ImpliedMove, origin: Origin): void {
  for (const past of move.pastMoves)
    evidence.add({
      key: `move ${past.reportDate}`,
      kind: "options",
      label: `Share over the report of ${past.reportDate}`,
      value: past.movePercent,
      unit: "%",
      origin,
      note: "From the last close before that day to the first close after it.",
      computedBy: "pastMoves",
      about: ["report of"],
      says: past.movePercent > 0 ? ["up"] : past.movePercent < 0 ? ["down"] : ["steady"],
      dates: [past.reportDate],
      needsDate: true,
    });
  if (move.averagePastMovePercent !== null)
    evidence.add({
      key: "averageMove",
      kind: "options",
      label: "Average size of the move over past reports",
      value: move.averagePastMovePercent,
      unit: "%",
      origin,
      computedBy: "averageMove",
      about: ["average move"],
    });
  if (move.beatsThatRose) {
    const { rose, beats } = move.beatsThatRose;
    const text = `after ${rose} of ${beats} ${beats === 1 ? "beat" : "beats"} the share rose`;
    evidence.add({
      key: "beatsThatRose",
      kind: "options",
      label: "Beats after which the share rose",
      value: text,
      origin,
      computedBy: "beatsThatRose",
      about: [text],
    });
  }
}

function noteExamples(
  evidence: EvidenceSet,
  strategies: TradeStrategies,
  origin: Origin,
  currency: string | null,
): void {
  const listed = new Set<string>();
  for (const strategy of Object.values(strategies)) {
    const name = strategy.strategy.toLowerCase();
    for (const leg of strategy.legs) {
      const key = `premium ${leg.strike} ${leg.right}`;
      if (leg.premium === null || listed.has(key)) continue;
      listed.add(key);
      evidence.add({
        key,
        kind: "options",
        label: `Premium of the ${leg.strike} ${leg.right}, expiry ${strategy.expiry}`,
        value: leg.premium,
        unit: currency,
        origin: computedFrom(origin),
        note: "Middle of bid and ask, or the last trade where the market quotes none.",
        computedBy: "premiumOf",
        about: [`${leg.strike} ${leg.right}`],
      });
    }
    if (strategy.legs.length === 0) continue;
    const add = (what: string, value: number | null, computedBy: string) => {
      if (value !== null)
        evidence.add({
          key: `${name} ${what}`,
          kind: "options",
          label: `${strategy.strategy}: ${what}`,
          value,
          unit: currency,
          origin: computedFrom(origin),
          computedBy,
          about: [`${name} ${what}`],
        });
    };
    const computedBy =
      { "bull call spread": "bullCallSpread", "bear put spread": "bearPutSpread" }[name] ?? "ironCondor";
    add("maximum gain", strategy.maxGain, computedBy);
    add("maximum loss", strategy.maxLoss, computedBy);
    strategy.breakevens.forEach((price, i) => {
      add(strategy.breakevens.length === 1 ? "breakeven" : `breakeven ${i + 1}`, price, computedBy);
    });
  }
}
