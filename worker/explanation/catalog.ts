import { contributions } from "./catalog/contributions.ts";
import { dates, movedDates } from "./catalog/dates.ts";
import { estimates } from "./catalog/estimates.ts";
import { guidance } from "./catalog/guidance.ts";
import { history } from "./catalog/history.ts";
import { opinions } from "./catalog/opinions.ts";
import { reactions } from "./catalog/reactions.ts";
import { record } from "./catalog/record.ts";
import { revisions } from "./catalog/revisions.ts";
import { risks } from "./catalog/risks.ts";
import { season } from "./catalog/season.ts";
import { theses } from "./catalog/theses.ts";
import { traders } from "./catalog/traders.ts";
import { trading } from "./catalog/trading.ts";
import { voices } from "./catalog/voices.ts";
import type { Statement } from "./statement.ts";

/**
 * The statements by subject. When an argument may use either of two statements, the one listed earlier comes
 * first.
 */
const subjects: Readonly<Record<string, readonly Statement[]>> = {
  theses,
  contributions,
  guidance,
  traders,
  revisions,
  movedDates,
  reactions,
  season,
  estimates,
  history,
  voices,
  dates,
  opinions,
  trading,
  record,
  risks,
};

export const catalog: readonly Statement[] = Object.values(subjects).flat();

const subjectOf: ReadonlyMap<string, string> = new Map(
  Object.entries(subjects).flatMap(([subject, statements]) =>
    statements.map(({ name }): [string, string] => [name, subject]),
  ),
);

const byName: ReadonlyMap<string, Statement> = new Map(catalog.map((each) => [each.name, each]));

export function findStatement(name: string): Statement | undefined {
  return byName.get(name);
}

/**
 * Returns the subject of a statement. Statements on one subject say nearly the same, so the rules prefer
 * context from different subjects.
 */
export function subjectOfStatement(name: string): string {
  return subjectOf.get(name) ?? "";
}
