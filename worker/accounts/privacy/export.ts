import type { Accounts } from "../accounts.ts";
import { mailChange } from "../mail/security-mail.ts";
import { requireFresh } from "../password/credential.ts";
import type { Client } from "../sessions/client.ts";
import type { Session } from "../sessions/session.ts";
import { recordEvent } from "./security-events.ts";
import { readPredictions, readStoredData } from "./stored-data.ts";

/**
 * Streams one JSON file of everything stored about a person; it may not fit into memory. `isComplete` is written
 * last, so a truncated download can be detected. Throws `confirmation_required`, `wrong_password` or `rate_limited`
 * before anything is written.
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
  const stored = {
    exportedAt: accounts.now(),
    ...(await readStoredData(accounts, who.userId)),
    ...elsewhere,
  };
  return textStream(jsonParts(stored, readPredictions(accounts, who.userId)));
}

async function* jsonParts(stored: object, pages: AsyncGenerator<object[]>): AsyncGenerator<string> {
  yield `${JSON.stringify(stored, null, 2).slice(0, -2)},\n  "predictions": [`;
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
