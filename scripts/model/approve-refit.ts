import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isoDay } from "#contract/time.ts";
import { checkedWeights, type ModelWeights } from "#model/weights.ts";
import { HistoryError } from "./events.ts";
import { approved, artifactsIn, isApproved } from "./refit-report.ts";

type ApprovalRequest = {
  out: string;
  shippedFolder: string;
  who: string;
  because: string | null;
};

/** Names and reasons that fit on one line of the report. */
const LINE = /^[^|\n]{1,200}$/;

/**
 * Ships the files that the report of `out` lists, then signs the report, so that it can be repeated after a crash.
 * Throws HistoryError.
 */
export function approve({ out, shippedFolder, who, because }: ApprovalRequest): void {
  if (!LINE.test(who)) throw new HistoryError("--approve takes the name of a person");
  if (because !== null && !LINE.test(because)) throw new HistoryError("--because takes a reason in one line");
  const reportFile = join(out, "REPORT.md");
  if (!existsSync(reportFile))
    throw new HistoryError(`there is no report in ${out}: a refit writes it, --out names its folder`);
  const report = readFileSync(reportFile, "utf8");
  const { version } = weightsIn(out);
  const artifacts = artifactsIn(report).map((name) => ({ name, text: textIn(out, name) }));
  const signed = approved(report, {
    version,
    who,
    because,
    artifacts,
    day: isoDay(new Date()),
    shippedVersion: versionIn(shippedFolder),
  });
  for (const { name, text } of artifacts) writeFileSync(join(shippedFolder, name), text);
  writeFileSync(reportFile, signed);
  // Without the option, git takes the report's headings for comments, and leaves the verdict out of the tag.
  console.log(`shipped ${version}, approved by ${who}. Check, commit and tag it:
  npx biome check --write ${shippedFolder} && npm test
  git add ${shippedFolder} && git commit -m "Weights ${version}, approved by ${who}"
  git tag -a model-${version} --cleanup=whitespace -F ${reportFile}`);
}

/** Throws HistoryError. */
export function weightsIn(folder: string): ModelWeights {
  const file = join(folder, "weights.json");
  try {
    return checkedWeights(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    throw new HistoryError(`${file} cannot be used: ${(error as Error).message}`);
  }
}

/** Also returns the version of weights in an earlier format. Throws HistoryError. */
export function versionIn(folder: string): string {
  const { version } = JSON.parse(textIn(folder, "weights.json")) as { version?: unknown };
  if (typeof version === "string" && /^\S+$/.test(version)) return version;
  throw new HistoryError(`${join(folder, "weights.json")} names no version`);
}

function textIn(folder: string, name: string): string {
  try {
    return readFileSync(join(folder, name), "utf8");
  } catch (error) {
    throw new HistoryError(`${join(folder, name)} cannot be used: ${(error as Error).message}`);
  }
}

/** Throws HistoryError. */
export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw new HistoryError(`${folder} cannot be written: ${(error as Error).message}`);
  }
}

/** Throws HistoryError when the folder has what ships, whose forecasts a later refit may need. */
export function checkNotApproved(out: string): void {
  const file = join(out, "REPORT.md");
  if (existsSync(file) && isApproved(readFileSync(file, "utf8")))
    throw new HistoryError(
      `${out} has an approved refit, which is kept: move the folder to the files, or name another with --out`,
    );
}

/** Throws HistoryError when counts end a year or more before those that ship, as from an older file. */
export function checkNotOlder(
  shippedFolder: string,
  counts: Readonly<Record<string, { to: string } | null>>,
): void {
  for (const [name, counted] of Object.entries(counts)) {
    if (counted === null || !existsSync(join(shippedFolder, name))) continue;
    const { to } = JSON.parse(textIn(shippedFolder, name)) as { to: string };
    if (counted.to.slice(0, 4) < to.slice(0, 4))
      throw new HistoryError(
        `${name} would end on ${counted.to}, but the shipped one ends on ${to}; take newer files, or leave its options out`,
      );
  }
}
