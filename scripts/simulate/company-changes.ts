import type { Random } from "./random.ts";

/** What happens to companies in a day, at the rates of American exchanges: of 6,000 listings some 200 change their ticker a year. */
export type CompanyChange =
  | { kind: "renamed"; from: string; to: string }
  | { kind: "delisted"; symbol: string }
  | { kind: "split"; symbol: string; factor: number }
  | { kind: "spun off"; parent: string; child: string };

/** A company and a year. */
const rates = { renamed: 0.033, delisted: 0.05, split: 0.02, "spun off": 0.006 } as const;
const SPLITS = [2, 3, 4, 10, 0.1] as const;

export function changesOfDay(
  random: Random,
  listed: readonly string[],
  freeTicker: () => string,
): CompanyChange[] {
  return listed.flatMap((symbol): CompanyChange[] => {
    const roll = random.next() * 365;
    let below = 0;
    const isIt = (kind: keyof typeof rates) => {
      below += rates[kind];
      return roll < below;
    };
    if (isIt("renamed")) return [{ kind: "renamed", from: symbol, to: freeTicker() }];
    if (isIt("delisted")) return [{ kind: "delisted", symbol }];
    if (isIt("split")) return [{ kind: "split", symbol, factor: random.pick(SPLITS) }];
    if (isIt("spun off")) return [{ kind: "spun off", parent: symbol, child: freeTicker() }];
    return [];
  });
}
