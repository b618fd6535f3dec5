import { contributions } from "./catalogue/contributions.ts";
import { dates, movedDates } from "./catalogue/dates.ts";
import { estimates } from "./catalogue/estimates.ts";
import { guidance } from "./catalogue/guidance.ts";
import { history } from "./catalogue/history.ts";
import { opinions } from "./catalogue/opinions.ts";
import { reactions } from "./catalogue/reactions.ts";
import { record } from "./catalogue/record.ts";
import { revisions } from "./catalogue/revisions.ts";
import { risks } from "./catalogue/risks.ts";
import { season } from "./catalogue/season.ts";
import { theses } from "./catalogue/theses.ts";
import { trading } from "./catalogue/trading.ts";
import { voices } from "./catalogue/voices.ts";
import type { Statement } from "./statement.ts";

/** Between equals the earlier statement wins. */
const subjects: Readonly<Record<string, readonly Statement[]>> = {
  theses,
  contributions,
  guidance,
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

export const catalogue: readonly Statement[] = Object.values(subjects).flat();

const subjectOf: ReadonlyMap<string, string> = new Map(
  Object.entries(subjects).flatMap(([subject, statements]) =>
    statements.map(({ name }): [string, string] => [name, subject]),
  ),
);

const byName: ReadonlyMap<string, Statement> = new Map(catalogue.map((each) => [each.name, each]));

export function statementNamed(name: string): Statement | undefined {
  return byName.get(name);
}

/** Two statements of one subject say much the same. */
export function subjectNamed(name: string): string {
  return subjectOf.get(name) ?? "";
}
