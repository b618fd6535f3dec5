import { useState } from "react";
import { type BeatGeometry, beatGeometry, type ConeInput } from "#contract/beat-geometry.ts";
import type { BeatPicture as Picture } from "#contract/beat-picture.ts";
import type { PastReactions } from "#contract/past-reactions.ts";
import type { EdgeVerdict } from "#contract/prediction.ts";
import { useMedia } from "#lib/browser.ts";
import { counted, percent, perShare, signed } from "#lib/numbers.ts";
import type { Color } from "../../tokens.ts";
import { type BucketCounts, BucketTable, bucketReading, descriptionOf } from "./bucket-table.tsx";

type BeatPictureProps = {
  picture: Picture;
  probability: number;
  /**
   * The probability of a beat in percent, rounded to a whole number by the caller, so that the whole page shows
   * the same number.
   */
  beatPercent: number;
  baseRate: number;
  edgeVerdict: EdgeVerdict;
  consensusEps: number;
  currency: string | null;
  reactions: Pick<PastReactions, "rows">;
  /**
   * The price change that options imply, or else the average one of past reports; `cone` is null when neither
   * is known.
   */
  cone: (ConeInput & { isImplied: boolean; price: number | null; priceCurrency: string | null }) | null;
};

/**
 * The colors of the distribution's two sides, a beat and anything else. Only the side that the edge favors
 * stands out.
 */
const tones: Record<EdgeVerdict, { beat: Color; other: Color }> = {
  edge_up: { beat: "positive-solid", other: "edge" },
  edge_down: { beat: "edge", other: "negative-solid" },
  no_edge: { beat: "chart-3", other: "edge" },
};

/** Sizes in pixels for each width of the screen. Labels have the same size on all of them. */
const SIZES = {
  wide: { width: 940, row: 20, labels: 60, text: 12.5 },
  middle: { width: 620, row: 19, labels: 54, text: 12 },
  narrow: { width: 330, row: 15, labels: 40, text: 10.5 },
} as const;
const HEAD = 20;
/** Below this width of the middle column, its head and its two sums would cover other labels. */
const LEAST_LABELED_WIDTH = 200;

/**
 * Draws the surprises of past quarters on the left, in the middle the distribution of the next surprise in
 * front of that of comparable companies, and the expected price change on the right. A slider selects a single
 * bucket to read.
 */
export function BeatPicture(props: BeatPictureProps) {
  const { picture, cone, edgeVerdict } = props;
  const { width, row, labels, text } = SIZES[useSize()];
  const [selected, select] = useState<number | null>(null);
  const height = row * picture.baseShares.length;
  const shape = beatGeometry(picture, cone, { x: 0, y: HEAD, width, height }, labels);
  const known: BucketCounts = props;
  const last = picture.baseShares.length - 1;
  const isLabeled = shape.columns.shares.width >= LEAST_LABELED_WIDTH;
  const pick = (event: React.PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const y = ((event.clientY - box.top) / box.height) * (HEAD + height + 2);
    const bucket = last - Math.floor((y - HEAD) / row);
    if (bucket >= 0 && bucket <= last) select(bucket);
  };
  return (
    <figure className="relative min-w-0 rounded-md [&:has(input:focus-visible)]:outline [&:has(input:focus-visible)]:outline-2 [&:has(input:focus-visible)]:outline-offset-4 [&:has(input:focus-visible)]:outline-primary">
      <input
        type="range"
        className="sr-only"
        min={0}
        max={last}
        value={selected ?? last}
        aria-label="Surprise over the consensus, read out"
        aria-valuetext={bucketReading(selected ?? last, known).join(" ")}
        onChange={(event) => select(Number(event.target.value))}
      />
      <svg
        viewBox={`0 0 ${width} ${HEAD + height + 2}`}
        className="block w-full touch-pan-y select-none print:w-3/4"
        role="img"
        aria-label={descriptionOf(known)}
        onPointerDown={pick}
        onPointerMove={(event) => event.pointerType === "mouse" && pick(event)}
        onPointerLeave={(event) => event.pointerType === "mouse" && select(null)}
      >
        <Heads
          shape={shape}
          size={text}
          cone={cone}
          quarters={picture.quarters.length}
          consensus={isLabeled ? perShare(props.consensusEps, props.currency) : null}
        />
        <Scale shape={shape} size={text} consensus={perShare(props.consensusEps, props.currency)} />
        <Shares
          shape={shape}
          tone={tones[edgeVerdict]}
          selected={selected}
          shares={picture.shares ?? picture.baseShares}
          size={text}
        />
        <Quarters shape={shape} />
        {shape.cone && cone && <Cone shape={shape.cone} input={cone} size={text} />}
        {isLabeled && <Masses shape={shape} size={text} beatPercent={props.beatPercent} />}
      </svg>
      <figcaption className="mt-1.5 min-h-10 text-xs text-muted text-pretty">
        {selected === null ? (
          <Legend edgeVerdict={edgeVerdict} isKnown={picture.shares !== null} baseRate={props.baseRate} />
        ) : (
          <Reading lines={bucketReading(selected, known)} />
        )}
      </figcaption>
      <BucketTable {...known} />
    </figure>
  );
}

