// npm run -s ledger:verify -- --url URL: reads the ledger of a running instance and checks all of it.
import { parseArgs } from "node:util";
import { readLedger } from "#ledger/read.ts";
import { verifyLedger } from "#ledger/verify.ts";

const { values } = parseArgs({ options: { url: { type: "string", default: "http://localhost:5173" } } });

const { entries, published } = await readLedger(async (path) => {
  const response = await fetch(new URL(path, values.url));
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return response.json();
});
const verdict = await verifyLedger(entries, published);
if (verdict.isValid) console.log(`ledger valid: ${verdict.entries} entries`);
else {
  const where = verdict.seq === null ? "" : ` at entry ${verdict.seq}`;
  console.error(`ledger not valid${where}: ${verdict.reason}`);
  process.exitCode = 1;
}
