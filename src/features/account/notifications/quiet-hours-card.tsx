import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { AlertSettings } from "#contract/alerts.ts";
import { useForm } from "#lib/use-form.ts";
import { Button } from "#ui/button.tsx";
import { Card, CardHeader } from "#ui/card.tsx";
import { Checkbox } from "#ui/choice.tsx";
import { SelectField, TextField } from "#ui/field.tsx";
import { Moon } from "#ui/icons.tsx";
import { LoadFailure } from "#ui/notice.tsx";
import { SkeletonLines } from "#ui/skeleton.tsx";
import { alertSettingsQuery, saveAlertSettings } from "../api.ts";
import { refusalOf, savedText, settingsIn, timeOf, timeZoneOptions, usualNight } from "./quiet-hours.ts";

/** When no alert disturbs: two times of a day in a time zone. */
export function QuietHoursCard() {
  const { data, error, isFetching, refetch } = useQuery(alertSettingsQuery());
  return (
    <Card aria-labelledby="quiet-hours-title">
      <CardHeader
        id="quiet-hours-title"
        icon={<Moon />}
        title="Quiet Hours"
        description="Emails and push messages about your companies, your week and failed payments wait until the hours end; what is no news by then is not sent. Security emails and the newsletter come at any time, and your list of alerts has everything at once."
      />
      {error && (
        <LoadFailure
          title="Your quiet hours could not be loaded"
          error={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
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
  const { isPending, errorOf, onSubmit } = useForm({
    read: (entry) => settingsIn(entry, stored),
    check: refusalOf,
    call: async (settings) => {
      await saveAlertSettings(settings);
      return settings;
    },
    success: (settings) => ({ title: "Quiet Hours Saved", description: savedText(settings) }),
    failure: { title: "Update Failed", fallback: "Failed to save your quiet hours. Please try again." },
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
      <Button type="submit" variant="secondary" className="self-start" isLoading={isPending}>
        {isPending ? "Saving..." : "Save Quiet Hours"}
      </Button>
    </form>
  );
}
