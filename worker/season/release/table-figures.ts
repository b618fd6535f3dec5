import { QUOTE_MAX_LENGTH } from "#contract/company-release.ts";
import { amountInMainUnit, type Layout } from "./layout.ts";
import { basisIn } from "./measures.ts";
import { amountOf, type Figure, type FigureRow, type Grid } from "./table-grid.ts";

/** EPS or revenue in a table, of one column whose period its heads name. */
export type TableFigure = {
  metric: "eps" | "revenue";
  basis: "gaap" | "adjusted" | null;
  /** True for EPS from continuing operations alone. */
  isContinuing: boolean;
  isDiluted: boolean;
  /** True for the newest quarter of the release, false for the year to date and the full year. */
  isQuarter: boolean;
  value: number;
  currency: string;
  quote: string;
  offset: number;
};

const PER_SHARE = /\bper (?:[\w–-]+ ){0,5}(?:share|unit)s?(?![a-z])|\bEPS(?![a-z])/i;
const EARNED = /\b(?:earnings|income|loss|profit|EPS|(?:un)?diluted|basic|resulting from operations)\b/i;
const NOT_EARNED =
  /^less\b|\b(?:FFO|AFFO|funds from operations|dividends?|distributions?|book value|cash flows?|price|shares? (?:outstanding|used)|weighted|average|number of|adjustments? to|impact|EBITDA|calculation|(?<!adjusted )pro forma|discontinued|ADSs?|ADRs?|depositary|cents|growth|preferred|fee[- ]related|net investment income|distributable)\b/i;
const UNDER_PER_SHARE =
  /^[^a-z]*(?:[–-] ?)?(?:fully )?(?:diluted|assuming dilution|basic|(?:(?:earnings|income|loss) (?:\(loss(?:es)?\) )?)?(?:from )?continuing operations|(?:from )?net (?:income|earnings|loss|\(loss\))|attributable to|total)\b/i;
const REVENUE =
  /^(?:total |company |worldwide |global |group |reported )?(?:(?<=^total )product )?(?:consolidated |GAAP )?(?:net )?(?:operating )?(?:sales and (?:other )?(?:operating )?revenues?|(?:sales |income and other )?revenues?|(?<=^total )investment income|sales(?: to customers)?)(?: and other(?: income| revenues?)?)?(?: from continuing operations)?(?:,? [-–—]? ?(?:net(?: of interest expense)?|(?:as )?reported|\(?GAAP\)?))?(?: \((?:in )?(?:US)?\$? ?(?:in )?(?:[mb]m?|millions?|billions?|thousands?)\))?(?: \(\d\)|\(\d\)|\d)?:?$/i;
const KIND_OF_REVENUE =
  /^(?!costs? |deferred|unearned|percent|net )[a-z][a-z, &-]{2,30} (?:revenues?|sales|investment income)(?:, net)?$/i;
const RECONCILED = /\breconcil\w+|\bnon[-‑– ]?gaap\b|\badjusted\b/i;

/** Returns the EPS and revenue of the newest quarter, and of longer periods, in a release's tables. */
export function tableFiguresIn(layout: Layout): TableFigure[] {
  const newest = newestQuarter(layout.grids);
  return layout.grids.flatMap((grid) => {
    const onlyRevenue = onlyRevenueOf(grid);
    const figures = grid.rows.flatMap((row) => {
      const metric = row === onlyRevenue ? "revenue" : metricOf(row);
      return metric ? row.figures.flatMap((figure) => read(layout, grid, row, figure, metric, newest)) : [];
    });
    return isPossible(figures) ? figures : [];
  });
}

/** Returns the revenue of an income statement that has no total because it has a single kind, as "Collaboration revenue". */
function onlyRevenueOf({ rows }: Grid): FigureRow | null {
  const [only, second] = rows.filter(({ label }) => KIND_OF_REVENUE.test(label));
  const metrics = new Set(rows.map(metricOf));
  return only && !second && metrics.has("eps") && !metrics.has("revenue") ? only : null;
}

/** Returns whether no quarter of a table has more revenue than a longer period, as under heads in another order. */
function isPossible(figures: readonly TableFigure[]): boolean {
  const revenues = figures.filter(({ metric }) => metric === "revenue");
  const [longest] = revenues.filter(({ isQuarter }) => !isQuarter).toSorted((a, b) => b.value - a.value);
  return !longest || revenues.every(({ isQuarter, value }) => !isQuarter || value <= longest.value);
}

type Newest = ReadonlyMap<string, number>;

/**
 * Returns the newest quarter that tables have, by the kind of rank. Tables that compare quarters
 * decide, because a single column may be an outlook.
 */
function newestQuarter(grids: readonly Grid[]): Newest {
  const ranksOf = ({ rows }: Grid) =>
    rows
      .flatMap(({ figures }) => figures.map(({ head }) => head))
      .flatMap(({ rank, length, isNoResult }) => (rank && length === "quarter" && !isNoResult ? [rank] : []));
  const ranks = grids.map(ranksOf);
  const compared = ranks.filter((own) => new Set(own.map(({ value }) => value)).size > 1).flat();
  const comparedKinds = new Set(compared.map(({ kind }) => kind));
  const newest = new Map<string, number>();
  for (const { kind, value } of [...compared, ...ranks.flat().filter(({ kind }) => !comparedKinds.has(kind))])
    newest.set(kind, Math.max(newest.get(kind) ?? 0, value));
  return newest;
}

