import type { CheckpointWitness } from "#record/receipts/port.ts";
import { witnessesOf } from "#record/receipts/witnesses.ts";
import type { Settings } from "../settings/env.ts";
import { upstreamFetch } from "./upstream.ts";

/** The outsiders that attest this deployment's checkpoints; nobody where the settings name none. */
export function checkpointWitnessesOf(settings: Settings, now: () => Date): CheckpointWitness[] {
  const { LEDGER_GIT_REPOSITORY: url, LEDGER_GIT_TOKEN: token } = settings;
  const named = {
    authorities: settings.LEDGER_TIMESTAMP_AUTHORITIES,
    calendars: settings.LEDGER_OPENTIMESTAMPS_CALENDARS,
    logWitnesses: settings.LEDGER_LOG_WITNESSES,
    repository: url && token ? { url, token } : null,
  };
  return witnessesOf(named, upstreamFetch(settings), now);
}
