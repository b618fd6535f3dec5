/** Hosts that no public article lies on. */
const privateHost = /^(localhost|.*\.(local|internal|localhost)|\[.*\]|\d+(\.\d+){3}|0x[0-9a-f]+|\d+)$/i;

/**
 * A link from outside that a person may be sent to, normalised; null for anything else: other schemes than http(s),
 * credentials inside, addresses instead of names, names of private networks, over 2,000 characters.
 */
export function publicUrl(text: string): string | null {
  if (text.length > 2000 || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:") return null;
  if (url.username || url.password || privateHost.test(url.hostname) || !url.hostname.includes("."))
    return null;
  return url.href;
}
