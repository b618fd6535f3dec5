// npm run bench [-- --turns N] [--json] [--save]
import { parseArgs } from "node:util";
import { fallsFrom, readLandedRatios, saveRatios } from "./load/landed-ratios.ts";
import { type Measured, measure } from "./load/measure.ts";
import type { RouteName } from "./load/routes.ts";

const { values } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    /** Stores the ratios as those that later runs are compared with. */
    save: { type: "boolean", default: false },
    turns: { type: "string", default: "3" },
  },
});
const measured = await measure(Number(values.turns));
const landed = readLandedRatios();
print(measured);
for (const fall of fallsFrom(landed, measured.routes)) console.log(fall);
if (values.save) saveRatios(measured.routes);
if (values.json) {
  const { use: _, ...figures } = measured;
  console.log(JSON.stringify(figures));
}
process.exit(0);

function print({ routes, use, ...totals }: Measured): void {
  console.table(
    Object.fromEntries(
      Object.entries(routes).map(([name, { ratio, rps, p50, p99, errors, bare }]) => [
        name,
        {
          "of a bare Worker": ratio.toFixed(2),
          landed: landed[name as RouteName].toFixed(2),
          "requests/s": Math.round(rps),
          p50,
          p99,
          errors,
          "bare p50": bare.p50,
          "bare p99": bare.p99,
        },
      ]),
    ),
  );
  console.log("What one request uses (means of 20, one after another):");
  console.table(use);
  const { analyzeFresh, analyzeFirst } = use;
  console.log(
    `Rows of D1 that a prediction writes: ${totals.rowsWrittenPerPrediction}; with a fresh analysis: ${analyzeFresh.rowsWritten}, of a company that the store does not know yet: ${analyzeFirst.rowsWritten}`,
  );
  console.log(`Answer of an analysis, gzip: ${(totals.analyzeAnswerGzipBytes / 1000).toFixed(1)} kB`);
  console.log(
    `A million analyses, a tenth of them fresh, without a language model: ${totals.usdPerMillionAnalyses.toFixed(2)} USD`,
  );
}
