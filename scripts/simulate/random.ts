export type Random = {
  /** Returns a number from 0 to under 1. */
  next(): number;
  /** Returns a whole number from 0 to under `n`. */
  below(n: number): number;
  pick<Item>(items: readonly Item[]): Item;
  chance(share: number): boolean;
};

/** Returns the same numbers for the same seed (mulberry32). */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (n: number) => Math.floor(next() * n);
  return {
    next,
    below,
    pick: (items) => items[below(items.length)] as (typeof items)[number],
    chance: (share) => next() < share,
  };
}
