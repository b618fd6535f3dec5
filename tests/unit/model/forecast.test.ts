import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { featureTiers } from "#contract/rules.ts";
import { waterfallContributionsOf as shownOf } from "#contract/waterfall.ts";
import { contributionsOf, pointsOf } from "#model/contributions.ts";
import { featureNames, featuresOf } from "#model/features.ts";
import { NO_CONTEXT } from "#model/history.ts";
import { FITTED_WIDTH } from "#model/interval-width.ts";
import { confidenceOf, type ForecastRequest, forecast } from "#model/predict.ts";
import { classOf, NO_REPORTS } from "#model/reference-class.ts";
import { ablate, beatLogOdds } from "#model/score.ts";
import { round } from "#model/statistics.ts";
import { shippedWeights } from "#model/weights.ts";

const weights = shippedWeights();
const referenceClass = classOf(NO_REPORTS, { size: "large", isProfitable: true, sector: null });

/** Makes a company that reported every 91 days before July 2024. Its surprises are in cents, newest first. */
const aCompany = (surprises: number[], changes: Partial<ForecastRequest> = {}): ForecastRequest => ({
  past: surprises.map((cents, age) => ({
    reportDate: new Date(Date.parse("2024-04-25") - age * 91 * 86_400_000).toISOString().slice(0, 10),
    isDayKnown: true,
    epsEstimate: 1,
    epsActual: 1 + cents / 100,
  })),
  upcoming: { reportDate: "2024-07-25", isDayKnown: true, epsEstimate: 1 },
  isHistoryMissing: false,
  trend: 0,
  isForeign: false,
  sector: null,
  family: "yahoo",
  context: NO_CONTEXT,
  referenceClass,
  width: FITTED_WIDTH,
  asOf: "2024-07-01",
  ...changes,
});

