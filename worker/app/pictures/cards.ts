import { calendarDay, counted, dayOfWeek, number, spanOfDays } from "#contract/format.ts";
import type { StockPageData, WeekPageData } from "../pages/published-reports.ts";
import { recordSentence } from "../pages/stock-page.tsx";
import { stockPicture } from "../pages/stock-picture.tsx";
import { countsOf } from "../pages/week-page.tsx";
import { drawBeatPicture } from "./beat-drawing.ts";
import { type Canvas, fillBox, fillCircle, newCanvas, pngOf, type RgbColor } from "./canvas.ts";
import { drawText, textWidth } from "./text.ts";

const [WIDTH, HEIGHT] = [1200, 630];
const MARGIN = 72;
const INNER = WIDTH - 2 * MARGIN;
export const colors = {
  brand: [0x0b, 0x3d, 0x32],
  onBrand: [0xf3, 0xfa, 0xf7],
  muted: [0xb7, 0xd3, 0xc8],
  dim: [0x6e, 0x9c, 0x8e],
  line: [0x2a, 0x61, 0x52],
  signal: [0xf0, 0xa9, 0x2f],
  onSignal: [0x2b, 0x1a, 0x00],
} as const satisfies Record<string, RgbColor>;
export const BEAT_PICTURE_AREA = { x: MARGIN, y: 282, width: INNER, height: 252 };
export const pictureLook = {
  ground: colors.brand,
  ink: colors.onBrand,
  muted: colors.muted,
  dim: colors.dim,
  line: colors.line,
  strong: colors.signal,
};

export type Frame = { host: string; isSample: boolean };

export function stockCard(stock: StockPageData, frame: Frame): Uint8Array<ArrayBuffer> {
  const { symbol, company, next } = stock;
  const canvas = newCardCanvas(frame, next ? `Next report: ${calendarDay(next.reportDate)}` : "");
  drawLine(canvas, symbol, 196, 76, colors.onBrand);
  if (company.name && company.name !== symbol) {
    const x = MARGIN + textWidth(symbol, 76) + 28;
    drawText(canvas, company.name, [x, 196], { size: 40, color: colors.muted }, WIDTH - MARGIN - x);
  }
  drawLine(canvas, recordSentence(stock), 252, 36, colors.onBrand);
  const picture = stockPicture(stock);
  if (picture)
    drawBeatPicture(
      canvas,
      { ...picture, edgeVerdict: "no_edge", reported: null },
      BEAT_PICTURE_AREA,
      pictureLook,
    );
  return pngOf(canvas);
}

export function weekCard(
  { monday, sunday }: { monday: string; sunday: string },
  week: WeekPageData,
  frame: Frame,
): Uint8Array<ArrayBuffer> {
  const { count, reported, beats } = countsOf(week);
  const canvas = newCardCanvas(
    frame,
    reported > 0 ? `${counted(reported, "report")} out, ${counted(beats, "beat")}` : "",
  );
  drawLine(canvas, "Earnings reports", 200, 46, colors.muted);
  drawLine(canvas, spanOfDays(monday, sunday), 282, 72, colors.onBrand);
  drawLine(canvas, counted(count, "company reports", "companies report"), 350, 40, colors.onBrand);
  const most = Math.max(...week.days.map((day) => day.count));
  const step = Math.min(150, INNER / week.days.length);
  week.days.forEach(({ day, count: n }, i) => {
    const [x, height] = [MARGIN + i * step, Math.max(4, (90 * n) / most)];
    fillBox(canvas, x, 490 - height, step - 24, height, colors.signal);
    const label = `${dayOfWeek(day).slice(0, 3)} ${number(n)}`;
    drawText(canvas, label, [x, 522], { size: 24, color: colors.muted }, step - 8);
  });
  return pngOf(canvas);
}

export function newCardCanvas({ host, isSample }: Frame, foot: string): Canvas {
  const canvas = newCanvas(WIDTH, HEIGHT, colors.brand);
  fillCircle(canvas, [MARGIN + 20, 72], 11, colors.signal);
  fillCircle(canvas, [MARGIN + 20, 102], 9, colors.onBrand, 5);
  fillBox(canvas, MARGIN, 100, 9, 4, colors.muted);
  fillBox(canvas, MARGIN + 31, 100, 9, 4, colors.muted);
  drawText(canvas, "Beatcast", [MARGIN + 58, 102], { size: 42, color: colors.onBrand }, INNER);
  if (isSample) drawLabel(canvas, "Sample data");
  fillBox(canvas, MARGIN, 552, INNER, 2, colors.line);
  drawLine(canvas, foot, 596, 28, colors.muted);
  const width = textWidth(host, 28);
  drawText(canvas, host, [WIDTH - MARGIN - width, 596], { size: 28, color: colors.muted }, INNER);
  return canvas;
}

export function drawLine(canvas: Canvas, text: string, y: number, size: number, color: RgbColor): void {
  drawText(canvas, text, [MARGIN, y], { size, color }, INNER);
}

function drawLabel(canvas: Canvas, text: string): void {
  const width = textWidth(text, 28) + 48;
  const x = WIDTH - MARGIN - width;
  fillBox(canvas, x, 64, width, 50, colors.signal);
  drawText(canvas, text, [x + 24, 99], { size: 28, color: colors.onSignal }, width);
}
