import { edgarFilings } from "#season/edgar/filings.ts";
import type { EdgarAccess } from "#season/edgar/gate.ts";
import type { Filings } from "#season/witness/filings.ts";
import type { Bindings } from "../bindings.ts";
import { settingsOf } from "../settings/env.ts";
import { survivingResets } from "./object-resets.ts";

/** How this deployment reaches EDGAR; null without a user agent. */
export function edgarAccessOf(env: Bindings): EdgarAccess | null {
  const { EDGAR_USER_AGENT, EDGAR_DATA_BASE_URL, EDGAR_ARCHIVE_BASE_URL } = settingsOf(env);
  if (!EDGAR_USER_AGENT) return null;
  return {
    fetch: (url, init) => fetch(url, init),
    userAgent: EDGAR_USER_AGENT,
    data: EDGAR_DATA_BASE_URL,
    archive: EDGAR_ARCHIVE_BASE_URL,
  };
}

/** The filings of companies; null where nobody may ask for them. One object asks for the whole deployment. */
export function filingsOf(env: Bindings): Filings | null {
  if (!edgarAccessOf(env)) return null;
  const gates = survivingResets(env.EDGAR);
  return edgarFilings(gates.get(gates.idFromName("edgar")));
}
