import { perShare } from "#contract/format.ts";
import { easternDay } from "#contract/time.ts";
import { type SampleCompany, sampleCompaniesOf } from "./companies.ts";
import { quarterOf, reportedQuarters, type SampleQuarter } from "./quarters.ts";
import { rounded, seededRandom } from "./seeded.ts";

/** The share of companies that guide the next quarter, and the share that withdraw guidance in a release. */
const GUIDES = 0.72;
const WITHDRAWS = 0.03;
/** Companies guide lower than they expect, by this share. */
const CAUTION = 0.025;
const HALF_WIDTH = 0.03;
/** A surprise larger than this share of the consensus raises or lowers the guidance for the full year. */
const REVISES_AFTER = 0.015;
/** The largest difference between adjusted and GAAP EPS, as a share of adjusted EPS. */
const ADJUSTMENTS = 0.12;
const LISTED = 6;

/** A filing in the shape of the filings port, with the quarter that it reports. */
type SampleFiling = {
  accession: string;
  isAmendment: boolean;
  acceptedText: string;
  filingDate: string;
  acceptedAt: Date;
  quarter: SampleQuarter;
};

/**
 * Returns the filings of the simulated market's companies, in place of the SEC's. A company's id (`cik`) is
 * its place in the market. Each filing is accepted when its report is published, and lists begin with the
 * newest.
 */
export function sampleFilings(size: number, marketNow: () => Date) {
  const companies = [...sampleCompaniesOf(size).values()];
  const companyOf = (cik: string) => companies[Number(cik) - 1];
  const releasesOf = (company: SampleCompany): SampleFiling[] =>
    reportedQuarters(company, marketNow())
      .slice(-LISTED)
      .reverse()
      .map((quarter) => ({
        accession: `${String(companies.indexOf(company) + 1).padStart(10, "0")}-${quarter.fiscalQuarterEnd.slice(2, 4)}-${String(quarter.index).padStart(6, "0")}`,
        isAmendment: false,
        acceptedText: quarter.reportsAt.toISOString(),
        filingDate: easternDay(quarter.reportsAt),
        acceptedAt: quarter.reportsAt,
        quarter,
      }));
  const filingOf = (cik: string, accession: string) => {
    const company = companyOf(cik);
    const filing = company && releasesOf(company).find((release) => release.accession === accession);
    return company && filing ? { company, filing } : null;
  };
  return {
    companyIds: async () =>
      new Map(companies.map(({ symbol }, at) => [symbol, String(at + 1).padStart(10, "0")])),
    company: async (cik: string) => {
      const company = companyOf(cik);
      return company ? { name: company.name, tickers: [company.symbol] } : null;
    },
    releases: async (cik: string) => {
      const company = companyOf(cik);
      return company ? releasesOf(company) : null;
    },
    header: async (cik: string, accession: string) => {
      const companyFiling = filingOf(cik, accession);
      return (
        companyFiling && {
          acceptedAt: companyFiling.filing.acceptedAt,
          exhibits: [{ type: "EX-99.1", file: "release.htm" }],
        }
      );
    },
    exhibit: async (cik: string, accession: string) => {
      const companyFiling = filingOf(cik, accession);
      return companyFiling && releaseText(companyFiling.company, companyFiling.filing.quarter);
    },
    documentUrl: () => null,
    // The simulated market's calendar knows every report day, so nobody needs the list of recent filers.
    recentFilers: async () => [],
    facts: async () => null,
  };
}

const ordinals = ["first", "second", "third", "fourth"] as const;

/** Returns the text of a release as plain HTML, which says that it is simulated. */
function releaseText(company: SampleCompany, quarter: SampleQuarter): string {
  const { name } = company;
  const [period, next] = [quarterName(quarter), quarterName(quarterOf(company, quarter.index + 1))];
  const gaap = rounded(
    quarter.actual -
      Math.abs(quarter.actual) * ADJUSTMENTS * seededRandom(company.symbol, "one-off", quarter.index),
  );
  const heading = `${name} reports results of the ${period}`;
  return `<html><body><p><b>Simulated release. ${name} never said this: every figure is invented.</b></p>
<h1>${heading}.</h1>
<ul><li>${capital(period)} diluted earnings per share were ${eps(gaap)}.</li>
<li>${capital(period)} adjusted diluted earnings per share were ${eps(quarter.actual)}.</li></ul>
<h2>Outlook.</h2>
${outlook(company, quarter, next)}
<p>The outlook is invented for the sample market and is no forecast of a real company.</p></body></html>`;
}