describe("a forecast", () => {
  it("where the source failed to give the history is the base rate, of low confidence, with no edge", () => {
    const unknown = { isHistoryMissing: true };
    expect(forecast(aCompany([], unknown))).toMatchObject({
      beatProbability: referenceClass.beatRate,
      baseRate: referenceClass.beatRate,
      referenceClass,
      edge: 0,
      edgeVerdict: "no_edge",
      confidence: "low",
      surprise: null,
    });
    const stored = { ...referenceClass, beatRate: 0.7 };
    expect(forecast(aCompany([], { ...unknown, referenceClass: stored }))).toMatchObject({
      beatProbability: 0.7,
      baseRate: 0.7,
    });
  });

  it("of a first report is the model's, below the base rate as first reports are, of low confidence", () => {
    const { beatProbability, baseRate, confidence } = forecast(aCompany([], { family: "alphavantage" }));
    expect(beatProbability).toBeLessThan(baseRate - 0.03);
    expect(beatProbability).toBeGreaterThan(0.3);
    expect(confidence).toBe("low");
  });

  it("is served by the feature tier that its input shows", () => {
    const context = { marketBeatRate: 0.7, seasonBeatRate: 0.7, industry: null, peersThisSeason: null };
    const eight = [5, 6, 4, 5, 7, 5, 6, 4];
    const tiers = [
      forecast(aCompany(eight, { context })),
      forecast(aCompany(eight)),
      forecast(aCompany(eight.slice(0, 4), { context })),
      forecast(aCompany(eight.slice(0, 4))),
    ].map(({ featureTier }) => featureTier);
    expect(tiers).toEqual(["full", "forty_quarters", "four_quarters_with_context", "four_quarters"]);
  });

  it("has the confidence that predictions of its own feature tier earned", () => {
    const four = aCompany([5, -6, 4, 5]);
    const { beatProbability, featureTier } = forecast(four);
    expect(featureTier).toBe("four_quarters");
    const withBounds = (changed: "four_quarters" | "full") => ({
      ...weights,
      tiers: {
        ...weights.tiers,
        [changed]: {
          ...weights.tiers[changed],
          confidence: { medium: 0.5, high: 0.5, very_high: 0.5 },
        },
      },
    });
    expect(forecast(four, withBounds("four_quarters")).confidence).toBe("very_high");
    const own = confidenceOf(weights.tiers.four_quarters, beatProbability, 4);
    expect(own).not.toBe("very_high");
    expect(forecast(four, withBounds("full")).confidence).toBe(own);
  });

  it("ranks a company that always beats above one that does as often as not, above one that never does", () => {
    const always = forecast(aCompany([5, 6, 4, 5, 7, 5, 6, 4])).beatProbability;
    const even = forecast(aCompany([5, -6, 4, -5, 7, -5, 6, -4])).beatProbability;
    const never = forecast(aCompany([-5, -6, -4, -5, -7, -5, -6, -4])).beatProbability;
    expect(always).toBeGreaterThan(0.75);
    expect(even).toBeLessThan(always);
    expect(never).toBeLessThan(Math.min(0.45, even));
  });

  it("has an edge only beyond three points of the base rate", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -20, max: 20 }), { maxLength: 12 }), (surprises) => {
        const { beatProbability, baseRate, edge, edgeVerdict } = forecast(aCompany(surprises));
        expect(edge).toBe(beatProbability - baseRate);
        expect(edgeVerdict).toBe(Math.abs(edge) <= 0.03 ? "no_edge" : edge > 0 ? "edge_up" : "edge_down");
        expect(beatProbability).toBeGreaterThan(0);
        expect(beatProbability).toBeLessThan(1);
      }),
    );
  });

  it("names the record of past predictions in its band of five points", () => {
    const { band, beatProbability, featureTier } = forecast(aCompany([5, 6, 4, 5, 7, 5, 6, 4]));
    const { bands } = weights.tiers[featureTier];
    const own = bands.find(({ from, to }) => beatProbability >= from && beatProbability < to);
    expect(own?.n).toBeGreaterThan(0);
    expect(band).toMatchObject({ from: own?.from, to: own?.to, n: own?.n });
    expect(band?.hitRate).toBe((own?.beats ?? 0) / (own?.n ?? 1));
    expect(band?.low).toBeLessThan(band?.hitRate ?? 0);
    expect(band?.high).toBeGreaterThan(band?.hitRate ?? 1);
    const emptied = {
      ...weights.tiers.four_quarters,
      bands: bands.map((one) => ({ ...one, n: 0, beats: 0 })),
    };
    const none = { ...weights, tiers: { ...weights.tiers, four_quarters: emptied } };
    expect(forecast(aCompany([5]), none).band).toBeNull();
  });
});

const serving = { featureTier: "forty_quarters", family: "yahoo", trend: 0, shift: 0 } as const;

describe("the transparency bars", () => {
  it("add up to 100 in absolute value and carry the sign of their effect", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -20, max: 20 }), { minLength: 1 }), (surprises) => {
        const effects = Object.values(ablate(weights, featuresOf(aCompany(surprises)), serving)).filter(
          (effect) => effect !== null,
        );
        const total = effects.reduce((sum, { share }) => sum + Math.abs(share), 0);
        expect(total).toBeCloseTo(100, 6);
        for (const { share, logOdds } of effects) expect(Math.sign(share)).toBe(Math.sign(logOdds));
      }),
    );
  });

  it("are the change of the log-odds when one group is at its average", () => {
    const row = featuresOf(aCompany([5, 6, 4, 5, 7, 5, 6, 4]));
    const bars = ablate(weights, row, serving);
    const record = ["beatRate4", "streak", "signTest", "beatYearAgo"] as const;
    const first = featureNames.indexOf("beatRate4");
    const last = featureNames.indexOf("beatYearAgo");
    for (const name of record) expect(featureNames.slice(first, last + 1)).toContain(name);
    const without = row.map((value, i) => (i >= first && i <= last ? (weights.featureMeans[i] ?? 0) : value));
    expect(bars.historicalAccuracy?.logOdds).toBeCloseTo(
      beatLogOdds(weights, row, serving) - beatLogOdds(weights, without, serving),
      12,
    );
  });

  it("show a group without data as missing", () => {
    const guessedDays = aCompany([5, 6, 4, 5]);
    const past = guessedDays.past.map((quarter) => ({ ...quarter, isDayKnown: false }));
    const live = ablate(weights, featuresOf({ ...guessedDays, past }), serving);
    expect(live.marketSentiment).toBeNull();
    expect(live.historicalAccuracy).not.toBeNull();
    expect(ablate(weights, featuresOf(aCompany([])), serving)).toEqual({
      pastEpsTrends: null,
      historicalAccuracy: null,
      analystRatings: null,
      marketSentiment: null,
    });
    const unestimated = guessedDays.past.map((quarter) => ({ ...quarter, epsEstimate: null }));
    const bars = ablate(weights, featuresOf({ ...guessedDays, past: unestimated }), serving);
    expect(bars.historicalAccuracy).toBeNull();
    expect(bars.analystRatings).not.toBeNull();
  });
});

