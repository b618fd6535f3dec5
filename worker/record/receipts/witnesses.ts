import type { Fetch } from "#platform/upstream/guarded-fetch.ts";
import { type GitRepository, gitRepository } from "./git-repository.ts";
import { type LogWitness, logWitness } from "./log-witness.ts";
import { opentimestampsCalendar } from "./opentimestamps.ts";
import type { CheckpointWitness } from "./port.ts";
import { type TimestampAuthority, timestampAuthority } from "./rfc3161.ts";

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
