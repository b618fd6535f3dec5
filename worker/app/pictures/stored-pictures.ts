import type { BeatPicture } from "#contract/beat-picture.ts";
import { percent, perShare } from "#contract/format.ts";
import { outcomeBadgeOf } from "#contract/prediction.ts";
import { edgeVerdictOf } from "#contract/rules.ts";
import { beatPictureOf } from "#model/beat-picture.ts";
import { toCents } from "#model/history.ts";
import { type ForecastRequest, forecast } from "#model/predict.ts";
import { relativeSurprise } from "#model/surprise-bins.ts";
import { shippedWeights } from "#model/weights.ts";
import { isForecastEvidence, readEvidenceOf } from "#record/prediction-row.ts";
import { type SettledPrediction, settledPredictionTitle } from "../pages/settled-prediction.tsx";
import { drawBeatPicture } from "./beat-drawing.ts";
import { pngOf } from "./canvas.ts";
import { BEAT_PICTURE_AREA, colors, drawLine, type Frame, newCardCanvas, pictureLook } from "./cards.ts";

function predictionCard(
  prediction: SettledPrediction,
  picture: BeatPicture,
  frame: Frame,
): Uint8Array<ArrayBuffer> {
  const { predictionType, probability, baseRate, consensusEps, actualEps, currency, outcome } = prediction;
  const foot = `The prediction was ${outcomeBadgeOf({ isCorrect: predictionType === outcome }, probability).word}`;
  const canvas = newCardCanvas(frame, prediction.isReplayed ? `${foot}. Computed later` : foot);
  drawLine(
    canvas,
    `${settledPredictionTitle(prediction)} · ${prediction.companyName}`,
    172,
    36,
    colors.muted,
  );
  const chance = `Predicted ${predictionType} ${percent(probability, 1)}, base rate ${percent(baseRate, 1)}`;
  drawLine(canvas, chance, 222, 44, colors.signal);
  const reported = `Reported ${perShare(actualEps, currency)}, consensus ${perShare(consensusEps, currency)}: a ${outcome}`;
  drawLine(canvas, reported, 268, 34, colors.onBrand);
  const beat = predictionType === "beat" ? probability : 1 - probability;
  const edgeVerdict = edgeVerdictOf(beat - baseRate);
  const surprise = relativeSurprise(toCents(actualEps), toCents(consensusEps));
  drawBeatPicture(
    canvas,
    { picture, consensusEps, currency, edgeVerdict, reported: surprise },
    BEAT_PICTURE_AREA,
    pictureLook,
  );
  return pngOf(canvas);
}

/** Increase this number when the pictures' look changes, so that stored pictures are drawn again. */
const LOOK = 3;

/**
 * Returns the picture of a settled prediction as PNG. It is drawn for its first reader, in about 40 ms; later
 * readers get the stored file.
 */
export async function storedPicture(
  files: R2Bucket,
  prediction: SettledPrediction,
  frame: Frame,
): Promise<Uint8Array<ArrayBuffer>> {
  const key = keyOf(prediction, frame);
  const stored = await files.get(key);
  if (stored) return new Uint8Array(await stored.arrayBuffer());
  const picture = predictionCard(prediction, await lockedPicture(files, prediction), frame);
  await files.put(key, picture, { httpMetadata: { contentType: "image/png" } });
  return picture;
}

/**
 * Returns the picture's data as it was at the lock. The distribution of surprises comes from the model if that
 * is still the version that made the prediction, and otherwise from comparable companies.
 */
async function lockedPicture(files: R2Bucket, prediction: SettledPrediction): Promise<BeatPicture> {
  const { predictionType, probability, baseRate, evidenceHash } = prediction;
  const evidence = await readEvidenceOf(files, evidenceHash);
  if (!isForecastEvidence(evidence)) return evidence.beatPicture;
  const input = evidence.input as unknown as ForecastRequest;
  const isOurs = evidence.modelVersion === shippedWeights().version;
  return beatPictureOf({
    beatProbability: predictionType === "beat" ? probability : 1 - probability,
    baseRate,
    surprise: isOurs ? forecast(input).surprise : null,
    history: input.past
      .toSorted((a, b) => a.reportDate.localeCompare(b.reportDate))
      .map(({ reportDate, epsEstimate, epsActual }) => ({
        fiscalQuarterEnd: reportDate,
        estimate: epsEstimate,
        actual: epsActual,
      })),
  });
}

function keyOf({ id }: SettledPrediction, { host, isSample }: Frame): string {
  return `share/${host}/${LOOK}${isSample ? "-sample" : ""}/${id}.png`;
}