describe("confidence", () => {
  const levels = { confidence: { very_high: 0.8, high: 0.7, medium: 0.6 } };

  it.each([
    [0.8, 8, "very_high"],
    [0.2, 8, "very_high"],
    [0.799, 8, "high"],
    [0.7, 4, "high"],
    [0.31, 8, "medium"],
    [0.6, 8, "medium"],
    [0.41, 8, "low"],
    [0.5, 8, "low"],
    [0.9, 3, "high"],
    [0.7, 1, "medium"],
    [0.6, 2, "low"],
    [0.9, 0, "low"],
  ])("of %f with %i past quarters is %s", (probability, quarters, level) => {
    expect(confidenceOf(levels, probability, quarters)).toBe(level);
  });

  it.each(featureTiers)(
    "has fitted thresholds in order in the feature tier %s, none below those of the full one",
    (featureTier) => {
      const { very_high, high, medium } = weights.tiers[featureTier].confidence;
      const { full } = weights.tiers;
      expect(very_high).toBeGreaterThanOrEqual(full.confidence.very_high);
      expect(medium).toBeGreaterThanOrEqual(full.confidence.medium);
      expect(very_high).toBeGreaterThan(high);
      expect(high).toBeGreaterThan(medium);
      expect(medium).toBeGreaterThan(0.5);
    },
  );
});

describe("the steps from the base rate to the probability", () => {
  const company = fc.record({
    surprises: fc.array(fc.integer({ min: -40, max: 40 }), { maxLength: 44 }),
    family: fc.constantFrom("yahoo" as const, "alphavantage" as const),
    isDayKnown: fc.boolean(),
    beatRate: fc.double({ min: 0.05, max: 0.95, noNaN: true }),
  });

  it("add up to the edge on the screen, for every company, source and base rate", () => {
    fc.assert(
      fc.property(company, ({ surprises, family, isDayKnown, beatRate }) => {
        const given = aCompany(surprises, { family, referenceClass: { ...referenceClass, beatRate } });
        const request = { ...given, past: given.past.map((quarter) => ({ ...quarter, isDayKnown })) };
        const made = forecast(request);
        const [probability, baseRate] = [round(made.beatProbability, 4), round(made.baseRate, 4)];
        const contributions = pointsOf(contributionsOf(request));
        const { steps } = shownOf({ contributions, baseRate, probability });
        const sum = steps.reduce((total, { points }) => total + points, 0);
        expect(Math.abs(sum - 100 * (probability - baseRate))).toBeLessThan(0.0501);
        const start = contributions.start - 100 * baseRate;
        expect(Math.abs((steps[0]?.points ?? 0) - start), "what rounding leaves over").toBeLessThan(0.4);
      }),
      { numRuns: 60 },
    );
  });
});
