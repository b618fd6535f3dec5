import type { Fetch } from "#platform/upstream/guarded-fetch.ts";
import { WITNESS_KEY_FORM } from "../ledger/signed-note.ts";
import { type GitRepository, gitRepository } from "./git-repository.ts";
import { type LogWitness, logWitness } from "./log-witness.ts";
import { opentimestampsCalendar } from "./opentimestamps.ts";
import type { CheckpointWitness } from "./port.ts";
import { type TimestampAuthority, timestampAuthority } from "./rfc3161.ts";

/** Entries separated by commas, parts by spaces. Null where malformed. */

/** "https://tsa.example/tsr certificate=<64 hexadecimal digits> policy=1.2.3, …"; both optional. */
export function parseAuthorities(text: string): TimestampAuthority[] | null {
  return every(
    text,
    ([url, ...parts]) => {
      const named = parts.map((part) =>
        /^(certificate=([0-9a-fA-F]{64})|policy=(\d+(?:\.\d+)+))$/.exec(part),
      );
      if (!url || !isAddress(url, /^https?:$/) || named.includes(null)) return null;
      const certificate = named.find((part) => part?.[2])?.[2]?.toLowerCase() ?? null;
      return { url, certificate, policy: named.find((part) => part?.[3])?.[3] ?? null };
    },
    ({ url }) => new URL(url).host,
  );
}

/** Calendars, no pool: "https://alice.btc.calendar.opentimestamps.org, …". */
export function parseCalendars(text: string): string[] | null {
  return every(
    text,
    ([url, ...rest]) =>
      url && rest.length === 0 && isAddress(url, /^https?:$/) ? url.replace(/(?<!\/)\/+$/, "") : null,
    (url) => new URL(url).host,
  );
}

/** "https://witness.example/prefix witness.example/w1+id+key, …" */
export function parseLogWitnesses(text: string): LogWitness[] | null {
  return every(
    text,
    ([url, key, ...rest]) =>
      url && key && rest.length === 0 && isAddress(url, /^https?:$/) && WITNESS_KEY_FORM.test(key)
        ? { url: url.replace(/(?<!\/)\/+$/, ""), key }
        : null,
    ({ key }) => key.split("+")[0] ?? "",
  );
}

/** Each is asked for every checkpoint. */
const MAX_OF_A_KIND = 5;

function every<Parsed>(
  text: string,
  parse: (parts: string[]) => Parsed | null,
  nameOf: (one: Parsed) => string,
): Parsed[] | null {
  const entries = text.split(",").map((entry) => entry.trim().split(/\s+/).filter(Boolean));
  const parsed = entries.filter((parts) => parts.length > 0).map(parse);
  const good = parsed.filter((one) => one !== null);
  const names = good.map(nameOf);
  const isSound = good.length === parsed.length && new Set(names).size === names.length;
  return isSound && good.length <= MAX_OF_A_KIND ? good : null;
}

function isAddress(text: string, protocol: RegExp): boolean {
  return URL.canParse(text) && protocol.test(new URL(text).protocol);
}

type WitnessSettings = {
  authorities: readonly TimestampAuthority[];
  calendars: readonly string[];
  logWitnesses: readonly LogWitness[];
  repository: GitRepository | null;
};

export function witnessesOf(settings: WitnessSettings, fetch: Fetch, now: () => Date): CheckpointWitness[] {
  const { authorities, calendars, logWitnesses, repository } = settings;
  return [
    ...authorities.map((one) => timestampAuthority(one, fetch)),
    ...calendars.map((url) => opentimestampsCalendar(url, fetch, now)),
    ...logWitnesses.map((one) => logWitness(one, fetch)),
    ...(repository ? [gitRepository(repository, fetch, now)] : []),
  ];
}
