import type { FeatureTier } from "#model/weights.ts";
import type { TestedForecast } from "./assess.ts";
import { splitForJudge } from "./judge.ts";
import { type Bin, deciles } from "./metrics.ts";

const SIZE = 320;
const MARGIN = { left: 46, right: 20, top: 12, bottom: 42 };
const TICKS = [0, 0.25, 0.5, 0.75, 1];

/** The bins of the card's calibration table, as an SVG file that the card and its page show. */
export function reliabilityPicture(tested: Readonly<Record<FeatureTier, readonly TestedForecast[]>>): string {
  return pictureOf(reliabilityBins(tested.full));
}

/** Ten bins of equal size over the forecasts that choices were made on. */
export function reliabilityBins(forecasts: readonly TestedForecast[]): Bin[] {
  const { chosenOn } = splitForJudge(forecasts);
  return deciles(
    Float64Array.from(chosenOn, ({ beatProbability }) => beatProbability),
    Uint8Array.from(chosenOn, ({ isBeat }) => Number(isBeat)),
  );
}

/** The color reads on light and dark ground. The page removes it, so that the picture has the color of its text. */
function pictureOf(bins: readonly Bin[]): string {
  const x = (share: number) => fixed(MARGIN.left + share * (SIZE - MARGIN.left - MARGIN.right));
  const y = (share: number) => fixed(SIZE - MARGIN.bottom - share * (SIZE - MARGIN.top - MARGIN.bottom));
  const tick = (share: number) => [
    `<path d="M${x(share)} ${y(0)}V${y(1)}M${x(0)} ${y(share)}H${x(1)}" stroke-opacity="0.2"/>`,
    `<text x="${x(share)}" y="${y(0) + 16}" text-anchor="middle">${100 * share}%</text>`,
    `<text x="${x(0) - 6}" y="${y(share) + 4}" text-anchor="end">${100 * share}%</text>`,
  ];
  const points = bins.map(({ predicted, observed }) => `${x(predicted)} ${y(observed)}`);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE} ${SIZE}" role="img" aria-label="${labelOf(bins)}" color="#6e7781" fill="currentColor" stroke="none" font-family="sans-serif" font-size="11">`,
    `<g stroke="currentColor" fill="none" stroke-width="1">${TICKS.map((share) => tick(share)[0]).join("")}`,
    `<path d="M${x(0)} ${y(0)}L${x(1)} ${y(1)}" stroke-dasharray="4 4"/>`,
    `<path d="M${points.join("L")}" stroke-width="2"/></g>`,
    ...points.map((point) => `<circle cx="${point.split(" ")[0]}" cy="${point.split(" ")[1]}" r="4"/>`),
    ...TICKS.flatMap((share) => tick(share).slice(1)),
    `<text x="${x(0.5)}" y="${SIZE - 6}" text-anchor="middle">predicted</text>`,
    `<text transform="translate(11 ${y(0.5)}) rotate(-90)" text-anchor="middle">share that beat</text>`,
    "</svg>",
    "",
  ].join("\n");
}

function labelOf(bins: readonly Bin[]): string {
  const percent = (share: number) => `${(100 * share).toFixed(0)}%`;
  const pairs = bins.map(
    ({ predicted, observed }) => `${percent(predicted)} predicted, ${percent(observed)} beat`,
  );
  return `Ten groups of forecasts: ${pairs.join("; ")}.`;
}

function fixed(value: number): number {
  return Number(value.toFixed(1));
}
