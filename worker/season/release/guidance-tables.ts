import { type GrowthGuidance, type Guidance, QUOTE_MAX_LENGTH } from "#contract/company-release.ts";
import { type Amount, negated, openEndOf } from "./amounts.ts";
import { actionInCell, actionOf, guidanceActionFromPrior } from "./guidance-action.ts";
import { headingBefore, periodKindOf } from "./guidance-period.ts";
import { AHEAD, type Column, columnsOf, entriesIn, joined } from "./guidance-table-columns.ts";
import { amountInMainUnit, type Layout, TITLE } from "./layout.ts";
import { guidedBasis } from "./measures.ts";
import { quarterIn } from "./periods.ts";
import type { Table } from "./plain-tables.ts";
import { isLaterQuarter } from "./reported-quarter.ts";
import { metricOf, unitOf } from "./table-figures.ts";
import { type BodyRow, bodyRows, type TextCell } from "./table-grid.ts";

/** How far above a table its heading is looked for, in characters. */
const CAPTION = 260;
/** A table of more quarters than these is a plan by quarter, whose first one is not certain to be the next. */
const MOST_QUARTERS = 2;

/** The guidance in tables, and where those tables stand, so that nothing else is read there. */
export type TableGuidance = {
  levels: Guidance[];
  growth: GrowthGuidance[];
  tables: readonly Pick<Table, "at" | "end">[];
};

/** Reads tables of guidance by the heads of their columns: periods, ends of ranges, earlier guidance and bases. */
export function readGuidanceTables(layout: Layout, filed: string | null): TableGuidance {
  const read = layout.tables.flatMap((table) => {
    const isPart = isOfSegment(layout, table);
    const levels = isPart ? [] : guidanceIn(layout, table, "money", filed);
    const growth = isPart ? [] : guidanceIn(layout, table, "percent", filed);
    return isPart || levels.length + growth.length > 0 ? [{ table, levels, growth }] : [];
  });
  return {
    levels: read.flatMap(({ levels }) => levels),
    growth: read.flatMap(({ growth }) => growth.map((item) => ({ ...item, base: null }))),
    tables: read.map(({ table }) => table),
  };
}

/** Returns whether the title above a table or in its first row is that of a part of the company. */
function isOfSegment({ text }: Layout, { at, rows }: Table): boolean {
  const cells = rows.flatMap(({ cells }) => cells).slice(0, 3);
  const titles = [
    text.slice(Math.max(0, at - TITLE), at),
    ...cells.map(({ at, end }) => text.slice(at, end)),
  ];
  return titles.some((title) => /\b[A-Z][\w&]* Segment\W*$/.test(title));
}

/** Returns the guidance in a table: levels in money, or growth in percent, whose items have the same form. */
function guidanceIn(layout: Layout, table: Table, kind: Amount["kind"], filed: string | null): Guidance[] {
  const { text } = layout;
  const caption = text.slice(Math.max(0, table.at - CAPTION), table.at);
  if (!AHEAD.test(caption) && !AHEAD.test(text.slice(table.at, table.end))) return [];
  const hasFigures = (cells: readonly TextCell[]) => entriesIn(layout, cells, kind).length > 0;
  return bodyRows(text, table, hasFigures).flatMap((row) => {
    const columns = columnsOf(layout, row, { kind, caption, filed });
    if (columns.filter(({ period }) => period.kind === "quarter").length > MOST_QUARTERS) return [];
    const years = new Set(columns.flatMap(({ period }) => period.year ?? []));
    const keyOf = ({ measure, period, basis }: Column) => {
      const year = period.year ?? (years.size === 1 ? [...years][0] : null);
      return `${measure} ${period.kind} ${year} ${quarterIn(period.text)} ${basis}`;
    };
    return [...Map.groupBy(columns, keyOf).values()].flatMap((group) =>
      itemOf(layout, row, { group, kind, filed, at: table.at }),
    );
  });
}

/** `at` is the position of the table. */
type ColumnGroup = { group: readonly Column[]; kind: Amount["kind"]; filed: string | null; at: number };

