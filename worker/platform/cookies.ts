import { generateCookie } from "hono/cookie";
import { parse } from "hono/utils/cookie";

/** Accepted only from this exact host, over https. */
const HOST_PREFIX = "__Host-";

/** Secure cookies work here without https. */
const loopback = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

export type Cookies = {
  read: (request: Request, name: string) => string | null;
  all: (request: Request) => ReadonlyMap<string, string>;
  set: (name: string, value: string, maxAgeSeconds: number) => string;
  clear: (name: string) => string;
};

/** `__Host-`, HttpOnly, SameSite=Lax: sibling domains and plain http cannot set one. */
export function openCookies(origin: string, isDevelopment: boolean): Cookies {
  // Browsers drop secure cookies on plain http beyond loopback, as a phone's during development.
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
