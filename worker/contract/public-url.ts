import { z } from "zod";

const MAX_URL_LENGTH = 2000;

/**
 * The last labels of host names that are not public: those reserved by RFC 6761, 6762, 8375 and 9476, and
 * others that private networks commonly use.
 */
const privateEndings = new Set([
  "localhost",
  "local",
  "localdomain",
  "internal",
  "intranet",
  "private",
  "corp",
  "home",
  "lan",
  "test",
  "invalid",
  "onion",
  "alt",
]);

export function isPublicHost(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/\.$/, "");
  const labels = host.split(".");
  const last = labels.at(-1) ?? "";
  if (
    labels.length < 2 ||
    labels.some((label) => !/^[\p{L}\p{N}]([\p{L}\p{N}_-]*[\p{L}\p{N}])?$/u.test(label))
  )
    return false;
  // A host whose last label is a number is an IP address in decimal, octal or hexadecimal.
  if (/^(\d+|0x[0-9a-f]*)$/.test(last)) return false;
  return !privateEndings.has(last) && !host.endsWith(".home.arpa") && host !== "home.arpa";
}

/**
 * Returns a normalized link that is safe to show, or null. It refuses credentials, ports, IP addresses and private
 * names.
 */
export function publicUrl(text: string): string | null {
  if (text.length > MAX_URL_LENGTH || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:") return null;
  if (url.username || url.password || url.port || !isPublicHost(url.hostname)) return null;
  if (url.hostname.endsWith(".")) url.hostname = url.hostname.slice(0, -1);
  return url.href.length > MAX_URL_LENGTH ? null : url.href;
}

export function publicUrlSchema(error: string) {
  return z
    .string()
    .max(MAX_URL_LENGTH, error)
    .transform((text, context) => {
      const url = publicUrl(text.trim());
      if (url !== null) return url;
      context.addIssue({ code: "custom", message: error });
      return z.NEVER;
    });
}

const MAX_ADDRESS = 2000;

/** Returns the normalized http or https URL, or null for any other text. */
export function webAddress(text: string | null): string | null {
  if (text === null || text.length > MAX_ADDRESS || !URL.canParse(text)) return null;
  const url = new URL(text);
  return url.protocol === "http:" || url.protocol === "https:" ? url.href : null;
}
