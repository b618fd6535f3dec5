import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { isBeat } from "#model/history.ts";
import {
  addToClasses,
  type BeatCounts,
  type CompanySize,
  type FittedClasses,
} from "#model/reference-class.ts";
import { sectorOf } from "#model/sector.ts";
import { runCommand } from "./command.ts";
import { companyFacts } from "./company-facts.ts";
import { HistoryError, readEvents } from "./events.ts";
import { joinHistories } from "./histories.ts";

const USAGE =
  "usage: npm run tool -- model-classes --from DATE --to DATE --large FILE --medium FILE --small FILE [--sectors FILE] FILE [FILE …] [--out FILE]";

/** A company that is in several files has the largest size. */
type SizeFiles = Record<CompanySize, string>;

/** `sectors` names the sectors that the files lack. */
function countClasses(
  files: readonly string[],
  {
    from,
    to,
    sizes,
    sectors: sectorFile,
  }: { from: string; to: string; sizes: SizeFiles; sectors: string | undefined },
): FittedClasses {
  const facts = companyFacts({ sectors: sectorFile, closes: [] });
  const read = files.map((file) => facts(readEvents(file).events));
  const size = new Map<string, CompanySize>();
  for (const name of ["small", "medium", "large"] as const)
    for (const { symbol } of readEvents(sizes[name]).events) size.set(symbol, name);
  const sectors = new Map(
    read.flat().flatMap((event) => {
      const sector = sectorOf(event.sector) ?? sectorOf(event.industry);
      return sector ? [[event.symbol, sector] as const] : [];
    }),
  );
  const counts = new Map<string, BeatCounts>();
  const { events, isCounted } = joinHistories(read);
  const asked = events.filter(
    (event) => isCounted(event) && event.reportDate >= from && event.reportDate <= to,
  );
  for (const { symbol, epsEstimate, epsActual } of asked) {
    const traits = {
      size: size.get(symbol) ?? null,
      isProfitable: epsEstimate > 0,
      sector: sectors.get(symbol) ?? null,
    };
    addToClasses(counts, traits, { n: 1, beats: Number(isBeat(epsActual, epsEstimate)) });
  }
  return {
    from: asked[0]?.reportDate ?? from,
    to: asked.at(-1)?.reportDate ?? to,
    classes: Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

function main(): void {
  const text = { type: "string" } as const;
  const { values, positionals } = parseArgs({
    options: {
      from: text,
      to: text,
      large: text,
      medium: text,
      small: text,
      sectors: text,
      out: { type: "string", default: "worker/model/class-counts.json" },
    },
    allowPositionals: true,
  });
  const { from, to, large, medium, small, sectors, out } = values;
  if (!from || !to || !large || !medium || !small || positionals.length === 0) throw new HistoryError(USAGE);
  const sizes = { large, medium, small };
  const counted = countClasses(positionals, { from, to, sizes, sectors });
  writeFileSync(out, `${JSON.stringify(counted)}\n`);
  console.log(
    `counted ${counted.classes.all?.n ?? 0} reports in ${Object.keys(counted.classes).length} classes`,
  );
}

if (process.argv[1] === import.meta.filename) await runCommand(main);
