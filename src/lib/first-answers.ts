import { type RequestOptions, send } from "./request.ts";
import { storedToken } from "./token.ts";

type FirstAnswer = { token: string | null; json: Promise<unknown>; arrived?: unknown };

/** What the document asked for while its scripts were still read, by its path. */
const answers = new Map<string, FirstAnswer>();

/** Asks for what the page will need, before the page is there. */
export function askFirst(path: string, options?: RequestOptions): void {
  const json = send(path, options).then((answer): Promise<unknown> => answer.json());
  const first: FirstAnswer = { token: storedToken(), json };
  answers.set(path, first);
  json.then(
    (arrived) => {
      first.arrived = arrived;
    },
    // A failure shows where the answer is used.
    () => undefined,
  );
}

/** The JSON of the document's own call, once, and only while the token that asked is still the stored one; else null. */
export function takeFirstAnswer(path: string): Promise<unknown> | null {
  const first = answers.get(path);
  answers.delete(path);
  return first && first.token === storedToken() ? first.json : null;
}

/** The same where it has arrived; else null, and it can still be taken. */
export function takeArrivedAnswer(path: string): unknown {
  const arrived = answers.get(path)?.arrived;
  return arrived === undefined || takeFirstAnswer(path) === null ? null : arrived;
}
