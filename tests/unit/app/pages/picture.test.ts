import sharp from "sharp";
import { expect, it } from "vitest";
import type { StockPageData } from "#app/pages/published-reports.ts";
import { stockPicture } from "#app/pages/stock-picture.tsx";
import { drawBeatPicture } from "#app/pictures/beat-drawing.ts";
import { fill, fillBox, fillCircle, newCanvas, pngOf } from "#app/pictures/canvas.ts";
import { BEAT_PICTURE_AREA, pictureLook, stockCard, weekCard } from "#app/pictures/cards.ts";
import { drawText, textWidth, toDrawableText } from "#app/pictures/text.ts";
import { beatGeometry } from "#contract/beat-geometry.ts";
import { NO_RELEASES } from "#contract/company-guidance.ts";

const frame = { host: "beatcast.test", isSample: true };
const report = (year: number, eps: number) => ({
  fiscalQuarterEnd: `${year}-03-31`,
  reportDate: `${year}-05-01`,
  isDayKnown: true,
  session: null,
  isConfirmed: true,
  movedFrom: null,
  consensusEps: 1,
  analystCount: 3,
  reportedEps: eps,
  baseRate: null,
  revenue: { consensus: null, reported: null, surprisePercent: null },
  movePercent: null,
  filing: null,
  prediction: null,
});
const stock = (name: string, past = [report(2026, 1.1), report(2025, 0.9)]): StockPageData => ({
  symbol: "AAPL",
  company: { name, exchange: null, sector: null, currency: "USD" },
  guidance: NO_RELEASES,
  formerTickers: [],
  earlierOwners: [],
  peers: [],
  next: null,
  past,
});
const week = {
  previous: null,
  next: null,
  days: [{ day: "2026-11-23", count: 3, reported: 1, beats: 1, reports: [] }],
};
const days = { monday: "2026-11-23", sunday: "2026-11-29" };

/** Decodes the picture with another library than the one that drew it. */
async function decoded(png: Uint8Array) {
  const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [
    ...data.subarray((y * info.width + x) * info.channels).subarray(0, 3),
  ];
  return { ...info, at };
}

it("a canvas comes out of its file as it was drawn", async () => {
  const canvas = newCanvas(5, 4, [10, 20, 30]);
  fillBox(canvas, 1, 1, 2, 2, [200, 100, 50]);
  const { width, height, at } = await decoded(pngOf(canvas));
  expect([width, height]).toEqual([5, 4]);
  expect([at(0, 0), at(1, 1), at(2, 2), at(3, 3)]).toEqual([
    [10, 20, 30],
    [200, 100, 50],
    [200, 100, 50],
    [10, 20, 30],
  ]);
});

it("an edge through a pixel fills its share of it, wherever the shape lies", () => {
  const canvas = newCanvas(8, 8, [0, 0, 0]);
  fillBox(canvas, 1.5, 2.25, 2, 1, [100, 100, 100]);
  const row = (y: number) => Array.from({ length: 8 }, (_, x) => canvas.pixels[(y * 8 + x) * 3]);
  expect(row(2)).toEqual([0, 38, 75, 38, 0, 0, 0, 0]);
  expect(row(3)).toEqual([0, 13, 25, 13, 0, 0, 0, 0]);
  expect(() =>
    fill(
      canvas,
      [
        [
          [-50, -50],
          [50, -50],
          [0, 50],
        ],
      ],
      [1, 2, 3],
    ),
  ).not.toThrow();
});

it("a circle covers its area, a ring leaves its hole", () => {
  const sum = (hole: number) => {
    const canvas = newCanvas(60, 60, [0, 0, 0]);
    fillCircle(canvas, [30, 30], 20, [255, 255, 255], hole);
    return canvas.pixels.reduce((total, value) => total + value, 0) / 3 / 255;
  };
  expect(sum(0) / (Math.PI * 400)).toBeCloseTo(1, 2);
  expect(sum(10) / (Math.PI * 300)).toBeCloseTo(1, 2);
});

it("letters that the font lacks lose their accents or go, and a line that is too long is cut", () => {
  expect(toDrawableText("Société Générale, Škoda 株式 A/S\u0000")).toBe("Société Générale, Skoda  A/S");
  const canvas = newCanvas(300, 40, [0, 0, 0]);
  const end = drawText(canvas, "W".repeat(400), [0, 30], { size: 30, color: [255, 255, 255] }, 200);
  expect(end).toBeLessThanOrEqual(200);
  expect(textWidth("", 30)).toBe(0);
});

