// npm run -s bench -- round [--companies 3000 --reports 400]
import { parseArgs } from "node:util";
import { playRound } from "./play-round.ts";

const { values } = parseArgs({
  options: { companies: { type: "string", default: "3000" }, reports: { type: "string", default: "400" } },
});
const { jobs, ...round } = await playRound({
  companies: Number(values.companies),
  reports: Number(values.reports),
});
console.log("job                ended  D1 statements  rows written");
for (const [job, use] of Object.entries(jobs))
  console.log(
    `${job.padEnd(18)} ${String(use.ended).padStart(5)} ${String(use.statements).padStart(14)} ${String(use.rowsWritten).padStart(13)}`,
  );
console.log(JSON.stringify(round));
