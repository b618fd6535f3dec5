import { generateCookie } from "hono/cookie";
import { parse } from "hono/utils/cookie";

/** Every cookie lives under this prefix, so that a browser takes it from this very host alone, over https alone. */
const HOST_PREFIX = "__Host-";

/** Browsers take secure cookies from these addresses without https. */
const loopback = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/** Reads and writes this deployment's cookies, by names without prefix. */
export type Cookies = {
  /** The value a request carries, or null. */
  read: (request: Request, name: string) => string | null;
  /** Every cookie of ours that a request carries, by its name. */
  all: (request: Request) => ReadonlyMap<string, string>;
  /** The `Set-Cookie` value that sets a cookie; append it to the answer's headers. */
  set: (name: string, value: string, maxAgeSeconds: number) => string;
  /** The `Set-Cookie` value that takes a cookie away. */
  clear: (name: string) => string;
};

/**
 * The only way a cookie is read or written: `__Host-` (Secure, Path=/, no Domain), HttpOnly, SameSite=Lax, so that
 * neither a sibling domain nor plain http can plant one. In development at a plain http address that is not loopback
 * (a phone in the same network) browsers drop secure cookies: there alone the prefix is left out.
 *
 * @example
 * const { cookies } = c.var.deps; // in the accounts room: accounts.cookies
 * c.header("Set-Cookie", cookies.set("beatcast_device", value, 30 * DAY_SECONDS), { append: true });
 * const device = cookies.read(c.req.raw, "beatcast_device");
 */
export function openCookies(origin: string, isDevelopment: boolean): Cookies {
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