function useSize(): keyof typeof SIZES {
  const [isMiddle, isWide] = [useMedia("(min-width: 40rem)"), useMedia("(min-width: 64rem)")];
  return isWide ? "wide" : isMiddle ? "middle" : "narrow";
}

function Reading({ lines: [first, ...rest] }: { lines: readonly string[] }) {
  return (
    <>
      <strong className="font-semibold text-ink figures">{first}</strong> {rest.join(" ")}
    </>
  );
}

type LegendProps = { edgeVerdict: EdgeVerdict; isKnown: boolean; baseRate: number };

function Legend({ edgeVerdict, isKnown, baseRate }: LegendProps) {
  const mark = (color: Color) => (
    <span
      className="mr-1 inline-block size-2.5 rounded-sm"
      style={{ backgroundColor: `var(--c-${color})` }}
    />
  );
  return (
    <span className="flex flex-wrap gap-x-3 gap-y-0.5">
      {isKnown ? (
        <>
          <span>{mark(tones[edgeVerdict].beat)}beat</span>
          <span>{mark(tones[edgeVerdict].other)}not</span>
        </>
      ) : (
        <span>The company's past is not known, so no sizes are.</span>
      )}
      <span>
        <span className="mr-1 inline-block h-2.5 w-0.5 bg-ink align-baseline" />
        similar companies, base rate {percent(baseRate, 1)}
      </span>
      <span className="print:hidden">Pick a row to read it.</span>
    </span>
  );
}

type PartProps = { shape: BeatGeometry; size: number };

function Heads({
  shape,
  size,
  cone,
  quarters,
  consensus,
}: PartProps & { cone: BeatPictureProps["cone"]; quarters: number; consensus: string | null }) {
  const { columns } = shape;
  const y = HEAD - 8;
  return (
    <g fontSize={size} fill="var(--c-muted)">
      <text x={columns.quarters.x} y={y}>
        {quarters === 0 ? "No past reports" : `Last ${counted(quarters, "report")}`}
      </text>
      <text x={columns.shares.x} y={y}>
        Next report{consensus !== null && `, consensus ${consensus}`}
      </text>
      <text x={columns.cone.x + 6} y={y}>
        {cone ? (cone.isImplied ? "Share: implied" : "Share: as usual") : ""}
      </text>
    </g>
  );
}

function Scale({ shape, size, consensus }: PartProps & { consensus: string }) {
  const { columns, consensusY, edges } = shape;
  const [left, right] = [columns.labels.width - 6, columns.cone.x];
  return (
    <g fontSize={size} className="figures">
      {edges.map(({ y, percent: edge }) => (
        <g key={edge}>
          <line x1={columns.quarters.x} x2={right} y1={y} y2={y} stroke="var(--c-chart-grid)" />
          <text x={left} y={y + size / 3} textAnchor="end" fill="var(--c-muted)">
            {signed(edge, edge === 2.5 ? 1 : 0)}%
          </text>
        </g>
      ))}
      <line
        x1={columns.quarters.x}
        x2={columns.cone.x + columns.cone.width}
        y1={consensusY}
        y2={consensusY}
        stroke="var(--c-ink)"
        strokeWidth="1.25"
      />
      <text x={left} y={consensusY + size / 3} textAnchor="end" fill="var(--c-ink)" fontWeight="600">
        {consensus}
      </text>
    </g>
  );
}

type SharesProps = PartProps & {
  tone: { beat: Color; other: Color };
  selected: number | null;
  shares: readonly number[];
};

