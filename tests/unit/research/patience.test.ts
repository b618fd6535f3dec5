import { expect, it } from "vitest";
import { NARRATIVE_TIMEOUT_MS } from "#explanation/narrator/language-model.ts";
import { COMPANY_TIMEOUT_MS, PART_TIMEOUT_MS } from "#research/gather.ts";

it("an analysis ends within a minute, however slow its sources and its writer are", () => {
  expect(COMPANY_TIMEOUT_MS + PART_TIMEOUT_MS + NARRATIVE_TIMEOUT_MS).toBeLessThan(60_000);
});
