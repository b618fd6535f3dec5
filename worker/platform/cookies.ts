import { generateCookie } from "hono/cookie";
import { parse } from "hono/utils/cookie";

/**
 * The prefix of our cookies. Browsers accept a cookie with it only over https and for the exact host that sets
 * it.
 */
const HOST_PREFIX = "__Host-";

/** Matches the origins on which browsers accept secure cookies without https. */
const loopback = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

export type Cookies = {
  read: (request: Request, name: string) => string | null;
  all: (request: Request) => ReadonlyMap<string, string>;
  set: (name: string, value: string, maxAgeSeconds: number) => string;
  clear: (name: string) => string;
};

/**
 * Returns functions that read and write the site's cookies. These have the `__Host-` prefix, HttpOnly and
 * SameSite=Lax, so that neither sibling domains nor pages over plain http can set one.
 */
export function openCookies(origin: string, isDevelopment: boolean): Cookies {
  // Browsers ignore secure cookies over plain http, except on loopback hosts. This concerns a phone, for
  // example, that opens a development server.
  const isPlain = isDevelopment && origin.startsWith("http:") && !loopback.test(origin);
  const prefix = isPlain ? "" : HOST_PREFIX;
  const write = (name: string, value: string, maxAge: number) =>
    generateCookie(name, value, {
      path: "/",
      httpOnly: true,
      sameSite: "Lax",
      maxAge,
      ...(isPlain ? {} : { prefix: "host", secure: true }),
    });
  const all = (request: Request) => {
    const cookies = Object.entries(parse(request.headers.get("cookie") ?? ""));
    return new Map(
      cookies.flatMap(([name, value]) =>
        name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [],
      ),
    );
  };
  return {
    all,
    read: (request, name) => all(request).get(name) ?? null,
    set: write,
    clear: (name) => write(name, "", 0),
  };
}
