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

function succeeded(path: string, answer: Response): Response {
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`);
  return answer;
}
