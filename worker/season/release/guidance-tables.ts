import { type GrowthGuidance, type Guidance, QUOTE_MAX_LENGTH } from "#contract/company-release.ts";
import { type Amount, negated, openEndOf } from "./amounts.ts";
import {
  actionFromComparison,
  actionFromText,
  actionInTableCell,
  actionInWordsAbove,
} from "./guidance-action.ts";
import { guidanceHeadingBefore, guidedPeriodKindOf } from "./guidance-period.ts";
import {
  amountsInCells,
  type Column,
  joined,
  TABLE_GUIDANCE_WORDS,
  tableAmountsOf,
} from "./guidance-table-columns.ts";
import { amountInMainUnit, type Layout, sentenceAround, TITLE_SEARCH_CHARS } from "./layout.ts";
import { guidanceBasis } from "./metric-names.ts";
import { quarterIn } from "./periods.ts";
import type { Table } from "./plain-tables.ts";
import { isNeitherReportedNorNextQuarter } from "./reported-quarter.ts";
import { metricOf, unitOf } from "./table-figures.ts";
import { type BodyRow, rowsWithFigures, type TextCell } from "./table-grid.ts";

/** How many characters before a table are searched for its heading. */
const CAPTION_CHARS = 260;
/** A longer line before a table is not its title. */
const MAX_TITLE_CHARS = 80;
/** A row with amounts for more quarters than this is not read, because it is unclear which quarter is next. */
const MAX_QUARTERS_IN_ROW = 2;

/**
 * The guidance in tables: `levels` is guidance stated as amounts, and `growth` is guidance stated as a percentage.
 * `tables` has the character offsets of these tables, so that no other guidance is read from them.
 */
export type TableGuidance = {
  levels: Guidance[];
  growth: GrowthGuidance[];
  tables: readonly Pick<Table, "at" | "end">[];
};

/** Returns the guidance in a release's tables. Tables about a segment of the company are skipped. */
export function readGuidanceTables(layout: Layout, filed: string | null): TableGuidance {
  const read = layout.tables.flatMap((table) => {
    const isSegment = isOfSegment(layout, table);
    const levels = isSegment ? [] : itemsInTable(layout, table, "money", filed);
    const growth = isSegment ? [] : itemsInTable(layout, table, "percent", filed);
    return isSegment || levels.length + growth.length > 0 ? [{ table, levels, growth }] : [];
  });
  return {
    levels: read.flatMap(({ levels }) => levels),
    growth: read.flatMap(({ growth }) => growth.map((item) => ({ ...item, base: null }))),
    tables: read.map(({ table }) => table),
  };
}

/** Returns whether the title before a table or in its first cells names a segment, as in "Retail Segment". */
function isOfSegment({ text }: Layout, { at, rows }: Table): boolean {
  const cells = rows.flatMap(({ cells }) => cells).slice(0, 3);
  const titles = [
    text.slice(Math.max(0, at - TITLE_SEARCH_CHARS), at),
    ...cells.map(({ at, end }) => text.slice(at, end)),
  ];
  return titles.some((title) => /\b[A-Z][\w&]* Segment\W*$/.test(title));
}

/** Returns the guidance of one kind in a table: amounts of money ("money") or growth in percent ("percent"). */
function itemsInTable(layout: Layout, table: Table, kind: Amount["kind"], filed: string | null): Guidance[] {
  const { text } = layout;
  const caption = text.slice(Math.max(0, table.at - CAPTION_CHARS), table.at);
  if (!TABLE_GUIDANCE_WORDS.test(caption) && !TABLE_GUIDANCE_WORDS.test(text.slice(table.at, table.end)))
    return [];
  const hasFigures = (cells: readonly TextCell[]) => amountsInCells(layout, cells, kind).length > 0;
  return rowsWithFigures(text, table, hasFigures).flatMap((row) => {
    const columns = tableAmountsOf(layout, row, { kind, caption, filed });
    const quarters = columns
      .filter(({ period }) => period.kind === "quarter")
      .map(({ period }) => period.text);
    if (new Set(quarters).size > MAX_QUARTERS_IN_ROW) return [];
    const years = new Set(columns.flatMap(({ period }) => period.year ?? []));
    const keyOf = ({ metricName, period, basis }: Column) => {
      const year = period.year ?? (years.size === 1 ? [...years][0] : null);
      return `${metricName} ${period.kind} ${year} ${quarterIn(period.text)} ${basis}`;
    };
    return [...Map.groupBy(columns, keyOf).values()].flatMap((group) =>
      guidanceItemOf(layout, row, { group, kind, filed, at: table.at }),
    );
  });
}

/** Columns of one metric, period and accounting basis. `at` is the character offset where the table starts. */
type ColumnGroup = { group: readonly Column[]; kind: Amount["kind"]; filed: string | null; at: number };

