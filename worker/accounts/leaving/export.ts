import type { Accounts } from "../accounts.ts";
import { recordEvent } from "../audit.ts";
import type { Client } from "../client.ts";
import { requireFresh } from "../current-password.ts";
import { mailChange } from "../notify.ts";
import type { Session } from "../session.ts";
import { readHeldData, readPredictions } from "./held-data.ts";

/**
 * One JSON file with everything we hold on a person, written as it is read: years of snapshots do not fit into memory.
 * `elsewhere` is what other rooms hold. `isComplete` stands last, so that a file that broke off tells.
 * Throws `confirmation_required`, `wrong_password` or `rate_limited` before anything is written.
 */
export async function exportData(
  accounts: Accounts,
  who: Session,
  request: { password?: string | undefined },
  elsewhere: Readonly<Record<string, unknown>>,
  client: Client,
): Promise<ReadableStream<Uint8Array>> {
  await requireFresh(accounts, who, request.password);
  await recordEvent(accounts, who.userId, "data_exported", client);
  mailChange(accounts, who.userId, "data exported");
  const held = { exportedAt: accounts.now(), ...(await readHeldData(accounts, who.userId)), ...elsewhere };
  return textStream(jsonParts(held, readPredictions(accounts, who.userId)));
}

async function* jsonParts(held: object, pages: AsyncGenerator<object[]>): AsyncGenerator<string> {
  yield `${JSON.stringify(held, null, 2).slice(0, -2)},\n  "predictions": [`;
  let isFirst = true;
  for await (const page of pages) {
    for (const prediction of page) {
      yield `${isFirst ? "" : ","}\n    ${JSON.stringify(prediction)}`;
      isFirst = false;
    }
  }
  yield `${isFirst ? "" : "\n  "}],\n  "isComplete": true\n}\n`;
}

function textStream(parts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
}
