import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const args = "scripts/simulate/command.ts --years 1 --companies 40 --people 24 --seed 7 --json".split(" ");

it("a year of few companies and people, with what befalls them, breaks nothing that each month is asked for", async () => {
  // Ends with code 1 when a check failed; the breaches say more.
  const ended = await promisify(execFile)(process.execPath, args, { maxBuffer: 1e7 }).catch(
    (error: { stdout: string }) => error,
  );
  const { breaches, events, years, months } = JSON.parse(ended.stdout);
  expect(breaches).toEqual([]);
  expect(months).toBe(13);
  expect(years).toHaveLength(1);
  const happened = [
    ...["analyses", "plans bought", "companies watched", "kills in the middle of a job"],
    ...["outages of the source", "deployments of a new model", "secrets exchanged", "changes of the clocks"],
    ...[
      "companies renamed",
      "companies delisted",
      "companies bought",
      "companies split",
      "companies spun off",
    ],
    ...["plans bought on 01-31", "plans bought on 02-29", "plans bought on a change of the clocks"],
    ...["payments disputed", "sources switched", "signing keys exchanged", "times without any job"],
  ];
  for (const name of happened) expect(events[name], name).toBeGreaterThan(0);
}, 1_800_000);