/** Returns what the columns of one measure, period and basis guide, with what became of the earlier guidance. */
function itemOf(layout: Layout, row: BodyRow, { group, kind, filed, at }: ColumnGroup): Guidance[] {
  const { text } = layout;
  const stated = row.cells.map(({ text }) => actionInCell(text)).find((action) => action !== null) ?? null;
  const prior = joined(group.filter(({ isPrior }) => isPrior));
  // Beside the earlier guidance, the new one may be a word alone, as "unchanged" and "withdrawn".
  const now =
    joined(group.filter(({ isPrior }) => !isPrior)) ??
    (stated === "maintained" || stated === "withdrawn" ? prior : null);
  const [first] = group;
  const metric =
    first && metricOf({ section: growthless(row.section), label: nameOf(text, first.measure, kind) });
  if (!now || !first || !metric) return [];
  const periodKind = isLaterQuarter(layout, first.period) ? "other" : periodKindOf(first.period, filed);
  const sizedOf = (amount: Amount) =>
    kind === "percent"
      ? growthOf(text, first.measure, amount)
      : amountInMainUnit(
          layout,
          metric,
          { ...amount, scale: amount.scale ?? unitOf(first.measure) },
          amount.at,
        );
  const sized = sizedOf(now);
  // Growth for neither a quarter nor a year belongs to a plan of several years, so it is no guidance.
  if (!periodKind || !sized || (kind === "percent" && periodKind === "other")) return [];
  const sizedPrior = prior && prior !== now ? sizedOf(prior) : null;
  const openEnd = openEndOf(text, now, text.slice(row.at, now.at));
  const offset = Math.max(row.at, now.end - QUOTE_MAX_LENGTH);
  const above = Math.max(0, at - CAPTION);
  const isWithdrawn = stated === "withdrawn";
  const guided = { metric, periodKind, year: first.period.year };
  return [
    {
      metric,
      basis: guidedBasis(text, metric, `${row.section} ${first.measure}`, first.basis),
      period: first.period.text.slice(0, 120),
      periodKind,
      low: isWithdrawn || openEnd === "low" || Number.isNaN(sized.low) ? null : sized.low,
      high: isWithdrawn || openEnd === "high" || Number.isNaN(sized.high) ? null : sized.high,
      currency: sized.currency,
      action: sizedPrior
        ? guidanceActionFromPrior(sizedPrior, sized)
        : (stated ??
          (first.isInitial ? "initiated" : null) ??
          actionOf(
            layout,
            { from: row.at, at: row.at, to: now.end },
            guided,
            headingBefore(layout, row.at),
          ) ??
          actionOf(layout, { from: above, at, to: at }, guided, null)),
      quote: text.slice(offset, now.end).trimEnd(),
      offset,
    },
  ];
}

/** Matches the words that make growth of a measure's name, as in "Revenue growth, year over year" and "Sales (vs. 2024)". */
const GROWTH =
  /,?\s?(?:\(?vs\.? (?:fiscal )?20\d\d\)?|\b(?:growth(?: rate)?|increase|decrease|decline|change|percent(?:age)?|year[- ]over[- ]year|YoY|Y\/Y)\b|\(?%\)?|\((?=growth)|(?<=growth)\))/gi;

function growthless(words: string): string {
  return words.replace(GROWTH, "").trim();
}

/**
 * Cleans a row's label for metricOf: the company's name, a year or "pro forma" before the measure go, and so do words of
 * growth. "Fernhill Holdings - Total revenues" becomes "Total revenues", and "2025 revenue growth" becomes "revenue".
 */
function nameOf(text: string, label: string, kind: Amount["kind"]): string {
  const [prefix, word] = /^([A-Z][\w.&’']*)[\w.&’' ]{0,40} [-–—] /.exec(label) ?? [];
  const own = prefix && word && text.slice(0, TITLE).includes(word) ? label.slice(prefix.length) : label;
  const name = own
    .replace(
      /^(?:(?:fiscal )?20\d\d |annual |full[- ]year |expected |estimated |forecast(?:ed)? |projected )+/i,
      "",
    )
    .replace(/\bpro[- ]forma /i, "");
  if (kind === "money") return name;
  // Growth without acquisitions or exchange rates is not that of the measure itself.
  return /\b(?:organic|currency|neutral|comparable|same[- ]\w+)\b/i.test(name) ? "" : growthless(name);
}

/** Returns growth with its sign, which the words "down" and "decline" before it may give. */
function growthOf(text: string, label: string, amount: Amount): Amount {
  const words = `${label} ${text.slice(amount.at - 12, amount.at)}`;
  const isDown = /\b(?:down|decline|decrease)\b/i.test(words) && !/\b(?:up|growth|increase)\b/i.test(words);
  return isDown && amount.low >= 0 ? negated(amount) : amount;
}
