import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const read = (file: string) => readFileSync(join(import.meta.dirname, "..", "..", file), "utf8");
const crons = /crons = \[(.*)\]/.exec(read("wrangler.toml"))?.[1]?.match(/"([^"]+)"/g) ?? [];
const jobs = [...read("worker/app/jobs/tick.ts").matchAll(/^ {2}("[^"]+"): \[([^\]]*)\]/gm)];

it("every trigger of the deployment has its jobs, and every list of jobs its trigger", () => {
  expect(jobs.map(([, cron]) => cron).toSorted()).toEqual(crons.toSorted());
});

it("what has had its time is deleted every hour", () => {
  const [, cron = ""] = jobs.find(([, , names = ""]) => names.includes("retention")) ?? [];
  expect(cron).toMatch(/^"\d+ \* \* \* \*"$/);
});

it("a message has as many attempts as the queue gives it", () => {
  const [, allowed] =
    /queue = "beatcast-jobs"\n(?:\w+ = .*\n)*?max_retries = (\d+)/.exec(read("wrangler.toml")) ?? [];
  const [, counted] = /MAX_RETRIES = (\d+)/.exec(read("worker/app/jobs/consume.ts")) ?? [];
  expect(counted).toBe(allowed);
});

it("the platform's logs have no address of a request: a calendar feed's is its secret", () => {
  const wrangler = read("wrangler.toml");
  expect(wrangler).toMatch(/\[observability\.logs\]\n(?:\w+ = .*\n)*?invocation_logs = false/);
  expect(wrangler).toMatch(/\[observability\]\n(?:\w+ = .*\n)*?redact_query_string = true/);
  expect(wrangler).toMatch(/\[observability\.traces\]\nenabled = false/);
});
