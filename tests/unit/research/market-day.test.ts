import { expect, it } from "vitest";
import { rulesNarrator } from "#explanation/narrator/narrator.ts";
import { sampleMarket } from "#market/sample/sample.ts";
import { NO_CONTEXT } from "#model/history.ts";
import { NO_REPORTS } from "#model/reference-class.ts";
import { readingArchive } from "#research/archive.ts";
import { runAnalysis } from "#research/run.ts";

it("an analysis in the evening knows what was reported before the day in New York, not before that of UTC", async () => {
  const days: string[] = [];
  const archive = readingArchive({
    context: async (_company, day) => {
      days.push(day);
      return NO_CONTEXT;
    },
    classes: async (day) => {
      days.push(day);
      return NO_REPORTS;
    },
  });
  const now = () => new Date("2026-01-15T02:30:00Z");
  const run = { market: sampleMarket(), narrator: rulesNarrator, now, newId: () => "ana_1", archive };
  await runAnalysis("AAPL", run, { onStage: () => undefined, onText: () => undefined });
  expect(days).toEqual(["2026-01-14", "2026-01-14"]);
});
