/** Side of the stored picture in pixels: twice its size on the page, for dense screens. */
const SIDE_PIXELS = 512;
const QUALITY = 0.88;

/**
 * A square cut from the middle of a picture, small enough to send: WebP, or PNG where the browser cannot write WebP.
 * Throws when the file is no picture that the browser can read.
 */
export async function resizePicture(file: Blob): Promise<Blob> {
  const source = await createImageBitmap(file);
  try {
    const side = Math.min(source.width, source.height);
    const target = Math.min(side, SIDE_PIXELS);
    const canvas = document.createElement("canvas");
    canvas.width = target;
    canvas.height = target;
    const context = canvas.getContext("2d");
    if (!context) throw new Error("This browser cannot resize pictures.");
    const [left, top] = [(source.width - side) / 2, (source.height - side) / 2];
    context.imageSmoothingQuality = "high";
    context.drawImage(source, left, top, side, side, 0, 0, target, target);
    return await new Promise((resolve, reject) =>
      canvas.toBlob(
        (blob) => (blob ? resolve(blob) : reject(new Error("The picture could not be written."))),
        "image/webp",
        QUALITY,
      ),
    );
  } finally {
    source.close();
  }
}
