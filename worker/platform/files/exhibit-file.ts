import { sha256 } from "#contract/ledger-format.ts";
import { gzipped } from "./evidence-file.ts";

/** Answers its SHA-256. Never served as a page of ours: it is a stranger's HTML. */
export async function storeExhibit(files: R2Bucket, text: string): Promise<string> {
  const hash = await sha256(text);
  await files.put(`exhibits/${hash}.txt`, await gzipped(text), {
    httpMetadata: { contentType: "text/plain", contentEncoding: "gzip" },
  });
  return hash;
}