/** Draws each share as a bar from the axis with its percentage, and that of similar companies as a mark. */
function Shares({ shape, tone, selected, shares, size }: SharesProps) {
  return (
    <g>
      {shape.rows.map(
        ({ bar, box, isBeat }, bucket) =>
          bar && (
            <rect
              key={box.y}
              x={bar.x}
              y={bar.y + 1}
              width={Math.max(1, bar.width)}
              height={bar.height - 2}
              rx="2"
              fill={`var(--c-${isBeat ? tone.beat : tone.other})`}
              opacity={selected === null || selected === bucket ? 0.9 : 0.45}
            />
          ),
      )}
      {shape.rows.map(({ box, bar }, bucket) => {
        const end = shape.baseEnds[bucket] ?? box.x;
        return (
          <g key={box.y}>
            <line
              x1={end}
              x2={end}
              y1={box.y + 1}
              y2={box.y + box.height - 1}
              stroke="var(--c-ink)"
              strokeWidth="2"
            />
            <text
              x={Math.max(end, box.x + (bar?.width ?? 0)) + 5}
              y={box.y + box.height / 2 + size / 3}
              fontSize={size * 0.9}
              fill="var(--c-ink)"
              stroke="var(--c-surface)"
              strokeWidth="3"
              paintOrder="stroke"
              className="figures"
            >
              {percent(shares[bucket] ?? 0)}
            </text>
          </g>
        );
      })}
    </g>
  );
}

function Quarters({ shape: { dots } }: { shape: BeatGeometry }) {
  return (
    <g>
      <polyline
        points={dots.map(({ at }) => at.join(",")).join(" ")}
        fill="none"
        stroke="var(--c-edge)"
        opacity="0.45"
      />
      {dots.map(({ at: [x, y], isBeat, fiscalQuarterEnd }) => (
        <circle
          key={fiscalQuarterEnd}
          cx={x}
          cy={y}
          r="3.2"
          fill={isBeat ? "var(--c-ink)" : "var(--c-surface)"}
          stroke="var(--c-ink)"
          strokeWidth="1.4"
        />
      ))}
    </g>
  );
}

type ConeProps = {
  shape: NonNullable<BeatGeometry["cone"]>;
  input: NonNullable<BeatPictureProps["cone"]>;
  size: number;
};

function Cone({ shape: { apex, up, down, past }, input, size }: ConeProps) {
  const { percent: move, price, priceCurrency, isImplied } = input;
  const end = (sign: 1 | -1, [x, y]: readonly [number, number]) => (
    <g>
      <text
        x={x + 6}
        y={y + size / 3 - (price === null ? 0 : size * 0.55)}
        fill="var(--c-ink)"
        fontWeight="600"
      >
        {signed(sign * move, 1)}%
      </text>
      {price !== null && (
        <text x={x + 5} y={y + size / 3 + size * 0.65} fill="var(--c-muted)">
          {perShare(price * (1 + (sign * move) / 100), priceCurrency, price < 100 ? 2 : 0)}
        </text>
      )}
    </g>
  );
  return (
    <g fontSize={size} className="figures">
      <polygon
        points={[apex, up, down].map((point) => point.join(",")).join(" ")}
        fill="var(--c-signal-soft)"
        stroke="var(--c-signal-solid)"
        strokeWidth="1.5"
        strokeLinejoin="round"
        strokeDasharray={isImplied ? undefined : "4 3"}
      />
      {past.map(([x, y], i) => (
        // Past price changes have no key, and never change places.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <circle key={i} cx={x} cy={y} r="2.2" fill="var(--c-signal)" opacity="0.7" />
      ))}
      {end(1, up)}
      {end(-1, down)}
    </g>
  );
}

function Masses({ shape, size, beatPercent }: PartProps & { beatPercent: number }) {
  const { shares } = shape.columns;
  const x = shares.x + shares.width - 4;
  const mass = (y: number, name: string, share: number) => (
    <text
      x={x}
      y={y}
      textAnchor="end"
      fill="var(--c-ink)"
      stroke="var(--c-surface)"
      strokeWidth="3"
      paintOrder="stroke"
      fontSize={size * 1.15}
      fontWeight="600"
    >
      {name} {share}%
    </text>
  );
  return (
    <g className="figures">
      {mass(shares.y + size * 1.3, "Beat", beatPercent)}
      {mass(shares.y + shares.height - size * 0.5, "Meet or miss", 100 - beatPercent)}
    </g>
  );
}
