/** @jsxImportSource hono/jsx */
import { beatGeometry } from "#contract/beat-geometry.ts";
import type { BeatPicture } from "#contract/beat-picture.ts";
import { counted, percent, perShare, signed } from "#contract/format.ts";
import { beatPictureOf } from "#model/beat-picture.ts";
import type { Markup } from "./frame.tsx";
import type { StockPageData } from "./published-reports.ts";

type PublicPicture = {
  picture: BeatPicture;
  consensusEps: number;
  currency: string | null;
  baseRate: number;
};

/**
 * Returns the picture of past quarters and comparable companies for a company's page. It never contains our
 * probability. Returns null when there is no upcoming report with a consensus and a base rate.
 */
export function stockPicture({ next, past, company }: StockPageData): PublicPicture | null {
  if (!next || next.consensusEps === null || next.baseRate === null) return null;
  const history = past
    .toReversed()
    .flatMap(({ fiscalQuarterEnd, consensusEps: estimate, reportedEps: actual }) =>
      actual === null ? [] : [{ fiscalQuarterEnd, estimate, actual }],
    );
  const { baseRate, consensusEps } = next;
  const picture = beatPictureOf({ beatProbability: baseRate, baseRate, surprise: null, history });
  return { picture, consensusEps, currency: company.currency, baseRate };
}

const TEXT = 12;
const HEAD = 20;
/**
 * The drawing is rendered once each for phones, tablets and desktops, in units of pixels, so that its labels
 * look equally large.
 */
const SIZES = [
  { width: 340, row: 15, labels: 44, shownAt: "sm:hidden" },
  { width: 720, row: 18, labels: 54, shownAt: "max-sm:hidden lg:hidden" },
  { width: 1180, row: 18, labels: 60, shownAt: "max-lg:hidden" },
] as const;
const WITH_CONE = 940 / 720;
/** Room at the right for the percentage of the longest bar, which a phone would cut off. */
const LABEL_SPACE = 10;

export function stockPictureSection(stock: StockPageData): Markup | null {
  const shownPicture = stockPicture(stock);
  if (!shownPicture) return null;
  const { picture, baseRate, consensusEps, currency } = shownPicture;
  const beats = picture.quarters.filter(({ surprise }) => surprise > 0).length;
  const words = `Surprises over the EPS consensus: ${counted(beats, "beat")} in ${counted(picture.quarters.length, "past report")}. ${percent(baseRate, 1)} of comparable reports beat.`;
  return (
    <section
      aria-labelledby="picture"
      class="rounded-lg border border-line bg-surface p-4 sm:p-6 shadow-card"
    >
      <h2 id="picture" class="heading-3 mb-3">
        Beats, misses and similar companies
      </h2>
      <figure>
        {SIZES.map((size) => drawing(shownPicture, words, size))}
        <figcaption class="mt-2 text-xs text-muted">
          Filled: a beat. Hollow: a meet or a miss. Line: this quarter's consensus of{" "}
          {perShare(consensusEps, currency)}. Bars: the share of comparable companies' reports that came in
          there; {percent(baseRate, 1)} of them beat.
        </figcaption>
      </figure>
    </section>
  );
}

function drawing(
  { picture, consensusEps, currency }: PublicPicture,
  words: string,
  { width, row, labels, shownAt }: (typeof SIZES)[number],
): Markup {
  const height = row * picture.baseShares.length;
  const { columns, edges, rows, baseEnds, dots, consensusY } = beatGeometry(
    picture,
    null,
    { x: 0, y: HEAD, width: width * WITH_CONE, height },
    labels,
  );
  const text = (x: number, y: number, anchor: string, fill: string, content: string) => (
    <text
      x={x}
      y={y}
      text-anchor={anchor}
      fill={`var(--c-${fill})`}
      stroke="var(--c-surface)"
      stroke-width="3"
      paint-order="stroke"
      font-size={TEXT}
    >
      {content}
    </text>
  );
  const line = (y: number, stroke: string) => (
    <line x1={columns.quarters.x} x2={columns.cone.x} y1={y} y2={y} stroke={`var(--c-${stroke})`} />
  );
  const points = (coordinates: readonly (readonly [number, number])[]) =>
    coordinates.map((point) => point.join(",")).join(" ");
  return (
    <svg
      viewBox={`0 0 ${width + LABEL_SPACE} ${HEAD + height + 2}`}
      class={`block w-full figures ${shownAt}`}
      role="img"
      aria-label={words}
    >
      {text(columns.quarters.x, 12, "start", "muted", `Last ${counted(picture.quarters.length, "report")}`)}
      {text(columns.shares.x, 12, "start", "muted", "Similar companies' reports")}
      {edges.map(({ y, percent: edge }) => (
        <>
          {line(y, "chart-grid")}
          {text(labels - 6, y + TEXT / 3, "end", "muted", `${signed(edge, edge === 2.5 ? 1 : 0)}%`)}
        </>
      ))}
      {line(consensusY, "ink")}
      {text(labels - 6, consensusY + TEXT / 3, "end", "ink", perShare(consensusEps, currency))}
      {rows.map(({ box, isBeat }, bucket) => (
        <>
          <rect
            x={box.x}
            y={box.y + 2}
            width={Math.max(1, (baseEnds[bucket] ?? box.x) - box.x)}
            height={box.height - 4}
            rx="2"
            fill={`var(--c-${isBeat ? "chart-3" : "edge"})`}
          />
          {text(
            (baseEnds[bucket] ?? box.x) + 5,
            box.y + box.height / 2 + TEXT / 3,
            "start",
            "ink",
            percent(picture.baseShares[bucket] ?? 0),
          )}
        </>
      ))}
      <polyline points={points(dots.map(({ at }) => at))} fill="none" stroke="var(--c-edge)" opacity="0.45" />
      {dots.map(({ at: [x, y], isBeat }) => (
        <circle
          cx={x}
          cy={y}
          r="3.4"
          fill={`var(--c-${isBeat ? "ink" : "surface"})`}
          stroke="var(--c-ink)"
          stroke-width="1.4"
        />
      ))}
    </svg>
  );
}