it.each([
  ["a company", stockCard(stock("Apple Inc."), frame)],
  ["a company with a hostile name", stockCard(stock(`"><script>${"x".repeat(500)}\u202e株`), frame)],
  ["a company without a past report", stockCard(stock("Apple Inc.", []), frame)],
  ["a week", weekCard(days, week, frame)],
])("the card of %s is a picture of 1200 x 630 with the label of simulated figures", async (_, png) => {
  const { width, height, at } = await decoded(png);
  expect([width, height]).toEqual([1200, 630]);
  expect(at(1110, 70)).toEqual([0xf0, 0xa9, 0x2f]);
  expect(png.length).toBeLessThan(100_000);
});

it("on the live market the card has no such label", async () => {
  const { at } = await decoded(stockCard(stock("Apple Inc."), { ...frame, isSample: false }));
  expect(at(1110, 70)).toEqual([0x0b, 0x3d, 0x32]);
});

const next = { ...report(2027, 1), reportedEps: null, baseRate: 0.7 };
const paper = [0x0b, 0x3d, 0x32];
const ink = [0xf3, 0xfa, 0xf7];

it("a beat is a full dot above the consensus, a miss a ring below it, beside a bar with its share for each size of similar companies' surprises", async () => {
  const { at } = await decoded(stockCard({ ...stock("Apple Inc."), next }, frame));
  const found = stockPicture({ ...stock("Apple Inc."), next });
  if (!found) throw new Error("no picture");
  expect(found.picture.shares).toBeNull();
  const { dots, rows, baseEnds, consensusY } = beatGeometry(found.picture, null, BEAT_PICTURE_AREA, 96);
  const [miss, beat] = dots.map(({ at: [x, y] }) => [Math.round(x), Math.round(y)] as const);
  if (!miss || !beat) throw new Error("no dots");
  expect([miss[1] > consensusY, beat[1] < consensusY]).toEqual([true, true]);
  expect(at(...beat)).toEqual(ink);
  expect([at(...miss), at(miss[0] + 5, miss[1])]).not.toContainEqual([0xf0, 0xa9, 0x2f]);
  expect(at(miss[0], miss[1] - 5)).toEqual(ink);
  for (const [i, { box, isBeat }] of rows.entries()) {
    const [end, middle] = [Math.round(baseEnds[i] ?? 0), Math.round(box.y + box.height / 2)];
    const bar = isBeat ? pictureLook.muted : pictureLook.dim;
    if (end - box.x > 6) expect(at(end - 3, middle)).toEqual(bar);
    const label = Array.from({ length: 40 * 20 }, (_, n) =>
      at(end + 5 + (n % 40), middle - 10 + Math.floor(n / 40)),
    );
    expect(label, `the share of row ${i}`).toContainEqual(ink);
  }
});

it("a report that was never scored has no picture, and the card none of its lines", async () => {
  expect(stockPicture(stock("Apple Inc."))).toBeNull();
  expect(stockPicture({ ...stock("Apple Inc."), next: { ...next, baseRate: null } })).toBeNull();
  const { at } = await decoded(stockCard(stock("Apple Inc."), frame));
  expect(at(600, 420)).toEqual(paper);
});

it("a settled prediction has bars in the tone of its edge, marks of similar companies, and what was reported on its row", async () => {
  const canvas = newCanvas(1200, 630, paper as [number, number, number]);
  const shares = [0.01, 0.02, 0.03, 0.15, 0.059, 0.2, 0.25, 0.2, 0.06, 0.021];
  const baseShares = [0.03, 0.04, 0.06, 0.2, 0.07, 0.2, 0.15, 0.15, 0.06, 0.04];
  const picture = { shares, baseShares, quarters: [] };
  const drawn = {
    picture,
    consensusEps: 1,
    currency: "USD",
    edgeVerdict: "edge_up",
    reported: 0.12,
  } as const;
  drawBeatPicture(canvas, drawn, BEAT_PICTURE_AREA, pictureLook);
  const { at } = await decoded(pngOf(canvas));
  const { rows, baseEnds, columns } = beatGeometry(picture, null, BEAT_PICTURE_AREA, 96);
  const middle = (row: number) => Math.round((rows[row]?.box.y ?? 0) + (rows[row]?.box.height ?? 0) / 2);
  const left = Math.round(columns.shares.x) + 4;
  expect(at(left, middle(6))).toEqual([0xf0, 0xa9, 0x2f]);
  expect(at(left, middle(3))).toEqual([0xb7, 0xd3, 0xc8]);
  for (const row of [3, 6]) expect(at(Math.floor(baseEnds[row] ?? 0), middle(row))).toEqual(ink);
  const landed = Math.round(columns.cone.x + 24);
  expect(at(landed, middle(8))).toEqual([0xf0, 0xa9, 0x2f]);
});
