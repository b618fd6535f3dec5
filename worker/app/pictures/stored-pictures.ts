import type { SettledPrediction } from "../pages/settled-prediction.ts";
import type { Frame } from "./cards.ts";
import { predictionCard } from "./prediction-card.ts";

/** Raised when the pictures look otherwise: stored ones are then drawn anew. */
const LOOK = 1;

/** The stored picture of a settled prediction, which never changes; drawn and stored where it is not there yet. */
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

/** Draws a picture ahead of its first reader. Answers whether it was not there. */
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
