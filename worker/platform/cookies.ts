import { generateCookie } from "hono/cookie";
import { parse } from "hono/utils/cookie";

/** Browsers accept a cookie with this prefix only from this exact host, over https. */
const HOST_PREFIX = "__Host-";

/** Browsers take secure cookies from these addresses without https. */
const loopback = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

export type Cookies = {
  /** The value a request carries, or null. */
  read: (request: Request, name: string) => string | null;
  all: (request: Request) => ReadonlyMap<string, string>;
  /** The `Set-Cookie` value that sets a cookie; append it to the answer's headers. */
  set: (name: string, value: string, maxAgeSeconds: number) => string;
  clear: (name: string) => string;
};

/**
 * The only way to read or write cookies: `__Host-`, HttpOnly, SameSite=Lax. Sibling domains and plain http cannot set
 * one.
 */
export function openCookies(origin: string, isDevelopment: boolean): Cookies {
  // Browsers drop secure cookies on plain http beyond loopback, as on a phone in the same network during development.
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
