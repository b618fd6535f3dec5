import type { Fetch } from "#platform/upstream/guarded-fetch.ts";
import { WITNESS_KEY_FORM } from "../ledger/signed-note.ts";
import { type LogWitness, logWitness } from "./log-witness.ts";
import type { CheckpointWitness } from "./port.ts";
import { type TimestampAuthority, timestampAuthority } from "./rfc3161.ts";

/**
 * Lists in settings separate entries by commas and their parts by spaces. The parsers return null for a malformed
 * list.
 */

/**
 * Parses a list of time-stamping authorities such as "https://tsa.example/tsr certificate=<64 hexadecimal
 * digits> policy=1.2.3, …". Certificate and policy are optional.
 */
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

/** Parses a list of log witnesses such as "https://witness.example/prefix witness.example/w1+id+key, …". */
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

/**
 * The largest number of witnesses of one kind. It is limited because every witness is asked to attest every
 * checkpoint.
 */
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
  logWitnesses: readonly LogWitness[];
};

/** Opens a client for each configured outside witness. */
export function witnessesOf(
  { authorities, logWitnesses }: WitnessSettings,
  fetch: Fetch,
): CheckpointWitness[] {
  return [
    ...authorities.map((authority) => timestampAuthority(authority, fetch)),
    ...logWitnesses.map((witness) => logWitness(witness, fetch)),
  ];
}
