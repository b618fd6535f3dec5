import { describe, expect, it } from "vitest";
import {
  growthSentence,
  guidanceHabitOf,
  guidanceHeadline,
  guidanceSentence,
  habitSentence,
} from "#contract/company-guidance.ts";
import type { GrowthGuidance, Guidance, ReleaseItems } from "#contract/company-release.ts";
import { amountShort, perShare } from "#contract/format.ts";
import { companyGuidanceOf, type ReadRelease } from "#season/guidance/company-guidance.ts";
import { seen, storedAfter } from "../a-report.ts";

const texts = { perShare, amountShort };
const TODAY = "2026-08-20";
const company = { currency: "USD", basis: "adjusted", isSimulated: false } as const;

function guided(low: number | null, high: number | null, given: Partial<Guidance> = {}): Guidance {
  const quote = `we expect ${low} to ${high}`;
  return {
    metric: "eps",
    basis: "adjusted",
    period: "third quarter",
    periodKind: "next_quarter",
    low,
    high,
    currency: "USD",
    action: null,
    quote,
    offset: 0,
    ...given,
  };
}

const reported = (value: number, given: Partial<ReleaseItems["reported"][number]> = {}) => ({
  ...{
    metric: "eps" as const,
    basis: "adjusted" as const,
    value,
    currency: "USD",
    quote: `EPS ${value}`,
    offset: 0,
  },
  ...given,
});

function release(
  day: string,
  items: Partial<ReleaseItems> | null,
  given: Partial<ReadRelease> = {},
): ReadRelease {
  const acceptedAt = new Date(`${day}T20:30:00Z`);
  const whole = items && { guidance: [], growth: [], reported: [], outlook: [], ...items };
  return {
    accession: `a ${day}`,
    filingDate: day,
    acceptedAt,
    url: "https://sec.example/a.htm",
    items: whole,
    isDisputed: false,
    ...given,
  };
}

/** Two quarters are reported, and the third is upcoming with a consensus of 1.34. */
const reports = storedAfter(TODAY, [
  seen({ fiscalQuarterEnd: "2026-03-31", reportDate: "2026-04-28", consensusEps: 1, reportedEps: 1.1 }),
  seen({ fiscalQuarterEnd: "2026-06-30", reportDate: "2026-07-28", consensusEps: 1.15, reportedEps: 1.21 }),
  seen({ fiscalQuarterEnd: "2026-09-30", reportDate: "2026-10-27", consensusEps: 1.34 }),
]);
const april = release("2026-04-28", { guidance: [guided(1.1, 1.2)], reported: [reported(1.1)] });
const july = release("2026-07-28", { guidance: [guided(1.2, 1.3)], reported: [reported(1.21)] });
const sentences = (
  releases: ReadRelease[],
  known = reports,
  of: Parameters<typeof companyGuidanceOf>[2] = company,
) => {
  const { latest, past } = companyGuidanceOf(releases, known, of);
  return [...latest, ...past].map((line) => guidanceSentence(line, TODAY, texts));
};