/** Returns what a row of a table is about, or null when it is neither EPS nor the whole revenue. */
export function metricOf({
  label,
  section,
}: Pick<FigureRow, "label" | "section">): TableFigure["metric"] | null {
  const isTotal =
    /^(?:total(?: company)?|company total|enterprise|consolidated)$/i.test(label) && REVENUE.test(section);
  const isTotalIncome = /^total income$/i.test(label) && /^income:?$/i.test(section);
  if (REVENUE.test(label) || isTotal || isTotalIncome) return "revenue";
  const isOwn = PER_SHARE.test(label) && EARNED.test(label);
  const isUnder =
    PER_SHARE.test(section) && EARNED.test(`${section} ${label}`) && UNDER_PER_SHARE.test(label);
  if ((!isOwn && !isUnder) || NOT_EARNED.test(label) || (isUnder && !isOwn && NOT_EARNED.test(section)))
    return null;
  const words = `${section} ${label}`;
  return /\bbasic\b/i.test(words) && !/dilut/i.test(words) ? null : isBasic(label, section) ? null : "eps";
}

/** Returns whether a label that names basic shares stands under a section that names both kinds. */
function isBasic(label: string, section: string): boolean {
  return /\bbasic\b/i.test(label) && !/dilut/i.test(label) && /dilut/i.test(section);
}

function read(
  layout: Layout,
  grid: Grid,
  row: FigureRow,
  figure: Figure,
  metric: TableFigure["metric"],
  newest: Newest,
): TableFigure[] {
  const { rank, length, isNoResult } = figure.head;
  if (isNoResult || length === null || (rank === null && length === "quarter" && newest.size > 0)) return [];
  const isNewest = rank === null || rank.value === newest.get(rank.kind);
  if (length === "quarter" && !isNewest) return [];
  const own = columnFigure(layout, grid, row, figure, metric);
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
 * Returns a figure of a table in the currency's main unit with its basis, or null when its size or its basis is
 * unclear.
 */
function columnFigure(
  layout: Layout,
  grid: Grid,
  row: FigureRow,
  figure: Figure,
  metric: TableFigure["metric"],
): Pick<TableFigure, "value" | "basis" | "currency" | "quote" | "offset"> | null {
  const { end, hasCents, head } = figure;
  const amount = { ...amountOf(figure), scale: unitOf(row.label) };
  const sized = amountInMainUnit(layout, metric, amount, figure.at);
  const basis = metric === "eps" ? basisOf(grid, row, head.basis) : null;
  // Revenue in an adjusted column leaves out exchange rates or businesses.
  if (metric === "revenue" && head.basis === "adjusted") return null;
  if (!sized || (metric === "eps" && (basis === null || !hasCents))) return null;
  const offset = Math.max(row.at, end - QUOTE_MAX_LENGTH);
  return {
    value: metric === "eps" && isLossRow(row) ? 0 - Math.abs(sized.low) : sized.low,
    basis,
    currency: sized.currency,
    quote: layout.text.slice(offset, end).trimEnd(),
    offset,
  };
}

/** Returns whether a row names only a loss, whose figures may stand without a sign. */
function isLossRow({ label, section }: FigureRow): boolean {
  const words = PER_SHARE.test(label) ? label : section;
  return /\bloss\b/i.test(words) && !/\(loss(?:es)?\)|income|earnings|profit/i.test(words);
}

/** Matches a unit in a label. A letter alone, as in "Revenue (b)", is the mark of a footnote. */
const UNIT = /\((?:in |(?:US)?\$ ?(?:in )?|(?=\w{6}))(b|m|billions?|millions?|thousands?)[bm]?\)/i;

/** Returns the unit that a row's label states, as in "Revenue (in millions)" and "Revenues ($MM)". */
export function unitOf(label: string): number | null {
  if (/\(in cents\)/i.test(label)) return 0.01;
  const unit = UNIT.exec(label)?.[1]?.toLowerCase();
  return unit ? (unit.startsWith("b") ? 1e9 : unit.startsWith("m") ? 1e6 : 1e3) : null;
}

/**
 * Returns the basis that the column or the row names. Under an adjusted heading and in a reconciliation, a row
 * of another name may be of either.
 */
function basisOf(
  { caption, rows }: Grid,
  { label, section, title }: FigureRow,
  head: "gaap" | "adjusted" | null,
): "gaap" | "adjusted" | null {
  const own = basisIn(label);
  const isOther = (row: FigureRow) => metricOf(row) === "eps" && basisIn(row.label) === "adjusted";
  // A row without a basis beside an adjusted one is what the adjustments begin with, whatever the title says.
  if (head) return head === "adjusted" && own === "plain" && rows.some(isOther) ? null : head;
  if (own !== "plain") return own;
  const above = basisIn(section);
  if (above !== "plain") return above === "gaap" || PER_SHARE.test(section) ? above : null;
  const heading = caption.split(/[.!?] |\b(?=(?:consolidated )?statements? of )/i).at(-1);
  return RECONCILED.test(`${heading} ${title}`) ? null : "gaap";
}
