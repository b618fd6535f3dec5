import { contributions } from "./catalogue/contributions.ts";
import { estimates } from "./catalogue/estimates.ts";
import { record } from "./catalogue/record.ts";
import { risks } from "./catalogue/risks.ts";
import { theses } from "./catalogue/theses.ts";
import type { Statement } from "./statement.ts";

/** Every statement that an analysis can make. */
export const catalogue: readonly Statement[] = [
  ...theses,
  ...contributions,
  ...estimates,
  ...record,
  ...risks,
];

const byName: ReadonlyMap<string, Statement> = new Map(catalogue.map((each) => [each.name, each]));

/** The statement of this name, or undefined. */
export function statementNamed(name: string): Statement | undefined {
  return byName.get(name);
}
