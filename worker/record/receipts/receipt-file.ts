/** Answers its name: SHA-256 in hexadecimal. */
export async function writeReceipt(files: R2Bucket, bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new Uint8Array(bytes));
  const name = Buffer.from(digest).toString("hex");
  await files.put(keyOf(name), new Uint8Array(bytes));
  return name;
}

export async function readReceipt(files: R2Bucket, digest: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const file = await files.get(keyOf(digest));
  return file && new Uint8Array(await file.arrayBuffer());
}

function keyOf(digest: string): string {
  return `receipts/${digest}`;
}
