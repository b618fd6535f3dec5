import { type AlertSettings, alertSettingsSchema } from "#contract/alerts.ts";
import { plainIssue } from "#contract/issues.ts";

/** What a first setting begins with: ten in the evening to seven in the morning. */
export const usualNight = { from: 22 * 60, to: 7 * 60 };

/** Minutes after midnight as a time field has them: "07:05". */
export function timeOf(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");
}

/** Minutes after midnight of a time field; NaN where it is empty. */
function minutesOf(time: string): number {
  const [hours, minutes] = time.split(":").map(Number);
  return 60 * (hours ?? Number.NaN) + (minutes ?? Number.NaN);
}

/** The form's fields as they are sent; turned off they keep the stored time zone. */
export function settingsIn(entry: (name: string) => string, stored: AlertSettings): AlertSettings {
  if (entry("isQuiet") === "") return { timeZone: stored.timeZone, quiet: null };
  return {
    timeZone: entry("timeZone"),
    quiet: { from: minutesOf(entry("from")), to: minutesOf(entry("to")) },
  };
}

/** Why settings must not be sent, at the fields, by the schema of the server; null when they may. */
export function refusalOf(settings: AlertSettings) {
  const { success, error } = alertSettingsSchema.safeParse(settings, { error: plainIssue });
  if (success) return null;
  const fields: Record<string, string> = {};
  for (const { path, message, code } of error.issues) {
    const [first, second] = path;
    // Two equal times are refused as a pair.
    const name = String(second ?? (first === "quiet" ? "to" : first));
    fields[name] ??= code === "invalid_type" ? "Enter a time." : message;
  }
  return { fields };
}

/** The zones to choose from by their names; those that are stored and the browser's own are always among them. */
export function timeZoneOptions(known: readonly string[], ...own: readonly string[]) {
  const zones = [...new Set(["UTC", ...own, ...known])].toSorted();
  return zones.map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") }));
}

/** What was saved, in a sentence. */
export function savedText({ timeZone, quiet }: AlertSettings): string {
  return quiet
    ? `Quiet from ${timeOf(quiet.from)} to ${timeOf(quiet.to)}, ${timeZone.replaceAll("_", " ")}.`
    : "Emails and push messages come at any time.";
}
