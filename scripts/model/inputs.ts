import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { LABEL_FAMILIES, type LabelFamily } from "#model/history.ts";
import { type Token, tellBadRows } from "./command.ts";
import type { CompanyFacts } from "./company-facts.ts";
import { type EarningsEvent, HistoryError, readEvents } from "./events.ts";

/** A file that a fit was made of. The card and the report name it without its folder. */
export type Input = { name: string; use: string; sha256: string };

/** The events of one file, or of the store for one family. */
export type HistoryInput = { events: EarningsEvent[]; input: Input };

type StatedFile = { file: string; family: LabelFamily };

/** Names may be written with dashes. Throws HistoryError for an unknown name. */
export function familyNamed(name: string): LabelFamily {
  const found = LABEL_FAMILIES.find((family) => family === name.replaceAll("-", "_"));
  if (!found) throw new HistoryError(`--family takes one of ${LABEL_FAMILIES.join(", ")}, not "${name}"`);
  return found;
}

/** Options that take several files. */
const OF_FILES = ["family", "history", "closes"];

/**
 * Returns the files of `--family NAME FILE …` or `--history FILE …`, each with the last family before it. Throws HistoryError for
 * a file before any `--family`, because a wrong family spoils a fit and leaves no other trace, and for one after another
 * option, because it would be left out.
 */
export function statedFiles(tokens: readonly Token[]): StatedFile[] {
  let family: LabelFamily | null = null;
  let last = "";
  const files: StatedFile[] = [];
  for (const { kind, name, value } of tokens) {
    if (kind === "option") last = name ?? "";
    if (value === undefined) continue;
    if (kind === "option" && last === "family") family = familyNamed(value);
    else if (kind === "positional" && last !== "" && !OF_FILES.includes(last))
      throw new HistoryError(`${value} comes after --${last}; a history file comes after --family NAME`);
    else if (last !== "closes" && (kind === "positional" || last === "history")) {
      if (family === null)
        throw new HistoryError(
          `the label family of ${value} is not stated: write --family NAME before it (${LABEL_FAMILIES.join(", ")})`,
        );
      files.push({ file: value, family });
    }
  }
  return files;
}

/** Reads the files until the ISO day. Prints bad rows. Throws HistoryError, also for a file that is cut off. */
export function readHistories(
  files: readonly StatedFile[],
  facts: CompanyFacts,
  until = "9999-12-31",
): HistoryInput[] {
  return files.map(({ file, family }) => {
    const { events, badRows, isCutOff } = readEvents(file, family);
    tellBadRows(file, badRows);
    if (isCutOff) throw new HistoryError(`${file} ends within a row, so it is not whole; copy it again`);
    const known = facts(events.filter(({ reportDate }) => reportDate <= until));
    if (known.length === 0) throw new HistoryError(`${file} has no report until ${until}`);
    return { events: known, input: inputOf(file, historyUse(family, known)) };
  });
}

export function historyUse(family: LabelFamily, events: readonly EarningsEvent[]): string {
  const days = events.map(({ reportDate }) => reportDate).sort();
  return `family ${family}, ${events.length} events from ${days[0]} to ${days.at(-1)}`;
}

/** Throws HistoryError when the file cannot be read. */
export function inputOf(file: string, use: string): Input {
  try {
    return { name: basename(file), use, sha256: checksumOf(readFileSync(file)) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new HistoryError(`${file} cannot be read: ${code === "ENOENT" ? "there is no such file" : code}`);
  }
}

export function checksumOf(content: string | Buffer): string {
  return createHash("sha256").update(content).digest("hex");
}

/** Lines of Markdown, which `inputsIn` reads back. */
export function inputLines(inputs: readonly Input[]): string[] {
  return inputs.map(({ name, use, sha256 }) => `- \`${name}\`: ${use}; SHA-256 \`${sha256}\``);
}

export function inputsIn(markdown: string): Input[] {
  const lines = markdown.matchAll(/^- `([^`]+)`: (.*); SHA-256 `([0-9a-f]{64})`$/gm);
  return [...lines].map(([, name = "", use = "", sha256 = ""]) => ({ name, use, sha256 }));
}

/** Throws HistoryError when two files have one name, which the card could not tell apart, or one content. */
export function checkDistinct(inputs: readonly Input[]): void {
  for (const [i, { name, sha256 }] of inputs.entries())
    for (const other of inputs.slice(0, i)) {
      if (other.name === name) throw new HistoryError(`two files are named ${name}; give one another name`);
      if (other.sha256 === sha256) throw new HistoryError(`${name} has the same content as ${other.name}`);
    }
}

/**
 * Throws HistoryError when a file has the name of one that the approved card lists, and other content. Then the
 * card would no longer say what its weights were fitted on. A changed file gets a new name.
 */
export function checkUnchanged(inputs: readonly Input[], approvedCard: string): void {
  const approved = new Map(inputsIn(approvedCard).map(({ name, sha256 }) => [name, sha256]));
  for (const { name, sha256 } of inputs) {
    const before = approved.get(name) ?? sha256;
    if (before !== sha256)
      throw new HistoryError(
        `${name} is not the file that the shipped card was approved with (SHA-256 ${before.slice(0, 12)}… then, ${sha256.slice(0, 12)}… now); give changed data a new name`,
      );
  }
}
