import uPlot from "uplot";
import type { ChartGuide, ChartSeries, ChartShape } from "./chart-shape.ts";
import { type Color, colors, fonts } from "./tokens.ts";

type ChartSize = { width: number; height: number; hasTimeAxis: boolean };

const FONT = `11px ${fonts.sans}`;
/** The width in pixels that an axis label needs. */
const TICK_SPACE = 78;
const VALUE_AXIS_WIDTH = 52;
/** Labels in the chart that are close together are stacked at this distance in pixels to stay readable. */
const LABEL_HEIGHT = 13;
const DOT_SIZE = 10;
const BOTTOM_SHARE = 0.22;

export function uplotOptionsOf(
  shape: ChartShape,
  { hasTimeAxis, ...size }: ChartSize,
  isDark: boolean,
): uPlot.Options {
  const paint = (color: Color) => colors[color][isDark ? 1 : 0];
  const pad = shape.padX ?? 0;
  const [first = 0, last = 1] = [shape.x[0], shape.x.at(-1)];
  const { rangeY } = shape;
  return {
    ...size,
    padding: [10, 28, 0, 0],
    legend: { show: false },
    cursor: {
      y: false,
      drag: { x: false, y: false },
      bind: withoutPointer,
      points: { size: 7, width: 2, fill: () => paint("surface") },
    },
    scales: {
      x: { time: false, range: () => [first - pad, last + pad] },
      y: rangeY ? { range: () => [...rangeY] } : {},
      bottom: { range: (_, _low, high) => [0, (high ?? 1) / BOTTOM_SHARE] },
    },
    axes: [
      {
        ...axisLook(paint),
        grid: { show: false },
        size: hasTimeAxis ? 28 : 6,
        splits: (plot) => ticksOf(shape, plot).map((tick) => tick.at),
        values: (plot) => ticksOf(shape, plot).map((tick) => (hasTimeAxis ? tick.label : "")),
      },
      {
        ...axisLook(paint),
        size: VALUE_AXIS_WIDTH,
        space: 36,
        values: (_, splits) => splits.map(shape.formatY),
      },
    ],
    series: [{}, ...shape.series.map((series) => seriesLook(series, paint))],
    hooks: { drawAxes: [(plot) => drawBehind(plot, shape, paint)] },
  };
}

export function uplotDataOf(shape: ChartShape): uPlot.AlignedData {
  return [[...shape.x], ...shape.series.map((series) => [...series.values])];
}

type Paint = (color: Color) => string;

const ignored = () => null;
const withoutPointer: uPlot.Cursor.Bind = {
  mousedown: ignored,
  mouseup: ignored,
  click: ignored,
  dblclick: ignored,
  mousemove: ignored,
  mouseleave: ignored,
  mouseenter: ignored,
};

function axisLook(paint: Paint): uPlot.Axis {
  return {
    stroke: paint("muted"),
    font: FONT,
    ticks: { show: false },
    grid: { stroke: paint("chart-grid"), width: 1 },
  };
}

function ticksOf(shape: ChartShape, plot: uPlot) {
  return shape.xTicks(Math.max(2, Math.floor(plot.over.clientWidth / TICK_SPACE)));
}

function seriesLook(series: ChartSeries, paint: Paint): uPlot.Series {
  const color = paint(series.color);
  const scale = series.isAtBottom ? "bottom" : "y";
  if (series.kind === "bars") {
    const bars = uPlot.paths.bars?.({ size: [0.7, 24] });
    return { scale, fill: color, width: 0, points: { show: false }, ...(bars ? { paths: bars } : {}) };
  }
  if (series.kind === "dots") {
    const fill = series.isHollow ? paint("surface") : color;
    return {
      scale,
      stroke: color,
      paths: () => null,
      points: { show: true, space: 0, size: DOT_SIZE, width: 2, stroke: color, fill },
    };
  }
  return {
    scale,
    stroke: color,
    width: series.isDashed ? 1.5 : 2,
    points: { show: false },
    ...(series.isDashed ? { dash: [5, 4] } : {}),
    ...(series.isFilled ? { fill: `${color}33` } : {}),
  };
}

