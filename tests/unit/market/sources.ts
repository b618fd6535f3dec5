/** What the tests' source answers at a path: a body with its status and headers, or a broken connection. */
export type Answer =
  | { status?: number; headers?: Record<string, string>; body: unknown }
  | "no connection"
  | "never";

export type Asked = { url: URL; headers: Headers };

/** Imitates a vendor's server for one test: it answers by path and records the requests. */
export function vendor(answerTo: (url: URL, nth: number) => Answer) {
  const asked: Asked[] = [];
  const fetch = async (address: string, init: RequestInit): Promise<Response> => {
    const url = new URL(address);
    const nth = asked.filter((earlier) => earlier.url.pathname === url.pathname).length;
    asked.push({ url, headers: new Headers(init.headers) });
    const answer = answerTo(url, nth);
    if (answer === "no connection") throw new TypeError("fetch failed");
    if (answer === "never")
      return new Promise((_, reject) => {
        init.signal?.addEventListener("abort", () => reject(init.signal?.reason));
      });
    const { status = 200, headers = {}, body } = answer;
    return new Response(typeof body === "string" ? body : JSON.stringify(body), { status, headers });
  };
  return { fetch, asked, countOf: (path: string) => asked.filter(({ url }) => url.pathname === path).length };
}
