import type { EarningsEvent } from "../../../scripts/model/events.ts";
import { randomFrom } from "../../../scripts/model/random.ts";
import type { FitSettings } from "../../../scripts/model/train.ts";

const QUARTER_MS = 91 * 86_400_000;

/**
 * Makes an invented market in which each company beats with its own probability, by some cents. The events are
 * sorted by day.
 */
export function aMarket({ companies = 150, quarters = 40, seed = 5 } = {}): EarningsEvent[] {
  const random = randomFrom(seed);
  const start = Date.parse("2008-01-10");
  const events = Array.from({ length: companies }, (_, company) => {
    const beatChance = 0.3 + 0.6 * random();
    const offset = Math.floor(40 * random()) * 86_400_000;
    return Array.from({ length: quarters }, (_, quarter): EarningsEvent => {
      const estimate = Math.round(20 + 100 * random()) / 100;
      const surprise = Math.round(1 + 8 * random()) / 100;
      const isBeat = random() < beatChance;
      return {
        symbol: `C${company}`,
        reportDate: new Date(start + offset + quarter * QUARTER_MS).toISOString().slice(0, 10),
        session: null,
        epsEstimate: estimate,
        epsActual: Math.round(100 * (isBeat ? estimate + surprise : estimate - surprise)) / 100,
        industry: company % 2 === 0 ? "tech" : "banks",
        country: company % 5 === 0 ? "Canada" : "USA",
        sector: null,
        family: "alphavantage",
        trend: 0,
        coverage: "continuous",
      };
    });
  });
  return events.flat().sort((a, b) => a.reportDate.localeCompare(b.reportDate));
}

/** Returns the same reports with their outcomes shuffled at random. */
export function withShuffledOutcomes(events: readonly EarningsEvent[], seed: number): EarningsEvent[] {
  const random = randomFrom(seed);
  const surprises = events.map((event) => event.epsActual - event.epsEstimate);
  for (let i = surprises.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [surprises[i], surprises[j]] = [surprises[j] ?? 0, surprises[i] ?? 0];
  }
  return events.map((event, i) => ({
    ...event,
    epsActual: Math.round(100 * (event.epsEstimate + (surprises[i] ?? 0))) / 100,
  }));
}

/** Settings of a fit that takes seconds: the same code with few shallow trees and a small net. */
export const quickFit: FitSettings = {
  treeSeeds: [1],
  boosting: {
    trees: 15,
    depth: 3,
    learningRate: 0.1,
    leafPenalty: 10,
    minLeafWeight: 20,
    rowShare: 0.7,
    featureShare: 0.5,
  },
  netSeeds: [1],
  nets: {
    hidden: [8, 4],
    epochs: 4,
    batch: 64,
    learningRate: 0.01,
    dropout: 0.1,
    decay: 0.001,
    binShare: 0.5,
  },
  threads: 1,
};
