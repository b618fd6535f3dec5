import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { type RouteName, routeNames } from "./routes.ts";

const file = join(import.meta.dirname, "..", "..", "..", "docs", "bench-ratios.json");
const ratiosSchema = z.record(z.enum(routeNames), z.number().positive());
type Ratios = z.infer<typeof ratiosSchema>;

/** A fall by more than this share of the landed ratio is reported. Smaller ones occur between runs. */
const MAX_FALL = 0.1;

/** Returns each route's throughput relative to the bare Worker, as measured for the last change that landed. */
export function readLandedRatios(): Ratios {
  return ratiosSchema.parse(JSON.parse(readFileSync(file, "utf8")));
}

type Measured = Readonly<Record<RouteName, { ratio: number }>>;

export function saveRatios(routes: Measured): void {
  const ratios = Object.fromEntries(routeNames.map((name) => [name, Number(routes[name].ratio.toFixed(2))]));
  writeFileSync(file, `${JSON.stringify(ratios, null, 2)}\n`);
}

/** Returns a sentence for each route that fell by more than a tenth below its landed ratio. */
export function fallsFrom(landed: Ratios, routes: Measured): string[] {
  return routeNames.flatMap((name) => {
    const [before, now] = [landed[name], routes[name].ratio];
    if (now >= before * (1 - MAX_FALL)) return [];
    const percent = Math.round(100 * (1 - now / before));
    return `${name} FELL by ${percent}%: ${now.toFixed(2)} of a bare Worker, landed ${before.toFixed(2)}. The change must say why.`;
  });
}