function drawBehind(plot: uPlot, shape: ChartShape, paint: Paint): void {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  for (const series of shape.series) if (series.stemsFrom) drawStems(plot, shape, series, paint);
  for (const [i, guide] of (shape.guides ?? []).entries()) drawGuide(plot, shape, guide, i, paint);
  ctx.restore();
}

function drawStems(plot: uPlot, shape: ChartShape, series: ChartSeries, paint: Paint): void {
  const { ctx } = plot;
  ctx.strokeStyle = paint(series.color);
  ctx.globalAlpha = 0.45;
  ctx.lineWidth = 2 * devicePixelRatio;
  ctx.beginPath();
  for (const [i, at] of shape.x.entries()) {
    const [from, to] = [series.stemsFrom?.[i], series.values[i]];
    if (from == null || to == null) continue;
    const x = plot.valToPos(at, "x", true);
    ctx.moveTo(x, plot.valToPos(from, "y", true));
    ctx.lineTo(x, plot.valToPos(to, "y", true));
  }
  ctx.stroke();
  ctx.globalAlpha = 1;
}

function drawGuide(plot: uPlot, shape: ChartShape, guide: ChartGuide, row: number, paint: Paint): void {
  const { ctx, bbox } = plot;
  const scale = devicePixelRatio;
  const isLevel = "y" in guide;
  const at = isLevel ? plot.valToPos(guide.y, "y", true) : plot.valToPos(guide.x, "x", true);
  ctx.strokeStyle = paint(guide.color);
  ctx.fillStyle = paint(guide.color);
  ctx.lineWidth = scale;
  ctx.setLineDash([4 * scale, 3 * scale]);
  ctx.beginPath();
  ctx.moveTo(isLevel ? bbox.left : at, isLevel ? at : bbox.top);
  ctx.lineTo(isLevel ? bbox.left + bbox.width : at, isLevel ? at : bbox.top + bbox.height);
  ctx.stroke();
  ctx.setLineDash([]);
  ctx.font = `${11 * scale}px ${fonts.sans}`;
  ctx.textBaseline = "top";
  ctx.textAlign = "left";
  const width = ctx.measureText(guide.label).width;
  if (isLevel) {
    const place = levelLabelAt(plot, shape, at, width);
    ctx.fillText(guide.label, place.left, place.top + scale);
    return;
  }
  const isNearRight = at > bbox.left + bbox.width * 0.7;
  const left = isNearRight ? at - width - 4 * scale : at + 4 * scale;
  ctx.fillText(guide.label, left, bbox.top + (2 + row * LABEL_HEIGHT) * scale);
}

/**
 * Returns where the label of a horizontal line stands: on the line's outer side, at the right end if no series runs
 * through it there, and otherwise at the first free place. All numbers are pixels of the canvas.
 */
function levelLabelAt({ bbox, valToPos }: uPlot, { x, series }: ChartShape, at: number, width: number) {
  const gap = 4 * devicePixelRatio;
  const height = LABEL_HEIGHT * devicePixelRatio;
  const points = series
    .filter(({ isAtBottom }) => !isAtBottom)
    .flatMap(({ values }) =>
      values.flatMap((value, i) =>
        value === null ? [] : [{ left: valToPos(x[i] ?? 0, "x", true), top: valToPos(value, "y", true) }],
      ),
    );
  const [above, below] = [at - height, at];
  const tops = at > bbox.top + bbox.height / 2 ? [below, above] : [above, below];
  const lefts = [
    bbox.left + bbox.width - width - gap,
    bbox.left + gap,
    bbox.left + (bbox.width - width) / 2,
  ] as const;
  const places = tops.flatMap((top) => lefts.map((left) => ({ left, top })));
  const isFree = ({ left, top }: { left: number; top: number }) =>
    top >= bbox.top &&
    top + height <= bbox.top + bbox.height &&
    points.every(
      (point) =>
        point.left < left - gap ||
        point.left > left + width + gap ||
        point.top < top - gap / 2 ||
        point.top > top + height + gap / 2,
    );
  return places.find(isFree) ?? { left: lefts[0], top: above };
}
