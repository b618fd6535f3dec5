import { describe, expect, it } from "vitest";
import { type FilingCheck, filingSentences } from "#contract/recap.ts";

const check: FilingCheck = {
  finding: "confirmed",
  reportedEps: 1.91,
  releasedFrom: "2026-10-29T20:30:28.000Z",
  releasedTo: "2026-10-29T20:30:28.000Z",
  documentUrl: "https://www.sec.gov/a.htm",
  exhibitEps: null,
  exhibitBasis: "adjusted",
  gaapEps: null,
  isGaapDerived: null,
  gaapFiled: null,
};
const formats = {
  eps: (eps: number) => `$${eps.toFixed(2)}`,
  moment: (at: string) => at.slice(11, 16),
  day: (day: string) => day,
};
const said = (given: Partial<FilingCheck>) => filingSentences({ ...check, ...given }, formats).join(" ");

describe("what a company's filings say of a figure", () => {
  it("is never more than was found", () => {
    expect(filingSentences(null, formats)).toEqual([
      "Not checked against the company's filings with the SEC.",
    ]);
    expect(said({})).toBe(
      "The SEC accepted the company's results on 20:30. The press release states $1.91 as adjusted EPS, as our source does.",
    );
    expect(said({ exhibitBasis: null })).toContain("The press release states $1.91, as our source does.");
    expect(said({ finding: "contradicted", exhibitEps: 1.88, exhibitBasis: "gaap" })).toContain(
      "The press release states $1.88 as GAAP EPS, our source $1.91.",
    );
    expect(said({ finding: "not_found", exhibitBasis: null })).toContain(
      "The press release was read, and $1.91 was not found in it.",
    );
    expect(said({ finding: "not_found", documentUrl: null })).toContain(
      "No press release was found with them.",
    );
    expect(said({ finding: "no_release", releasedFrom: null, releasedTo: null })).toBe(
      "No filing with the results has been found so far.",
    );
  });

  it("has both ends of a moment whose zone is not certain, and the GAAP figure with how it was found", () => {
    expect(said({ releasedTo: "2026-10-29T21:30:28.000Z" })).toContain(
      "The SEC accepted the company's results between 20:30 and 21:30.",
    );
    expect(said({ gaapEps: 1.85, gaapFiled: "2026-11-02", isGaapDerived: false })).toContain(
      "GAAP EPS in the SEC's data: $1.85, filed 2026-11-02.",
    );
    expect(said({ gaapEps: 1.85, isGaapDerived: true })).toContain(
      "GAAP EPS in the SEC's data: $1.85, worked out as the year less nine months.",
    );
  });
});
