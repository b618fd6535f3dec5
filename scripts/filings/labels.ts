import { readFileSync } from "node:fs";
import Papa from "papaparse";
import { z } from "zod";

const number = z
  .string()
  .transform((text) => (text.trim() === "" ? null : Number(text)))
  .pipe(z.number().nullable());

const rowSchema = z.object({
  file: z.string(),
  metric: z.string(),
  period_kind: z.string(),
  low: number,
  high: number,
  unit: z.string(),
  action: z.string(),
  quote: z.string().default(""),
});

export type Label = {
  file: string;
  metric: string;
  periodKind: string;
  low: number | null;
  high: number | null;
  /** As labeled, in the label's unit. */
  decimals: number;
  factor: number | null;
  action: string | null;
  quote: string;
};

/** The error about a bad row names its line. */
export function readLabels(file: string): Label[] {
  const { data, errors } = Papa.parse<Record<string, string>>(readFileSync(file, "utf8"), {
    header: true,
    skipEmptyLines: true,
  });
  const [error] = errors;
  if (error) throw new Error(`${file}, row ${error.row}: ${error.message}`);
  return data.map((raw, i) => {
    const row = rowSchema.safeParse(raw);
    if (!row.success) throw new Error(`${file}, line ${i + 2}: ${z.prettifyError(row.error)}`);
    const { period_kind, unit, action, ...label } = row.data;
    return {
      ...label,
      periodKind: period_kind,
      decimals: /\.(\d+)/.exec(raw.low ?? "")?.[1]?.length ?? 0,
      factor: factorOf(unit),
      action: action === "" || action === "none stated" ? null : action,
    };
  });
}

/** Reads units like "USD billion" and "cents/share"; "% YoY" has none. */
function factorOf(unit: string): number | null {
  if (unit.includes("%")) return null;
  if (/cents?/i.test(unit)) return 0.01;
  if (/billion/i.test(unit)) return 1e9;
  if (/million/i.test(unit)) return 1e6;
  if (/thousand/i.test(unit)) return 1e3;
  return 1;
}
