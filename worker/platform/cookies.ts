import { generateCookie } from "hono/cookie";
import { parse } from "hono/utils/cookie";

/** Browsers accept a cookie with this prefix only from the exact host and over https. */
const HOST_PREFIX = "__Host-";

/** On these hosts browsers accept secure cookies without https. */
const loopback = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

export type Cookies = {
  read: (request: Request, name: string) => string | null;
  all: (request: Request) => ReadonlyMap<string, string>;
  set: (name: string, value: string, maxAgeSeconds: number) => string;
  clear: (name: string) => string;
};

/**
 * Returns cookies with the `__Host-` prefix, HttpOnly and SameSite=Lax, so that neither sibling domains nor plain
 * http can set one.
 */
export function openCookies(origin: string, isDevelopment: boolean): Cookies {
  // Browsers drop secure cookies on plain http outside loopback, for example when a phone opens a development
  // server.
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
