import { percent, perShare } from "#contract/format.ts";
import { outcomeOf } from "#contract/outcome.ts";
import { type SettledPrediction, subjectOf } from "../pages/settled-prediction.ts";
import { pngOf } from "./canvas.ts";
import { colours, type Frame, framed, write } from "./cards.ts";

function predictionCard(prediction: SettledPrediction, frame: Frame): Uint8Array<ArrayBuffer> {
  const { predictionType, probability, baseRate, consensusEps, actualEps, currency, outcome } = prediction;
  const foot = `The prediction was ${outcomeOf({ isCorrect: predictionType === outcome }, probability).word}`;
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

/** Raised when the pictures look otherwise: stored ones are then drawn anew. */
const LOOK = 1;

/** Drawn and stored where it is missing. */
export async function storedPicture(
  files: R2Bucket,
  prediction: SettledPrediction,
  frame: Frame,
): Promise<Uint8Array<ArrayBuffer>> {
  const key = keyOf(prediction, frame);
  const stored = await files.get(key);
  if (stored) return new Uint8Array(await stored.arrayBuffer());
  const picture = predictionCard(prediction, frame);
  await files.put(key, picture, { httpMetadata: { contentType: "image/png" } });
  return picture;
}

/** Answers whether it was missing. */
export async function drawAhead(
  files: R2Bucket,
  prediction: SettledPrediction,
  frame: Frame,
): Promise<boolean> {
  if (await files.head(keyOf(prediction, frame))) return false;
  await storedPicture(files, prediction, frame);
  return true;
}

function keyOf({ id }: SettledPrediction, { host, isSample }: Frame): string {
  return `share/${host}/${LOOK}${isSample ? "-sample" : ""}/${id}.png`;
}
