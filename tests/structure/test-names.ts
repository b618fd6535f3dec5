import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseAst } from "vite";

const root = join(import.meta.dirname, "..", "..");

type Node = { type: string; [key: string]: unknown };

/**
 * Returns the names of a file's tests as written in it, in the form "describe > test". Skipped tests protect
 * nothing and are left out.
 */
export function testNamesOf(file: string): Set<string> {
  const names = new Set<string>();
  const tree = parseAst(readFileSync(join(root, file), "utf8"), { lang: "ts" });
  visit(tree as unknown as Node, [], names);
  return names;
}

function visit(value: unknown, path: readonly string[], names: Set<string>): void {
  if (Array.isArray(value)) {
    for (const item of value) visit(item, path, names);
    return;
  }
  if (typeof value !== "object" || value === null) return;
  const node = value as Node;
  const called = node.type === "CallExpression" ? calleeOf(node.callee as Node) : [];
  const title = titleOf((node.arguments as Node[] | undefined)?.[0]);
  const isSkipped = called.some((name) => ["skip", "todo", "fixme", "skipIf", "runIf"].includes(name));
  const isSuite = called[0] === "describe" || (called[0] === "test" && called.includes("describe"));
  const isTest = !isSuite && (called[0] === "it" || called[0] === "test");
  const inside = title !== null && (isSuite || isTest) ? [...path, title] : path;
  if (title !== null && isTest && !isSkipped) names.add(inside.join(" > "));
  if (isSuite && isSkipped) return;
  for (const [key, child] of Object.entries(node)) if (key !== "type") visit(child, inside, names);
}

/** Returns the parts of a callee: `it.each([…])("…")` gives ["it", "each"]. */
function calleeOf(node: Node | undefined): string[] {
  if (node?.type === "Identifier") return [node.name as string];
  if (node?.type === "MemberExpression")
    return [...calleeOf(node.object as Node), (node.property as Node).name as string];
  if (node?.type === "CallExpression") return calleeOf(node.callee as Node);
  if (node?.type === "TaggedTemplateExpression") return calleeOf(node.tag as Node);
  return [];
}

/** Returns a title as it is written, with "…" in place of what a template fills in. */
function titleOf(node: Node | undefined): string | null {
  if (node?.type === "Literal") return typeof node.value === "string" ? node.value : null;
  if (node?.type !== "TemplateLiteral") return null;
  return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join("…");
}
