/**
 * Returns the network from which a request comes: an IPv4 address, or the /64 prefix of an IPv6 address, which
 * is about one household. Only Cloudflare's header is read, because clients can forge others. Without it,
 * returns "local".
 */
export function networkOf(request: Request): string {
  const address = request.headers.get("cf-connecting-ip");
  return address === null ? "local" : networkOfAddress(address.trim().toLowerCase());
}

export function networkOfAddress(address: string): string {
  if (!address.includes(":")) return address;
  const groups = ipv6Groups(address.split("%")[0] ?? "");
  if (!groups) return address;
  const [zero, mapped] = [groups.slice(0, 5), groups[5]];
  if (zero.every((group) => group === 0) && mapped === 0xffff) return dotted(groups);
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(":")}::/64`;
}

/** Returns the eight groups of an IPv6 address, or null for any other text. */
export function ipv6Groups(address: string): number[] | null {
  const plain = address.replace(/(?<!\d)(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a, b, c, d) =>
    [Number(a) * 256 + Number(b), Number(c) * 256 + Number(d)].map((group) => group.toString(16)).join(":"),
  );
  const halves = plain.split("::");
  if (halves.length > 2) return null;
  const [head = [], tail = []] = halves.map((half) => (half === "" ? [] : half.split(":")));
  const missing = 8 - head.length - tail.length;
  if (halves.length === 2 ? missing < 0 : missing !== 0) return null;
  const groups = [...head, ...Array<string>(missing).fill("0"), ...tail];
  return groups.every((group) => /^[0-9a-f]{1,4}$/.test(group))
    ? groups.map((group) => Number.parseInt(group, 16))
    : null;
}

function dotted(groups: readonly number[]): string {
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 0xff])
    .join(".");
}
