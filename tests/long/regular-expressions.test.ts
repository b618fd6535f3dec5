import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import vm from "node:vm";
import { ts } from "@ts-morph/common";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..", "..");
const files = globSync(["worker/**/*.ts", "public/*.mjs"], { cwd: root });

/** Processor time of one run over 1 MB; a quadratic expression would need days. */
const MOST_MS_PER_MB = 1_500;
/**
 * The length of the short text in which the worst input is sought. A linear expression needs a tenth of a
 * millisecond for it.
 */
const SHORT = 10_000;
const SUSPICIOUS_MS = 15;

type Found = { at: string; source: string; flags: string };

/**
 * Finds every regular expression that repeats something, written as a literal or built from constants of the same
 * file.
 */
function expressionsIn(file: string, text: string): Found[] {
  const found: Found[] = [];
  const sourceFile = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const constants = constantsOf(sourceFile);
  const add = (node: ts.Node, source: string, flags: string) => {
    const line = sourceFile.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    if (/[*+]|\{\d+,\d*\}/.test(source))
      found.push({ at: `${file}:${line} ${node.getText().slice(0, 200)}`, source, flags });
  };
  const visit = (node: ts.Node) => {
    if (ts.isRegularExpressionLiteral(node)) {
      const [, source = "", flags = ""] = /^\/([\s\S]*)\/(\w*)$/.exec(node.text) ?? [];
      add(node, source, flags);
    }
    if (ts.isNewExpression(node) && node.expression.getText() === "RegExp") {
      const [source = "", flags = ""] = node.arguments?.map((one) => textOf(one, constants)) ?? [];
      add(node, source, flags);
    }
    ts.forEachChild(node, visit);
  };
  visit(sourceFile);
  return found;
}

type Constants = ReadonlyMap<string, ts.Expression>;

function constantsOf(sourceFile: ts.SourceFile): Constants {
  return new Map(
    sourceFile.statements
      .filter(ts.isVariableStatement)
      .flatMap(({ declarationList }) => [...declarationList.declarations])
      .flatMap(({ name, initializer }) => (initializer ? [[name.getText(), initializer]] : [])),
  );
}

/**
 * Returns the text of strings, templates, constants and lists that are joined. What is known only at run time
 * becomes a word.
 */
function textOf(node: ts.Expression, constants: Constants): string {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node))
    return (
      node.head.text +
      node.templateSpans
        .map(({ expression, literal }) => textOf(expression, constants) + literal.text)
        .join("")
    );
  const constant = ts.isIdentifier(node) && constants.get(node.text);
  if (constant) return textOf(constant, constants);
  if (!isCallOf(node, "join")) return "word";
  return listOf(node.expression.expression, constants).join(
    textOf(node.arguments[0] as ts.Expression, constants),
  );
}

function listOf(node: ts.Expression, constants: Constants): string[] {
  if (ts.isArrayLiteralExpression(node)) return node.elements.map((one) => textOf(one, constants));
  const constant = ts.isIdentifier(node) && constants.get(node.text);
  if (constant) return listOf(constant, constants);
  return isCallOf(node, "split") ? textOf(node.expression.expression, constants).split(" ") : ["word"];
}

function isCallOf(
  node: ts.Expression,
  method: string,
): node is ts.CallExpression & { expression: ts.PropertyAccessExpression } {
  return (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    node.expression.name.text === method
  );
}

const characters = [...` \t0aZ_.,-/%<>"&=é\n(`, "\\", '\\"'];

/**
 * Builds inputs that an expression reads far into before it fails, by repeating its own words and common
 * characters.
 */
function inputsOf(source: string, length: number): string[] {
  const bare = source
    .replace(/\(\?(?:[:=!]|<[=!])/g, "(")
    .replace(/\\[bBdDwWsSpP](?:\{[^}]*\})?|\[(?:[^\]\\]|\\.)*\]|\{[\d,]+\}/g, "|");
  const words = bare
    .replace(/\\(.)/g, "$1")
    .split(/[|()^$*+?]+/)
    .filter((word) => word !== "");
  const fragments = [...new Set(words)].sort((a, b) => b.length - a.length).slice(0, 5);
  const units = [
    ...characters,
    ...fragments,
    ...fragments.flatMap((f) => [`${f} `, `${f}.`, `${f}0`, ` ${f}a`]),
  ];
  return ["", ...fragments].flatMap((start) =>
    units.map((unit) => `${start}${unit.repeat(Math.ceil(length / unit.length))}\n\u0000`),
  );
}

const context = vm.createContext({ text: "", expression: /x/ });
const run = new vm.Script("text.replace(expression, '')");

/**
 * Measures the processor time in milliseconds of finding every match in a text. Returns Infinity beyond the limit.
 */
function timeOf({ source, flags }: Found, text: string, limitMs: number): number {
  const expression = new RegExp(source, flags.includes("g") ? flags : `${flags}g`);
  Object.assign(context, { text, expression });
  const before = process.cpuUsage();
  try {
    run.runInContext(context, { timeout: limitMs });
  } catch {
    return Number.POSITIVE_INFINITY;
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** Measures the time for 1 MB of the worst input. Returns Infinity when two short inputs already take too long. */
function worstTimeOf(expression: Found): number {
  let worst = { at: 0, ms: 0 };
  for (const [at, text] of inputsOf(expression.source, SHORT).entries()) {
    const ms = timeOf(expression, text, 500);
    if (ms > SUSPICIOUS_MS && timeOf(expression, text, 500) > SUSPICIOUS_MS) return Number.POSITIVE_INFINITY;
    if (ms > worst.ms) worst = { at, ms };
  }
  return timeOf(expression, inputsOf(expression.source, 1_000_000)[worst.at] ?? "", 10_000);
}

describe("1 MB of the worst input costs a regular expression at most 1.5 s of processor time", () => {
  it.each(
    files
      .map((file) => ({ file, found: expressionsIn(file, readFileSync(join(root, file), "utf8")) }))
      .filter(({ found }) => found.length > 0),
  )("$file", ({ found }) => {
    const slow = found
      .map((one) => ({ at: one.at, ms: worstTimeOf(one) }))
      .filter(({ ms }) => ms > MOST_MS_PER_MB);
    expect(slow).toEqual([]);
  });

  it.each([
    String.raw`/<TYPE>([\w.-]+)[^<]*<SEQUENCE>[^<]*<FILENAME>([\w.-]{1,120})/g`,
    String.raw`/\s*,\s*/`,
    String.raw`/\/+$/`,
    String.raw`/\((-?\d[\d,]*\.\d{1,4})\)|(-?)(\d[\d,]*\.\d{1,4}|\.\d{2})(?!\d)/g`,
    String.raw`/"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/g`,
    "/(?:a+)+b/",
    'new RegExp(["x", SOME].join("|")); const SOME = "(?:a+)+b"',
  ])("sees that %s is none such", (written) => {
    const [planted] = expressionsIn("planted.ts", `const planted = ${written};`);
    expect(planted && worstTimeOf(planted)).toBeGreaterThan(MOST_MS_PER_MB);
  });
});
