/**
 * Returns a number from 0 up to, but not including, 1, which depends only on the words. It is their FNV-1a
 * hash with the finalizer of MurmurHash3, which spreads similar texts.
 */
export function seededRandom(...words: (string | number)[]): number {
  let hash = 0x811c9dc5;
  const text = words.join("|");
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/** Returns a standard normal number that depends only on the words, by the Box-Muller transform. */
export function seededNormal(...words: (string | number)[]): number {
  const u = Math.max(seededRandom(...words, "u"), 1e-12);
  return Math.sqrt(-2 * Math.log(u)) * Math.cos(2 * Math.PI * seededRandom(...words, "v"));
}

export function seededPick<Item>(items: readonly [Item, ...Item[]], ...words: (string | number)[]): Item {
  return items[Math.floor(seededRandom(...words) * items.length)] ?? items[0];
}

export function rounded(value: number, digits = 2): number {
  return Number(value.toFixed(digits));
}
