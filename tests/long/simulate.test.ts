import { expect, it } from "vitest";
import { simulate } from "../../scripts/simulate/simulate.ts";

it("a year of few companies and people, with what befalls them, breaks nothing that each month is asked for", async () => {
  const { breaches, events, months, years } = await simulate(
    { years: 1, companies: 40, people: 24, seed: 7 },
    () => undefined,
  );
  expect(breaches).toEqual([]);
  expect(months).toBe(12);
  expect(years).toHaveLength(1);
  const happened = [
    ...["analyses", "plans bought", "companies watched", "kills in the middle of a job"],
    ...["outages of the source", "deployments of a new model", "secrets exchanged", "changes of the clocks"],
  ];
  for (const name of happened) expect(events[name], name).toBeGreaterThan(0);
}, 900_000);
