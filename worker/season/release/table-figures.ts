import { QUOTE_MAX_LENGTH } from "#contract/company-release.ts";
import { amountInMainUnit, type Layout } from "./layout.ts";
import { basisIn } from "./metric-names.ts";
import { reportedQuarter } from "./reported-quarter.ts";
import { amountOf, type Figure, type FigureRow, type Grid } from "./table-grid.ts";

/** EPS or revenue from a table column whose headings name one period. */
export type TableFigure = {
  metric: "eps" | "revenue";
  basis: "gaap" | "adjusted" | null;
  /** True for a figure from continuing operations only. */
  isContinuing: boolean;
  isDiluted: boolean;
  /** True for the newest quarter in the release, false for the year to date and the full year. */
  isQuarter: boolean;
  value: number;
  currency: string;
  quote: string;
  offset: number;
};

const PER_SHARE_WORDS = /\bper (?:[\w–-]+ ){0,5}(?:share|unit)s?(?![a-z])|\bEPS(?![a-z])/i;
const EARNINGS_WORDS =
  /\b(?:earnings|income|loss|profit|EPS|(?:un)?diluted|basic|resulting from operations)\b/i;
const NOT_EPS_WORDS =
  /^less\b|\b(?:FFO|AFFO|funds from operations|dividends?|distributions?|book value|cash flows?|price|shares? (?:outstanding|used)|weighted|average|number of|adjustments? to|impact|EBITDA|calculation|(?<!adjusted )pro forma|discontinued|ADSs?|ADRs?|depositary|cents|growth|preferred|fee[- ]related|net investment income|dollar roll|distributable)\b/i;
const LABEL_UNDER_PER_SHARE =
  /^[^a-z]*(?:[–-] ?)?(?:fully )?(?:diluted|assuming dilution|basic|(?:(?:earnings|income|loss) (?:\(loss(?:es)?\) )?)?(?:from )?continuing operations|(?:from )?net (?:income|earnings|loss|\(loss\))|attributable to|total)\b/i;
