import { readFileSync } from "node:fs";
import { type Tone, toneSchema } from "#contract/social.ts";
import { headlineToneOf, toneScore } from "#model/news/tone.ts";

/** npm run -s tool -- sentiment FILE evaluates the tone of sentences (CSV: label,sentence). */
const labels = toneSchema.options;

type Row = { label: Tone; sentence: string };

/** The error about a bad row names its line. */
function readRows(text: string): Row[] {
  const lines = text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .filter((line) => line !== "");
  if (lines[0] !== "label,sentence") throw new Error("line 1: the header must be label,sentence");
  return lines.slice(1).map((line, i) => {
    const comma = line.indexOf(",");
    const label = toneSchema.safeParse(line.slice(0, comma));
    const rest = line.slice(comma + 1);
    if (!label.success) throw new Error(`line ${i + 2}: unknown label`);
    const sentence = /^".*"$/.test(rest) ? rest.slice(1, -1).replaceAll('""', '"') : rest;
    return { label: label.data, sentence };
  });
}

/** Computes macro-F1, the mean of three classes. */
function evaluate(rows: readonly Row[]) {
  const toned = rows.map((row) => ({ label: row.label, tone: headlineToneOf(toneScore(row.sentence)) }));
  const perClass = Object.fromEntries(
    labels.map((label) => {
      const right = toned.filter((row) => row.label === label && row.tone === label).length;
      const precision = right / Math.max(1, toned.filter((row) => row.tone === label).length);
      const recall = right / Math.max(1, toned.filter((row) => row.label === label).length);
      const f1 = right === 0 ? 0 : (2 * precision * recall) / (precision + recall);
      return [label, { n: toned.filter((row) => row.label === label).length, precision, recall, f1 }];
    }),
  );
  const f1s = Object.values(perClass).map((row) => row.f1);
  return {
    n: rows.length,
    accuracy: toned.filter((row) => row.label === row.tone).length / rows.length,
    macroF1: f1s.reduce((total, f1) => total + f1, 0) / f1s.length,
    perClass,
  };
}

const file = process.argv[2];
if (!file) throw new Error("usage: npm run -s tool -- sentiment FILE");
console.log(JSON.stringify(evaluate(readRows(readFileSync(file, "utf8")))));
