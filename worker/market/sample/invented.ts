import { type Industry, industries, type Profile } from "./known.ts";
import { seededNormal, seededPick, seededRandom } from "./seeded.ts";

export const MAX_INVENTED = 4_900;

const starts =
  "North South East West Green Silver Red Blue Stone Iron Oak Maple Cedar Birch Ash Harbor River Lake Summit Ridge Clear Bright Fair High Long Mill Spring Winter King Sand Fox Hawk Wolf Elm Thorn Wind".split(
    " ",
  ) as [string, ...string[]];
const ends =
  "field brook ford bridge haven gate wood ridge view crest mont ton dale port well shore stead moor hurst ley".split(
    " ",
  ) as [string, ...string[]];
const industryNames = Object.keys(industries) as [Industry, ...Industry[]];

/** USD, steepest at the small end. */
const LARGEST = 80e9;
const SMALLEST = 0.5e9;
const STEEPNESS = 1.8;
/** Steps of the golden ratio spread any number evenly over all sizes. */
const GOLDEN = 0.618033988749895;

/** The same at every `index`; `names` and `isTaken` are taken. */
export function inventedCompany(
  index: number,
  names: ReadonlySet<string>,
  isTaken: (symbol: string) => boolean | undefined,
): Profile {
  const industry = seededPick(industryNames, "industry", index);
  const [, usualMultiple, words] = industries[industry];
  let first = "";
  let second = "";
  for (let attempt = 0; first === "" || names.has(`${first} ${second}`); attempt++) {
    const start = seededPick(starts, "start", index, attempt);
    first = start + seededPick(ends, "end", index, attempt);
    second = seededPick(words, "word", index, attempt);
  }
  const rank = (index * GOLDEN) % 1;
  const multiple = usualMultiple * Math.exp(0.22 * seededNormal("multiple", index));
  const fiscal = industry === "Banks" ? 1 : seededRandom("fiscal", index);
  return {
    symbol: tickerOf(first, second, isTaken),
    name: `${first} ${second}`,
    industry,
    value: LARGEST * (SMALLEST / LARGEST) ** (rank ** STEEPNESS),
    price: 14 * 20 ** seededRandom("price", index),
    multiple: Math.min(58, Math.max(8.5, multiple)),
    fiscalMonth: fiscal < 0.18 ? 0 : fiscal < 0.36 ? 1 : 2,
  };
}

function tickerOf(first: string, second: string, isTaken: (symbol: string) => boolean | undefined): string {
  const capitals = (first + second).toUpperCase().replace(/[^A-Z]/g, "");
  const tail = capitals.slice(1).replace(/[AEIOU]/g, "") + capitals.slice(1);
  for (let i = 0; i < tail.length; i++)
    for (let j = i + 1; j < tail.length; j++)
      for (let k = j + 1; k < tail.length; k++) {
        const ticker = `${capitals[0]}${tail[i]}${tail[j]}${tail[k]}`;
        if (!isTaken(ticker)) return ticker;
      }
  throw new Error(`No ticker is free for ${first} ${second}.`);
}