/** Returns the guidance in a group of columns as one item with its action, such as "raised", or an empty list. */
function guidanceItemOf(layout: Layout, row: BodyRow, { group, kind, filed, at }: ColumnGroup): Guidance[] {
  const { text } = layout;
  const stated =
    row.cells.map(({ text }) => actionInTableCell(text)).find((action) => action !== null) ?? null;
  const prior = joined(group.filter(({ isPrior }) => isPrior));
  // Next to earlier guidance, the cell for new guidance may have only a word, such as "unchanged" or "withdrawn".
  const now =
    joined(group.filter(({ isPrior }) => !isPrior)) ??
    (stated === "maintained" || stated === "withdrawn" ? prior : null);
  const [first] = group;
  const metric =
    first &&
    metricOf({ section: removeGrowthWords(row.section), label: metricNameOf(text, first.metricName, kind) });
  if (!now || !first || !metric) return [];
  const periodKind = isNeitherReportedNorNextQuarter(layout, first.period)
    ? "other"
    : guidedPeriodKindOf(first.period, filed);
  const inMainUnit = (amount: Amount) =>
    kind === "percent"
      ? signedGrowthOf(text, first.metricName, amount)
      : amountInMainUnit(
          layout,
          metric,
          { ...amount, scale: amount.scale ?? unitOf(first.metricName) },
          amount.at,
        );
  const nowInMainUnit = inMainUnit(now);
  // Growth for a period other than a quarter or a year belongs to a plan of several years and is not guidance.
  if (!periodKind || !nowInMainUnit || (kind === "percent" && periodKind === "other")) return [];
  const priorInMainUnit = prior && prior !== now ? inMainUnit(prior) : null;
  const openEnd = openEndOf(text, now, text.slice(row.at, now.at));
  const offset = Math.max(row.at, now.end - QUOTE_MAX_LENGTH);
  const above = Math.max(0, at - CAPTION_CHARS);
  const isWithdrawn = stated === "withdrawn";
  const guided = { metric, periodKind, year: first.period.year };
  return [
    {
      metric,
      basis: guidanceBasis(
        text,
        metric,
        `${titleBefore(layout, at)} ${row.section} ${first.metricName}`,
        first.basis,
      ),
      period: first.period.text.slice(0, 120),
      periodKind,
      low: isWithdrawn || openEnd === "low" || Number.isNaN(nowInMainUnit.low) ? null : nowInMainUnit.low,
      high: isWithdrawn || openEnd === "high" || Number.isNaN(nowInMainUnit.high) ? null : nowInMainUnit.high,
      currency: nowInMainUnit.currency,
      action: priorInMainUnit
        ? actionFromComparison(priorInMainUnit, nowInMainUnit)
        : (stated ??
          (first.isInitial ? "initiated" : null) ??
          actionFromText(
            layout,
            { from: row.at, at: row.at, to: now.end },
            guided,
            guidanceHeadingBefore(layout, row.at),
          ) ??
          actionInWordsAbove(text.slice(above, at), guided)),
      quote: text.slice(offset, now.end).trimEnd(),
      offset,
    },
  ];
}

/** Returns the line before a table if it is short, such as "2026 Non-GAAP Guidance", or else an empty string. */
function titleBefore(layout: Layout, at: number): string {
  const title = layout.text.slice(sentenceAround(layout, Math.max(0, at - 2)).from, at);
  return title.length > MAX_TITLE_CHARS || /reconcil/i.test(title) ? "" : title;
}

/** Matches words of growth in a metric's name, as in "Revenue growth, year over year" and "Sales (vs. 2024)". */
const GROWTH_WORDS =
  /,?\s?(?:\(?vs\.? (?:fiscal )?20\d\d\)?|\b(?:growth(?: rate)?|increase|decrease|decline|change|percent(?:age)?|year[- ]over[- ]year|YoY|Y\/Y)\b|\(?%\)?|\((?=growth)|(?<=growth)\))/gi;

function removeGrowthWords(words: string): string {
  return words.replace(GROWTH_WORDS, "").trim();
}

/**
 * Returns a label without the company's name, a year, "pro forma" and, for percentages, words of growth. "Fernhill
 * Holdings - Total revenues" becomes "Total revenues", and "2025 revenue growth" becomes "revenue".
 */
function metricNameOf(text: string, label: string, kind: Amount["kind"]): string {
  const [prefix, firstWord] = /^([A-Z][\w.&’']*)[\w.&’' ]{0,40} [-–—] /.exec(label) ?? [];
  const own =
    prefix && firstWord && text.slice(0, TITLE_SEARCH_CHARS).includes(firstWord)
      ? label.slice(prefix.length)
      : label;
  const name = own
    .replace(
      /^(?:(?:fiscal )?20\d\d |annual |full[- ]year |expected |estimated |forecast(?:ed)? |projected )+/i,
      "",
    )
    .replace(/\bpro[- ]forma | (?:is|are) expected\b.*/gis, "");
  if (kind === "money") return name;
  // Growth that leaves out acquisitions or exchange rates is not the growth of the reported metric.
  return /\b(?:organic|currency|neutral|comparable|same[- ]\w+)\b/i.test(name) ? "" : removeGrowthWords(name);
}

/** Returns growth as a negative amount when the label or the text before it has a word such as "down". */
function signedGrowthOf(text: string, label: string, amount: Amount): Amount {
  const words = `${label} ${text.slice(amount.at - 12, amount.at)}`;
  const isDown = /\b(?:down|decline|decrease)\b/i.test(words) && !/\b(?:up|growth|increase)\b/i.test(words);
  return isDown && amount.low >= 0 ? negated(amount) : amount;
}
