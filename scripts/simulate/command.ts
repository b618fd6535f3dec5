// npm run -s simulate -- [--years 5] [--companies 600] [--people 300] [--seed N] [--json] [--store FILE]
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { simulate } from "./simulate.ts";

const number = { type: "string" } as const;
const { values } = parseArgs({
  options: {
    years: number,
    companies: number,
    people: number,
    seed: number,
    json: { type: "boolean", default: false },
    // Receives the reports of the store, which model-refit --store FILE reads.
    store: { type: "string" },
  },
});
const asked = {
  years: Number(values.years ?? 5),
  companies: Number(values.companies ?? 600),
  people: Number(values.people ?? 300),
  seed: Number(values.seed ?? 1),
};
if (!process.env.BEATCAST_BUILT)
  execFileSync("npm", ["run", "--silent", "build"], {
    cwd: join(import.meta.dirname, "..", ".."),
    stdio: "ignore",
  });
const { reports, ...result } = await simulate(asked, (line) => process.stderr.write(`${line}\n`));
if (values.store) writeFileSync(values.store, `${JSON.stringify(reports)}\n`);
if (values.json) console.log(JSON.stringify({ ...asked, ...result }));
else {
  console.log(
    `${asked.years} years, ${asked.companies} companies, ${asked.people} people, seed ${asked.seed}`,
  );
  console.table(result.events);
  console.log("What a year costs:");
  console.table(result.years);
  console.log(
    `${result.months} months checked, ${result.entries} entries of the ledger, ${result.seconds} s`,
  );
  for (const breach of result.breaches.slice(0, 100)) console.log(`BREACH ${breach}`);
  console.log(`${result.breaches.length} breaches`);
}
process.exit(result.breaches.length === 0 ? 0 : 1);
