import type { PrivacyPreferences } from "#contract/preferences.ts";
import { type Usage, usageFlags } from "#contract/usage.ts";
import { send } from "./request.ts";

/** Has a use counted where the person's flag is on. A failure is nobody's concern. */
export function countUse(flags: Partial<PrivacyPreferences>, use: Usage): void {
  if (!flags[usageFlags[use.kind]]) return;
  void send("/api/usage", { method: "POST", body: use }).catch(() => undefined);
}