describe("what the company said", () => {
  it("stands beside what was then reported and beside today's consensus", () => {
    expect(sentences([april, july])).toEqual([
      "In July it guided $1.20 to $1.30 in adjusted EPS for this quarter; analysts expect $1.34.",
      "In April it guided $1.10 to $1.20 in adjusted EPS for the quarter to Jun 2026 and reported $1.21, above the top of its range.",
    ]);
  });

  it.each([
    [1.21, "above the top of its range"],
    [1.2, "in the upper half of its range"],
    [1.15, "in the upper half of its range"],
    [1.14, "in the lower half of its range"],
    [1.1, "in the lower half of its range"],
    [1.09, "below the bottom of its range"],
  ])("to the cent: %d is %s", (value, place) => {
    const after = release("2026-07-28", { reported: [reported(value)] });
    expect(sentences([april, after])[0]).toContain(`reported $${value.toFixed(2)}, ${place}`);
  });

  it("counts how often it beat its own top, middle and bottom", () => {
    const lines = (["above", "above", "upper", "below"] as const).map((place) => ({
      place,
      low: 1,
      high: 2,
    }));
    const sentence = (past: Parameters<typeof guidanceHabitOf>[0]) => habitSentence(guidanceHabitOf(past));
    expect(sentence(lines)).toBe(
      "Of four quarters that it guided, it reported above the top of its range in two, at or above the middle in three and below the bottom in one.",
    );
    expect(sentence(lines.slice(0, 2))).toContain("below the bottom in none.");
    expect(sentence(lines.slice(0, 1))).toBeNull();
    expect(sentence([])).toBeNull();
  });

  it("counts a point that was met, and nothing of a guidance without a top", () => {
    const point = { low: 1, high: 1, place: null };
    const open = { low: 1, high: null, place: "below" } as const;
    expect(guidanceHabitOf([point, open])).toEqual({
      quarters: 1,
      aboveTop: 0,
      atLeastMiddle: 1,
      belowBottom: 0,
    });
  });

  it("never sets figures of another basis or currency beside each other", () => {
    const gaap = release("2026-07-28", {
      guidance: [guided(1, 1.1, { basis: "gaap" })],
      reported: [reported(0.9, { basis: "gaap" })],
    });
    expect(sentences([april, gaap])).toEqual([
      "In July it guided $1.00 to $1.10 in GAAP EPS for this quarter.",
    ]);
    const euro = release("2026-07-28", {
      guidance: [guided(1.2, 1.3, { currency: "EUR" })],
      reported: [reported(1.21, { currency: "EUR" })],
    });
    expect(sentences([april, euro])).toEqual([
      "In July it guided €1.20 to €1.30 in adjusted EPS for this quarter.",
    ]);
  });

  it("compares nothing across a split between guidance and report", () => {
    const split = storedAfter(TODAY, [
      seen({
        fiscalQuarterEnd: "2026-03-31",
        reportDate: "2026-04-28",
        consensusEps: 0.25,
        reportedEps: 0.275,
      }),
      seen({ fiscalQuarterEnd: "2026-06-30", reportDate: "2026-07-28", consensusEps: 0.3, reportedEps: 0.3 }),
      seen({ fiscalQuarterEnd: "2026-09-30", reportDate: "2026-10-27", consensusEps: 0.33 }),
    ]);
    expect(sentences([april, july], split)).toEqual([
      "In July it guided $1.20 to $1.30 in adjusted EPS for this quarter.",
    ]);
  });

  it("follows an amended filing, and of two exhibits the first", () => {
    const amended = release(
      "2026-07-30",
      { guidance: [guided(1.25, 1.35, { action: "raised" })] },
      { accession: "b" },
    );
    expect(sentences([april, july, amended])[0]).toBe(
      "In July it raised its adjusted EPS guidance for this quarter to a range of $1.25 to $1.35; analysts expect $1.34.",
    );
    const second = release("2026-07-28", { guidance: [guided(9, 10)] });
    expect(sentences([july, second])).toHaveLength(1);
    expect(sentences([july, second])[0]).toContain("$1.20 to $1.30");
  });

  it.each([
    ["raised", [guided(5, 5.2, { periodKind: "full_year", action: "raised" })]],
    ["lowered", [guided(5, 5.2, { periodKind: "full_year", action: "lowered" }), guided(1, 1.1)]],
    ["withdrawn", [guided(null, null, { periodKind: "full_year", action: "withdrawn" })]],
    ["given", [guided(1, 1.1)]],
    [
      "given",
      [guided(1, 1.1, { action: "raised" }), guided(5, 6, { periodKind: "full_year", action: "lowered" })],
    ],
    ["none", []],
  ] as const)("is %s", (state, guidance) => {
    expect(
      companyGuidanceOf([release("2026-07-28", { guidance: [...guidance] })], reports, company).state,
    ).toBe(state);
  });

  it("has this year's guidance and the next one's, and an amendment that names no year replaces the first", () => {
    const year = (period: string, low: number) => guided(low, low + 0.2, { periodKind: "full_year", period });
    const both = release("2026-07-28", { guidance: [year("full year 2026", 5), year("2027", 6)] });
    const lows = (releases: Parameters<typeof companyGuidanceOf>[0]) =>
      companyGuidanceOf(releases, reports, company).latest.map(({ period, low }) => [period, low]);
    expect(lows([both])).toEqual([
      ["full year 2026", 5],
      ["2027", 6],
    ]);
    const amended = release("2026-07-30", { guidance: [year("full year", 4.9)] }, { accession: "b" });
    expect(lows([both, amended])).toEqual([["full year", 4.9]]);
  });

  it("names in its headline the guidance that was raised", () => {
    const both = [guided(1, 1.1), guided(5, 5.2, { periodKind: "full_year", action: "raised" })];
    const read = companyGuidanceOf([release("2026-07-28", { guidance: both })], reports, company);
    expect(guidanceHeadline(read)).toBe("Raised its full-year guidance on July 28, 2026");
  });

  it("is unread where the latest could not be read: an older one is not shown as the latest; none at all is said so", () => {
    const none = companyGuidanceOf([], reports, company);
    expect(none).toMatchObject({ state: "none_known", releasedOn: null, latest: [] });
    expect(guidanceHeadline(none)).toBe("No earnings release of this company has been read yet");
    const unread = companyGuidanceOf([april, release("2026-07-28", null)], reports, company);
    const releaseUrl = "https://sec.example/a.htm";
    expect(unread).toMatchObject({ state: "unread", releasedOn: "2026-07-28", releaseUrl, latest: [] });
    expect(guidanceHeadline(unread)).toBe("Its release of July 28, 2026 could not be read");
  });

  it("may be growth alone, which is shown with its base and never as an amount", () => {
    const grown = (given: Partial<GrowthGuidance> = {}): GrowthGuidance => ({
      ...{ metric: "eps", basis: "adjusted", period: "fiscal 2026", periodKind: "full_year" },
      ...{
        low: 5,
        high: 6,
        base: 2.88,
        currency: "USD",
        action: null,
        quote: "growth of 5% to 6%",
        offset: 0,
      },
      ...given,
    });
    const read = (growth: GrowthGuidance[]) =>
      companyGuidanceOf([april, release("2026-07-28", { growth })], reports, company);
    const revenue = grown({ metric: "revenue", basis: null, base: null, high: null, action: "raised" });
    const { state, latest, growth } = read([revenue, grown()]);
    expect({ state, latest }).toEqual({ state: "raised", latest: [] });
    expect(growth.map((line) => growthSentence(line, TODAY, texts))).toEqual([
      "In July it guided growth of 5% to 6% in adjusted EPS for fiscal 2026, measured from $2.88.",
      "In July it raised its guidance of revenue for fiscal 2026 to growth of at least 5%.",
    ]);
    const ranges: [number | null, number | null, string][] = [
      [-4, -2, "a decline of 2% to 4%"],
      [-1, 1, "growth of −1% to 1%"],
      [null, 3, "growth of at most 3%"],
      [8, 8, "growth of 8%"],
    ];
    for (const [low, high, words] of ranges) {
      const [line] = read([grown({ low, high, base: null })]).growth;
      expect(line && growthSentence(line, TODAY, texts)).toBe(
        `In July it guided ${words} in adjusted EPS for fiscal 2026.`,
      );
    }
    const [inWords] = read([grown({ low: null, high: null, base: null, quote: "low-teens growth" })]).growth;
    expect(inWords && growthSentence(inWords, TODAY, texts)).toBe(
      "In July it guided the change in adjusted EPS for fiscal 2026 in words, without a percentage.",
    );
    expect(read([]).state).toBe("none");
  });

  it("is disputed where its readers differ: never said to have given none, and what is agreed is shown", () => {
    const disputed = (items: Partial<ReleaseItems> | null) =>
      companyGuidanceOf([april, release("2026-07-28", items, { isDisputed: true })], reports, company);
    for (const items of [null, {}]) {
      expect(disputed(items)).toMatchObject({ state: "disputed", latest: [] });
      expect(guidanceHeadline(disputed(items))).toBe(
        "Two readings of its release of July 28, 2026 differ, so its guidance is not shown until a person has looked",
      );
    }
    expect(disputed({ guidance: [guided(1.2, 1.3, { action: "raised" })] }).state).toBe("raised");
  });

  it("of an early warning that no report stands behind is shown, and compared with nothing", () => {
    const warning = release("2026-08-12", { guidance: [guided(1, 1.1, { action: "lowered" })] });
    expect(sentences([july, warning])[0]).toBe(
      "In August it lowered its adjusted EPS guidance for the third quarter to a range of $1.00 to $1.10.",
    );
  });

  it("that is confirmed without figures is said so, and replaces no figures", () => {
    const bare = { guidance: [guided(1, 1.1, { low: null, high: null, action: "maintained" })] };
    expect(sentences([release("2026-08-12", bare)])[0]).toBe(
      "In August it confirmed its adjusted EPS guidance for the third quarter without naming a figure.",
    );
    expect(sentences([july, release("2026-07-29", bare)])[0]).toBe(
      "In July it guided $1.20 to $1.30 in adjusted EPS for this quarter; analysts expect $1.34.",
    );
  });
});
