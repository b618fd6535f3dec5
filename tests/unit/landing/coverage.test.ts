import { expect, it } from "vitest";
import { coverageText } from "../../../src/features/landing/hero.tsx";

it("counts companies and sources in words, and says when the market is simulated", () => {
  expect(coverageText({ dataMode: "sample", companies: 53, sources: ["Sample market"] })).toBe(
    "Counted now: 53 companies with a prediction on our record, 1 data source in use (Sample market). This market is simulated.",
  );
  const sources = ["Financial Modeling Prep", "Yahoo Finance"];
  expect(coverageText({ dataMode: "live", companies: 1, sources })).toBe(
    "Counted now: 1 company with a prediction on our record, 2 data sources in use (Financial Modeling Prep, Yahoo Finance).",
  );
});
