import { type Guidance, QUOTE_MAX_LENGTH } from "#contract/company-release.ts";
import type { Amount } from "./amounts.ts";
import { actionOf, guidanceActionFromPrior } from "./guidance-action.ts";
import { headingBefore, periodKindOf } from "./guidance-period.ts";
import { amountInMainUnit, itemsBetween, type Layout, TITLE } from "./layout.ts";
import { guidedBasis } from "./measures.ts";
import { type Period, periodsIn, yearIn } from "./periods.ts";
import type { Table } from "./plain-tables.ts";
import { isLaterQuarter, isReportedQuarter } from "./reported-quarter.ts";
import { metricOf, unitOf } from "./table-figures.ts";
import { amountOf, bodyRows, headsOver, numbersIn, type TextCell } from "./table-grid.ts";
import { basisOfHead, rankOf } from "./table-heads.ts";

/** How far above a table its heading is looked for, in characters. */
const CAPTION = 260;
/** Matches a heading of guidance alone above a table, as in "2025 Financial Outlook:". */
const HEADING =
  /(?:^|[.:!?)] |\b(?=[A-Z\d]))(?:[A-Z\d][\w’'-]*,? (?:of |for )?){0,5}(?:Guidance|Outlook|GUIDANCE|OUTLOOK)\b[^.;$%]{0,60}$|\bfollowing (?:[\w-]+ ){0,4}(?:guidance|outlook)\b[^.;$%]{0,60}$/;
/** Matches what may stand before the amount of a cell. Other words show that the cell is a comment. */
const BEFORE_AMOUNT =
  /^\W*(?:(?:approx\w*\.?|about|around|between|from|at least|up to|more than|greater than|in the range of|range of|loss of|a|revenues?|sales|EPS)\W+){0,4}$/i;
const BARE_YEAR = /^(?:fiscal |FY ?|year )?20\d\d ?E?$/i;
const AHEAD =
  /\b(?:guidance|outlook|forecasts?|targets?|estimates?|estimated|expectations|expected|expects?|anticipates?|range)\b/i;
const NO_GUIDANCE = /\b(?:actuals?|results?|change|variance|growth|reported|adjustments?|reconciling)\b|%/i;
const PRIOR = /\b(?:prior(?! year)|previous(?:ly)?|original|former|initial|old)\b/i;
const LOW = /^(?:low|from|min)/i;
const HIGH = /^(?:high|to|max)/i;

const NEW = /\b(?:current|updated|revised|new)\b/i;

/** Returns whether the title above a table or in its first row is that of a part of the company. */
function isOfSegment({ text }: Layout, { at, rows }: Table): boolean {
  const cells = rows.flatMap(({ cells }) => cells).slice(0, 3);
  const titles = [
    text.slice(Math.max(0, at - TITLE), at),
    ...cells.map(({ at, end }) => text.slice(at, end)),
  ];
  return titles.some((title) => /\b[A-Z][\w&]* Segment\W*$/.test(title));
}

function isAhead(words: string): boolean {
  return AHEAD.test(words);
}

/** A table of more quarters than these is a plan by quarter, whose first one is not certain to be the next. */
const MOST_QUARTERS = 2;

type Entry = { amount: Amount; cell: TextCell };
/** An amount with what the heads above it say. */
type Column = Entry & {
  period: Period;
  isPrior: boolean;
  end: "low" | "high" | null;
  basis: "gaap" | "adjusted" | null;
};

/** The guidance in tables, and where those tables stand, so that nothing else is read there. */
type TableGuidance = { items: Guidance[]; tables: readonly Pick<Table, "at" | "end">[] };

/** Reads tables of guidance by the heads of their columns: periods, ends of ranges, earlier guidance and bases. */
export function readGuidanceTables(layout: Layout, filed: string | null): TableGuidance {
  const read = layout.tables.flatMap((table) => {
    const isPart = isOfSegment(layout, table);
    const items = isPart ? [] : guidanceIn(layout, table, filed);
    return isPart || items.length > 0 ? [{ table, items }] : [];
  });
  return { items: read.flatMap(({ items }) => items), tables: read.map(({ table }) => table) };
}

function guidanceIn(layout: Layout, table: Table, filed: string | null): Guidance[] {
  const { text } = layout;
  const caption = text.slice(Math.max(0, table.at - CAPTION), table.at);
  const hasFigures = (cells: readonly TextCell[]) => entriesIn(layout, cells).length > 0;
  return bodyRows(text, table, hasFigures).flatMap((row) => {
    const metric = metricOf({ ...row, label: withoutCompany(text, row.label) });
    if (!metric) return [];
    const entries = entriesIn(layout, row.cells);
    const over = headsOver(
      row.heads,
      entries.map(({ cell }) => cell),
    );
    if (!over.columns) return [];
    const heads = over.columns;
    const hasNew = heads.some((own) => own.some((head) => NEW.test(head)));
    const columns = entries.flatMap((entry, i): Column[] => {
      const own = heads[i] ?? [];
      const column = columnOf(layout, entry, {
        heads: own,
        titles: [...over.titles, row.section],
        caption,
        filed,
      });
      // Beside a column of new guidance, one with another date is the earlier one.
      return column
        ? [{ ...column, isPrior: column.isPrior || (hasNew && !own.some((head) => NEW.test(head))) }]
        : [];
    });
    if (columns.filter(({ period }) => period.kind === "quarter").length > MOST_QUARTERS) return [];
    return [
      ...Map.groupBy(columns, ({ period, basis }) => `${period.kind} ${period.text} ${basis}`).values(),
    ].flatMap((group) => {
      const now = joined(group.filter(({ isPrior }) => !isPrior));
      const prior = joined(group.filter(({ isPrior }) => isPrior));
      const [first] = group;
      if (!now || !first) return [];
      const periodKind = isLaterQuarter(layout, first.period) ? "other" : periodKindOf(first.period, filed);
      const sized = amountInMainUnit(layout, metric, inUnitOf(row.label, now), now.at);
      if (!periodKind || !sized) return [];
      const sizedPrior = prior && amountInMainUnit(layout, metric, inUnitOf(row.label, prior), prior.at);
      const offset = Math.max(row.at, now.end - QUOTE_MAX_LENGTH);
      return [
        {
          metric,
          basis: guidedBasis(text, metric, `${row.section} ${row.label}`, first.basis),
          period: first.period.text.slice(0, 120),
          periodKind,
          low: sized.low,
          high: sized.high,
          currency: sized.currency,
          action: sizedPrior
            ? guidanceActionFromPrior(sizedPrior, sized)
            : actionOf(
                layout,
                { from: row.at, at: row.at, to: now.end },
                { metric, periodKind },
                headingBefore(layout, row.at),
              ),
          quote: text.slice(offset, now.end).trimEnd(),
          offset,
        } satisfies Guidance,
      ];
    });
  });
}

/** Returns a label without the company's name before it, as in "Fernhill Holdings - Total revenues". */
function withoutCompany(text: string, label: string): string {
  const [prefix, word] = /^([A-Z][\w.&’']*)[\w.&’' ]{0,40} [-–—] /.exec(label) ?? [];
  return prefix && word && text.slice(0, TITLE).includes(word) ? label.slice(prefix.length) : label;
}

function inUnitOf(label: string, amount: Amount): Amount {
  return { ...amount, scale: amount.scale ?? unitOf(label) };
}

/** Returns the amounts of a row by their cells: a range in one cell, a range over several, or a bare number. */
function entriesIn({ text, amounts }: Layout, cells: readonly TextCell[]): Entry[] {
  const entries: Entry[] = [];
  let end = 0;
  for (const cell of cells.slice(/[a-z]{2}/i.test(cells[0]?.text ?? "") ? 1 : 0)) {
    if (cell.at < end) continue;
    const words = text.slice(cell.at, itemsBetween(amounts, cell.at, cell.end)[0]?.at ?? cell.at);
    if (!BEFORE_AMOUNT.test(words)) continue;
    const [amount] = itemsBetween(amounts, cell.at, cell.end);
    const [number] = numbersIn([cell]);
    if (amount?.kind === "money") entries.push({ amount, cell });
    else if (number && !number.isYear && !amount) entries.push({ amount: amountOf(number), cell });
    end = Math.max(end, amount?.end ?? 0);
  }
  return entries;
}

type Around = { heads: readonly string[]; titles: readonly string[]; caption: string; filed: string | null };

/** Returns what the heads say about an amount, or null when it is no guidance or its period is uncertain. */
function columnOf(layout: Layout, entry: Entry, { heads, titles, caption, filed }: Around): Column | null {
  // "First Quarter" above "2025" is one period.
  const upwards = [heads.join(" "), ...heads.toReversed(), ...titles.toReversed(), caption];
  const isNamed = [...heads, ...titles].some(isAhead);
  const isShaped =
    entry.amount.isRange || heads.some((head) => LOW.test(head) || HIGH.test(head) || NEW.test(head));
  if (!isNamed && !(isShaped && isAhead(caption)) && !HEADING.test(caption)) return null;
  const isOver = !isFuture(heads, filed);
  const isResult = (head: string) => NO_GUIDANCE.test(head) || (isOver && /\bended\b/i.test(head));
  if (heads.some((head) => isResult(head) && !isAhead(head))) return null;
  const named = upwards.find((head) => periodIn(head, filed) !== null);
  const period =
    named === undefined ? (headingBefore(layout, entry.cell.at)?.period ?? null) : periodIn(named, filed);
  if (!period || isReportedQuarter(layout, period)) return null;
  const leaf = heads.at(-1) ?? titles.at(-1) ?? caption;
  return {
    ...entry,
    period,
    isPrior: heads.some((head) => PRIOR.test(head)),
    end: LOW.test(leaf) ? "low" : HIGH.test(leaf) ? "high" : null,
    basis: basisOfHead(heads.join(" ")),
  };
}

/** Returns whether the heads of a column name a month in which its period ends, and it has not come when filed. */
function isFuture(heads: readonly string[], filed: string | null): boolean {
  const rank = rankOf(heads.toReversed());
  const [year, month] = (filed ?? "").split("-").map(Number);
  return rank?.kind === "day" && rank.value > (year ?? 0) * 12 + (month ?? 0) - 1;
}

/** Returns the last period of a head that has not passed. */
function periodIn(head: string, filed: string | null): Period | null {
  const periods: readonly Period[] = BARE_YEAR.test(head)
    ? [{ kind: "year", text: head, year: yearIn(head), at: 0, end: head.length }]
    : periodsIn(head);
  return periods.findLast((period) => periodKindOf(period, filed) !== null) ?? null;
}

/** Joins the columns "Low" and "High" into a range. Returns null for several amounts that are no such pair. */
function joined(columns: readonly Column[]): Amount | null {
  const [first, second, third] = columns;
  if (!first || third) return null;
  if (!second) return first.end === null ? first.amount : null;
  if (first.end !== "low" || second.end !== "high" || second.amount.low < first.amount.low) return null;
  return {
    ...first.amount,
    high: second.amount.high,
    isRange: true,
    scale: first.amount.scale ?? second.amount.scale,
    hasCurrency: first.amount.hasCurrency || second.amount.hasCurrency,
    end: second.amount.end,
  };
}
