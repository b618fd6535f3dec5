/** A slow job takes longer than a connection is kept alive, so each request has a connection of its own. */
export const OWN_CONNECTION = { connection: "close" };

/** The hourly cron trigger of wrangler.toml. */
const HOURLY = "17 * * * *";

/** Reads JSON from an instance. Throws unless the status is 200. */
export async function getJson<Body>(url: string, path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(new URL(path, url), { headers: { ...OWN_CONNECTION, ...headers } });
  return (await succeeded(path, answer).json()) as Body;
}

/** Sends JSON to an instance as its own page does. Throws unless the status is in the 200s. */
export async function postJson<Body>(url: string, path: string, body: object): Promise<Body> {
  const answer = await fetch(new URL(path, url), {
    method: "POST",
    headers: { "content-type": "application/json", origin: new URL(url).origin, ...OWN_CONNECTION },
    body: JSON.stringify(body),
  });
  return (await succeeded(path, answer).json()) as Body;
}

/** Runs the hourly jobs of a development instance, at a moment of market time, with everything they enqueue. */
export function runJobs(url: string, at: string): Promise<{ failed: number }> {
  return postJson(url, "/api/dev/jobs", { cron: HOURLY, at });
}

/** Returns the lines of an instance's log that are errors, each a JSON object. */
export function errorLinesIn(log: string): string[] {
  return log.split("\n").filter((line) => line.includes('"level":"error"'));
}

/** Returns the errors of jobs in an instance's log, each once, so that a failing test says what happened. */
export function jobErrorsIn(log: string): string {
  const errors = errorLinesIn(log).flatMap((line) => {
    const { job, error } = JSON.parse(line) as { job?: string; error?: string };
    return job === undefined ? [] : [`${job}: ${error?.split("\n").slice(0, 4).join(" ")}`];
  });
  return [...new Set(errors)].join("; ");
}

function succeeded(path: string, answer: Response): Response {
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`);
  return answer;
}
