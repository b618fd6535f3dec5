import { expect, it } from "vitest";
import { playRound } from "../../scripts/bench/play-round.ts";

it("a day with 40 reports of 300 companies asks for each range once a tick, for each company's estimates once, and writes few rows", async () => {
  const round = await playRound({ companies: 300, reports: 40 });
  expect(round.jobErrors).toBe("");
  expect(round).toMatchObject({ failedJobs: 0, repeatedRanges: 0, otherCalls: 0 });
  expect(round.settled).toBeGreaterThanOrEqual(40);
  expect(round.locked).toBeGreaterThanOrEqual(round.settled);
  expect(round.listingCalls).toBe(3);
  expect(round.estimateCalls).toBe(300);
  // One per session, and one when a further day of reports comes into range.
  expect(round.quoteCalls).toBeLessThanOrEqual(3);
  expect(round.rowsAPrediction.lock).toBeLessThanOrEqual(6);
});
