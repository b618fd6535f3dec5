import { percent, perShare } from "#contract/format.ts";
import { type SettledPrediction, subjectOf } from "../pages/settled-prediction.ts";
import { colours, type Frame, framed, write } from "./cards.ts";
import { pngOf } from "./png.ts";

/** The picture for sharing a settled prediction: the same look, whether it was right or wrong. */
export function predictionCard(prediction: SettledPrediction, frame: Frame): Uint8Array<ArrayBuffer> {
  const { predictionType, probability, baseRate, consensusEps, actualEps, currency, outcome } = prediction;
  const foot = `The prediction was ${predictionType === outcome ? "right" : "wrong"}`;
  const canvas = framed(frame, prediction.isReplayed ? `${foot}. Computed later` : foot);
  write(canvas, subjectOf(prediction), 200, 56, colours.onBrand);
  if (prediction.companyName !== prediction.symbol)
    write(canvas, prediction.companyName, 254, 34, colours.muted);
  write(canvas, `Predicted ${predictionType} ${percent(probability, 1)}`, 344, 54, colours.signal);
  write(canvas, `Base rate ${percent(baseRate, 1)}`, 406, 38, colours.muted);
  write(
    canvas,
    `Reported ${perShare(actualEps, currency)}, consensus ${perShare(consensusEps, currency)}: a ${outcome}`,
    488,
    42,
    colours.onBrand,
  );
  return pngOf(canvas);
}