function outlook(company: SampleCompany, quarter: SampleQuarter, next: string): string {
  const { symbol, name } = company;
  if (seededRandom(symbol, "guides") > GUIDES) return `<p>${name} does not give guidance.</p>`;
  if (seededRandom(symbol, "withdraws", quarter.index) < WITHDRAWS)
    return `<p>Given the uncertain environment, ${name} is withdrawing its guidance for ${yearOf(company, quarter.index)} adjusted earnings per share.</p>`;
  const [low, high] = rangeAround(quarterOf(company, quarter.index + 1).estimate * (1 - CAUTION));
  return `<p>For the ${next}, ${name} expects adjusted diluted earnings per share of ${eps(low)} to ${eps(high)}.</p>
<p>${fullYear(company, quarter)}</p>`;
}

function fullYear(company: SampleCompany, quarter: SampleQuarter): string {
  const { name } = company;
  const year = yearOf(company, quarter.index);
  const [low, high] = rangeAround(yearMiddle(company, quarter.index));
  const range = `${eps(low)} to ${eps(high)}`;
  if (quarter.index % 4 === 3)
    return `For ${year}, ${name} expects adjusted diluted earnings per share of ${range}.`;
  const [lowBefore, highBefore] = rangeAround(yearMiddle(company, quarter.index - 1));
  const surprise = (quarter.actual - quarter.estimate) / Math.abs(quarter.estimate);
  if (Math.abs(surprise) <= REVISES_AFTER)
    return `${name} reaffirms its ${year} guidance for adjusted diluted earnings per share of ${range}.`;
  const verb = surprise > 0 ? "is raising" : "is lowering";
  return `${name} ${verb} its ${year} guidance for adjusted diluted earnings per share to ${range} from its prior range of ${eps(lowBefore)} to ${eps(highBefore)}.`;
}

/**
 * Returns the middle of the guidance for the full year: what is expected at the year's start, plus the larger
 * surprises of the quarters reported since then.
 */
function yearMiddle(company: SampleCompany, index: number): number {
  const first = index - (index % 4) + (index % 4 === 3 ? 4 : 0);
  const quarters = [0, 1, 2, 3].map((at) => quarterOf(company, first + at));
  const expected = quarters.reduce((sum, { estimate }) => sum + estimate, 0) * (1 - CAUTION);
  const moved = quarters
    .filter((quarter) => quarter.index <= index)
    .map(({ actual, estimate }) => actual - estimate)
    .filter((surprise, at) => Math.abs(surprise) > REVISES_AFTER * Math.abs(quarters[at]?.estimate ?? 0));
  return expected + moved.reduce((sum, surprise) => sum + surprise, 0);
}

function rangeAround(middle: number): readonly [number, number] {
  const half = Math.max(0.01, Math.abs(middle) * HALF_WIDTH);
  return [rounded(middle - half), rounded(middle + half)];
}

/** Returns a name such as "fourth quarter of 2026". */
function quarterName({ fiscalQuarterEnd }: SampleQuarter): string {
  const month = Number(fiscalQuarterEnd.slice(5, 7));
  return `${ordinals[Math.ceil(month / 3) - 1]} quarter of ${fiscalQuarterEnd.slice(0, 4)}`;
}

function yearOf(company: SampleCompany, index: number): string {
  const first = index - (index % 4) + (index % 4 === 3 ? 4 : 0);
  return `full year ${quarterOf(company, first + 3).fiscalQuarterEnd.slice(0, 4)}`;
}

function eps(value: number): string {
  return perShare(value, "USD");
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
