import { expect, it } from "vitest";
import { sampleCompaniesOf } from "#market/sample/companies.ts";
import { expectGoodArgument } from "../unit/explanation/good-argument.ts";
import { sampleBrief } from "../unit/explanation/sample-briefs.ts";

const COMPANIES = 400;
const days = [
  "2026-01-20T15:00:00Z",
  "2026-03-10T15:00:00Z",
  "2026-05-04T12:00:00Z",
  "2026-08-31T20:30:00Z",
  "2026-11-20T21:00:00Z",
];

it("each of 400 sample companies has an argument of 4 to 9 plain sentences, no fact and no wording twice", async () => {
  const symbols = [...sampleCompaniesOf(COMPANIES).keys()];
  expect(symbols).toHaveLength(COMPANIES);
  const used = new Set<string>();
  for (const [i, symbol] of symbols.entries()) {
    const { facts } = await sampleBrief(symbol, new Date(days[i % days.length] ?? ""));
    const { thesis, sections } = expectGoodArgument(symbol, facts);
    for (const { statement } of [thesis, ...sections.flatMap(({ sentences }) => sentences)])
      used.add(statement);
  }
  // Companies differ, and so do the arguments about them.
  expect(used.size).toBeGreaterThan(25);
});
