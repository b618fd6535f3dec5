import { createHash, randomBytes } from "node:crypto";

/** A guest's checkout is bound to the browser that started it for this long. */
export const SECRET_HOURS = 24;

const COOKIE = "beatcast_checkout";
const SECRET_BYTES = 32;

/** A new secret for a guest's cookie: 43 characters that nobody can guess. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString("base64url");
}

/** What is stored of a secret. */
export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}

/** The secret that a request's cookie holds, or null. */
export function secretOf(request: Request): string | null {
  const cookies = (request.headers.get("cookie") ?? "").split(/;\s*/);
  const value = cookies.find((cookie) => cookie.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1);
  return value && /^[\w-]{43}$/.test(value) ? value : null;
}

/** The Set-Cookie value that gives a browser its secret; scripts cannot read it. */
export function secretCookie(secret: string, isSecure: boolean): string {
  return `${COOKIE}=${secret}; Path=/api; HttpOnly; SameSite=Lax; Max-Age=${SECRET_HOURS * 3600}${isSecure ? "; Secure" : ""}`;
}
