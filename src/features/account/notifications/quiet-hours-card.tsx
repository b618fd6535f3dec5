import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type AlertSettings, alertSettingsSchema } from "#contract/alerts.ts";
import { plainIssue } from "#contract/issues.ts";
import { useForm } from "#lib/use-form.ts";
import { Button } from "#ui/button.tsx";
import { Card, CardHeader } from "#ui/card.tsx";
import { Checkbox } from "#ui/choice.tsx";
import { LoadFailure } from "#ui/domain/load-failure.tsx";
import { SelectField, TextField } from "#ui/field.tsx";
import { Moon } from "#ui/icons.tsx";
import { SkeletonLines } from "#ui/loading.tsx";
import { ActionFailure } from "#ui/notice.tsx";
import { alertSettingsQuery, saveAlertSettings } from "../api.ts";

export function QuietHoursCard() {
  const { data, error, isFetching, refetch } = useQuery(alertSettingsQuery());
  return (
    <Card aria-labelledby="quiet-hours-title">
      <CardHeader
        id="quiet-hours-title"
        icon={<Moon />}
        title="Quiet Hours"
        description="Emails and push messages about your companies, your week, and failed payments wait until quiet hours end; anything out of date by then is not sent. Security emails and the newsletter arrive at any time, and your alerts page is always up to date."
      />
      {error && (
        <LoadFailure title="Your quiet hours could not be loaded" query={{ error, refetch, isFetching }} />
      )}
      {!data && !error && <SkeletonLines lines={2} />}
      {data && <QuietHoursForm stored={data} />}
    </Card>
  );
}

function QuietHoursForm({ stored }: { stored: AlertSettings }) {
  const queryClient = useQueryClient();
  const [isQuiet, setIsQuiet] = useState(stored.quiet !== null);
  const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const { from, to } = stored.quiet ?? usualNight;
  const { isPending, errorOf, message, onSubmit } = useForm({
    read: (entry) => settingsIn(entry, stored),
    check: quietHoursErrorOf,
    call: async (settings) => {
      await saveAlertSettings(settings);
      return settings;
    },
    success: (settings) => ({ title: "Quiet Hours Saved", description: savedText(settings) }),
    failure: { fallback: "Failed to save your quiet hours. Please try again." },
    onSuccess: (settings) => queryClient.setQueryData(alertSettingsQuery().queryKey, settings),
  });
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <Checkbox name="isQuiet" label="Keep quiet every day" checked={isQuiet} onChange={setIsQuiet} />
      {isQuiet && (
        <div className="grid gap-4 sm:grid-cols-[1fr_1fr_2fr]">
          <TextField
            type="time"
            label="From"
            name="from"
            defaultValue={timeOf(from)}
            error={errorOf("from")}
          />
          <TextField type="time" label="Until" name="to" defaultValue={timeOf(to)} error={errorOf("to")} />
          <SelectField
            label="Time zone"
            name="timeZone"
            defaultValue={stored.quiet ? stored.timeZone : ownZone}
            options={timeZoneOptions(Intl.supportedValuesOf("timeZone"), ownZone, stored.timeZone)}
            error={errorOf("timeZone")}
          />
        </div>
      )}
      <ActionFailure message={message} />
      <Button type="submit" variant="secondary" className="self-start" isLoading={isPending}>
        {isPending ? "Saving..." : "Save Quiet Hours"}
      </Button>
    </form>
  );
}

const usualNight = { from: 22 * 60, to: 7 * 60 };

/** Formats as "07:05". */
export function timeOf(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");
}

/** Returns the minutes after midnight, or NaN for an empty field. */
function minutesOf(time: string): number {
  const [hours, minutes] = time.split(":").map(Number);
  return 60 * (hours ?? Number.NaN) + (minutes ?? Number.NaN);
}

export function settingsIn(entry: (name: string) => string, stored: AlertSettings): AlertSettings {
  if (entry("isQuiet") === "") return { timeZone: stored.timeZone, quiet: null };
  return {
    timeZone: entry("timeZone"),
    quiet: { from: minutesOf(entry("from")), to: minutesOf(entry("to")) },
  };
}

/**
 * Returns why the settings cannot be saved, by field, or null if they can. It validates with the server's
 * schema.
 */
export function quietHoursErrorOf(settings: AlertSettings) {
  const { success, error } = alertSettingsSchema.safeParse(settings, { error: plainIssue });
  if (success) return null;
  const fields: Record<string, string> = {};
  for (const { path, message, code } of error.issues) {
    const [first, second] = path;
    const name = String(second ?? (first === "quiet" ? "to" : first));
    fields[name] ??= code === "invalid_type" ? "Enter a time." : message;
  }
  return { fields };
}

/** Returns the options of the time zone field: UTC, the browser's own and the stored ones. */
export function timeZoneOptions(storedZones: readonly string[], ...own: readonly string[]) {
  const zones = [...new Set(["UTC", ...own, ...storedZones])].toSorted();
  return zones.map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") }));
}

export function savedText({ timeZone, quiet }: AlertSettings): string {
  return quiet
    ? `Quiet from ${timeOf(quiet.from)} to ${timeOf(quiet.to)}, ${timeZone.replaceAll("_", " ")}.`
    : "Emails and push messages come at any time.";
}
