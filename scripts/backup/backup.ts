// npm run -s tool -- backup --to FOLDER [--local STATE] saves the database and the files. With `--local`, it reads
// the state of a stopped instance. The folder then contains secrets: email addresses and the numbers under the
// ledger's seals.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Listed, openPlace } from "./place.ts";

const { values } = parseArgs({ options: { to: { type: "string" }, local: { type: "string" } } });
if (!values.to) {
  console.error("usage: npm run -s tool -- backup --to FOLDER [--local STATE]");
  process.exit(1);
}
const folder = values.to;
mkdirSync(join(folder, "files"), { recursive: true, mode: 0o700 });
const { files, db, d1, close } = await openPlace(values.local);
try {
  const sql = resolve(folder, "database.sql");
  d1("export", "--no-schema", "--output", sql);
  // The export creates tables after rows that refer to them, so rows are moved to the end.
  const rows = readFileSync(sql, "utf8").replaceAll(/^INSERT INTO "d1_migrations".*\n?/gm, "");
  writeFileSync(sql, rows, { mode: 0o600 });
  const { results: locked } = await db
    .prepare("SELECT ledger_id AS ledgerId, max(ledger_seq) AS seq FROM predictions GROUP BY ledger_id")
    .all<{ ledgerId: string; seq: number | null }>();
  const listed: Listed[] = [];
  for (let cursor: string | undefined, isMore = true; isMore; ) {
    const page = await files.list({
      ...(cursor ? { cursor } : {}),
      include: ["httpMetadata", "customMetadata"],
    });
    for (const { key } of page.objects) {
      const file = await files.get(key);
      if (!file) continue;
      const name = String(listed.length);
      writeFileSync(join(folder, "files", name), new Uint8Array(await file.arrayBuffer()));
      listed.push({ key, name, http: file.httpMetadata ?? {}, custom: file.customMetadata ?? {} });
    }
    isMore = page.truncated;
    cursor = page.truncated ? page.cursor : undefined;
  }
  writeFileSync(join(folder, "files.json"), JSON.stringify(listed));
  for (const { ledgerId, seq } of locked) {
    const manifest = await files.get(`ledger/${encodeURIComponent(ledgerId)}/backup.json`);
    const { size } = manifest ? await manifest.json<{ size: number }>() : { size: 0 };
    if (size < (seq ?? 0))
      throw new Error(
        `The files have ${size} entries of the ledger ${ledgerId}, the database knows ${seq}. Run it again after the next hourly jobs.`,
      );
  }
  console.log(`database and ${listed.length} files in ${folder}`);
} finally {
  await close();
}