const REVENUE_LABEL =
  /^(?:total |company |worldwide |global |group |reported )?(?:(?<=^total )product )?(?:consolidated |GAAP )?(?:net )?(?:operating )?(?:sales and (?:other )?(?:operating )?revenues?|(?:sales |income and other )?revenues?|(?<=^total )investment income|sales(?: to customers)?)(?: and other(?: income| revenues?)?)?(?: from continuing operations)?(?:,? [-–—]? ?(?:net(?: of interest expense)?|(?:as )?reported|\(?GAAP\)?))?(?: \((?:in )?(?:US)?\$? ?(?:in )?(?:[mb]m?|millions?|billions?|thousands?|000['’]?s)\))?(?: ?\(\d\)| ?\d)?:?$/i;
const SINGLE_REVENUE_LABEL =
  /^(?!costs? |other |deferred|unearned|percent|net )[a-z][a-z, &-]{2,30} (?:revenues?|sales|investment income)(?:, net)?$/i;
const RECONCILIATION_WORDS = /\breconcil\w+|\bnon[-‑– ]?gaap\b|\badjusted\b/i;

/** Returns the EPS and revenue in a release's tables for the announced or newest quarter and for longer periods. */
export function tableFiguresIn(layout: Layout): TableFigure[] {
  const newest = newestQuarters(layout);
  return layout.grids.flatMap((grid) => {
    const onlyRevenue = singleRevenueRow(grid);
    const figures = grid.rows.flatMap((row) => {
      const metric = row === onlyRevenue ? "revenue" : metricOf(row);
      return metric
        ? row.figures.flatMap((figure) => tableFiguresOf(layout, grid, row, figure, metric, newest))
        : [];
    });
    return areRevenuesPlausible(figures) ? figures : [];
  });
}

/** Returns the only revenue row ("Collaboration revenue") of a table with EPS but no total revenue, or null. */
function singleRevenueRow({ rows }: Grid): FigureRow | null {
  const [only, second] = rows.filter(({ label }) => SINGLE_REVENUE_LABEL.test(label));
  const metrics = new Set(rows.map(metricOf));
  return only && !second && metrics.has("eps") && !metrics.has("revenue") ? only : null;
}

/** Returns whether no quarter has more revenue than the longer periods. If one has, the headings were misread. */
function areRevenuesPlausible(figures: readonly TableFigure[]): boolean {
  const revenues = figures.filter(({ metric }) => metric === "revenue");
  const [longest] = revenues.filter(({ isQuarter }) => !isQuarter).toSorted((a, b) => b.value - a.value);
  return !longest || revenues.every(({ isQuarter, value }) => !isQuarter || value <= longest.value);
}

type NewestQuarters = ReadonlyMap<string, number>;

/**
 * Returns the newest quarter in the tables for each kind of rank (see `ColumnHeading`). Tables with several quarters
 * are preferred, because the only quarter in a table may be an outlook.
 */
function newestQuarters(layout: Layout): NewestQuarters {
  const ranksOf = ({ rows }: Grid) =>
    rows
      .flatMap(({ figures }) => figures.map(({ head }) => head))
      .flatMap(({ rank, length, isNoResult }) => (rank && length === "quarter" && !isNoResult ? [rank] : []));
  const ranks = layout.grids.map(ranksOf);
  const compared = ranks.filter((own) => new Set(own.map(({ value }) => value)).size > 1).flat();
  const comparedKinds = new Set(compared.map(({ kind }) => kind));
  const newest = new Map<string, number>();
  for (const { kind, value } of [...compared, ...ranks.flat().filter(({ kind }) => !comparedKinds.has(kind))])
    newest.set(kind, Math.max(newest.get(kind) ?? 0, value));
  const announced = reportedQuarter(layout);
  // Tables may have no column of the announced quarter, so the headline decides which quarter is the newest.
  if (announced?.year) newest.set("quarter", announced.year * 4 + announced.quarter);
  return newest;
}

/** Returns the metric of a table row, or null when the row is neither EPS nor the whole company's revenue. */
export function metricOf({
  label,
  section,
}: Pick<FigureRow, "label" | "section">): TableFigure["metric"] | null {
  const isTotal =
    /^(?:total(?: company)?|company total|enterprise|consolidated)$/i.test(label) &&
    REVENUE_LABEL.test(section);
  const isTotalIncome = /^total income$/i.test(label) && /^income:?$/i.test(section);
  if (REVENUE_LABEL.test(label) || isTotal || isTotalIncome) return "revenue";
  const isOwn = PER_SHARE_WORDS.test(label) && EARNINGS_WORDS.test(label);
  const isUnder =
    PER_SHARE_WORDS.test(section) &&
    EARNINGS_WORDS.test(`${section} ${label}`) &&
    LABEL_UNDER_PER_SHARE.test(label);
  if ((!isOwn && !isUnder) || NOT_EPS_WORDS.test(label) || (isUnder && !isOwn && NOT_EPS_WORDS.test(section)))
    return null;
  const words = `${section} ${label}`;
  return /\bbasic\b/i.test(words) && !/dilut/i.test(words) ? null : isBasic(label, section) ? null : "eps";
}

/** Returns whether a label is for basic EPS only, in a section whose label also names diluted EPS. */
function isBasic(label: string, section: string): boolean {
  return /\bbasic\b/i.test(label) && !/dilut/i.test(label) && /dilut/i.test(section);
}

/** Returns a figure as an array of one, or an empty array when its period or its value is not usable. */
function tableFiguresOf(
  layout: Layout,
  grid: Grid,
  row: FigureRow,
  figure: Figure,
  metric: TableFigure["metric"],
  newest: NewestQuarters,
): TableFigure[] {
  const { rank, length, isNoResult } = figure.head;
  if (isNoResult || length === null || (rank === null && length === "quarter" && newest.size > 0)) return [];
  const isNewest = rank === null || rank.value === newest.get(rank.kind);
  if (length === "quarter" && !isNewest) return [];
  const own = scaledFigure(layout, grid, row, figure, metric);
  const words = `${row.section} ${row.label}`;
  return own
    ? [
        {
          ...own,
          metric,
          isContinuing: /\bcontinuing\b/i.test(words),
          isDiluted: /dilut/i.test(words),
          isQuarter: length === "quarter",
        },
      ]
    : [];
}

/**
 * Returns a table figure with its accounting basis and quote, in the main unit of its currency (such as dollars).
 * Returns null when the size or the accounting basis is unclear.
 */
function scaledFigure(
  layout: Layout,
  grid: Grid,
  row: FigureRow,
  figure: Figure,
  metric: TableFigure["metric"],
): Pick<TableFigure, "value" | "basis" | "currency" | "quote" | "offset"> | null {
  const { end, hasCents, head } = figure;
  const amount = { ...amountOf(figure), scale: unitOf(row.label) };
  const scaled = amountInMainUnit(layout, metric, amount, figure.at);
  const basis = metric === "eps" ? basisOf(grid, row, head.basis) : null;
  // Revenue in an adjusted column excludes currency effects or parts of the company.
  if (metric === "revenue" && head.basis === "adjusted") return null;
  if (!scaled || (metric === "eps" && (basis === null || !hasCents))) return null;
  const offset = Math.max(row.at, end - QUOTE_MAX_LENGTH);
  return {
    value: metric === "eps" && isLossRow(row) ? 0 - Math.abs(scaled.low) : scaled.low,
    basis,
    currency: scaled.currency,
    quote: layout.text.slice(offset, end).trimEnd(),
    offset,
  };
}

/** Returns whether a row names only a loss. Its figures may be written without a minus sign. */
function isLossRow({ label, section }: FigureRow): boolean {
  const words = PER_SHARE_WORDS.test(label) ? label : section;
  return /\bloss\b/i.test(words) && !/\(loss(?:es)?\)|income|earnings|profit/i.test(words);
}

/** Matches a unit in a label, but not a single letter as in "Revenue (b)", which is a footnote mark. */
const UNIT_IN_LABEL =
  /\((?:in |(?:US)?\$ ?(?:in )?|(?=\w{6}|000))(b|m|billions?|millions?|thousands?|000['’]?s)[bm]?\)/i;

/** Returns the factor of the unit in a label, as 1e6 for "Revenue (in millions)" or "Revenues ($MM)", or null. */
export function unitOf(label: string): number | null {
  if (/\(in cents\)/i.test(label)) return 0.01;
  const unit = UNIT_IN_LABEL.exec(label)?.[1]?.toLowerCase();
  return unit ? (unit.startsWith("b") ? 1e9 : unit.startsWith("m") ? 1e6 : 1e3) : null;
}

/**
 * Returns the accounting basis of EPS that the column heading (`head`), the row's label or its section names, or
 * else "gaap". Returns null when it is unclear, as for a row that names none in a reconciliation to adjusted EPS.
 */
function basisOf(
  { caption, rows }: Grid,
  { label, section, title }: FigureRow,
  head: "gaap" | "adjusted" | null,
): "gaap" | "adjusted" | null {
  const own = basisIn(label);
  const above = basisIn(section);
  // A section such as "Non-GAAP Financial Measures" says more than a heading above several sections.
  if (own === "plain" && above !== "plain" && /^(?:non-)?GAAP\b/i.test(section)) return above;
  const isAdjustedEps = (row: FigureRow) => metricOf(row) === "eps" && basisIn(row.label) === "adjusted";
  // Below "GAAP Results", a row "Adjusted EPS" is still adjusted.
  if (head === "gaap" && own === "adjusted") return own;
  // If another row is adjusted EPS, a row that names no basis may be the EPS before the adjustments.
  if (head) return head === "adjusted" && own === "plain" && rows.some(isAdjustedEps) ? null : head;
  if (own !== "plain") return own;
  if (above !== "plain") return above === "gaap" || PER_SHARE_WORDS.test(section) ? above : null;
  const heading = caption.split(/[.!?] |\b(?=(?:consolidated )?statements? of )/i).at(-1);
  return RECONCILIATION_WORDS.test(`${heading} ${title}`) ? null : "gaap";
}
