import { useQuery } from "@tanstack/react-query";
import type { User } from "#contract/account.ts";
import { inWords } from "#contract/format.ts";
import type { NotificationChannels, NotificationPreferences } from "#contract/preferences.ts";
import { alertRule } from "#contract/rules.ts";
import { useSession } from "#lib/session.tsx";
import { Button } from "#ui/button.tsx";
import { Card, CardHeader } from "#ui/card.tsx";
import { Bell, Mail, Shield, TrendUp } from "#ui/icons.tsx";
import { Skeleton } from "#ui/loading.tsx";
import { Notice } from "#ui/notice.tsx";
import { notificationChannelsQuery, saveNotificationPreferences } from "../api.ts";
import { NotOffered, SwitchList, type SwitchTexts, useSavePreferences } from "../preferences.tsx";
import { CalendarFeedCard } from "./calendar-feed.tsx";
import { PushSwitch } from "./push.tsx";
import { QuietHoursCard } from "./quiet-hours-card.tsx";

export default function NotificationsTab() {
  const { user } = useSession();
  const ways = useQuery(notificationChannelsQuery());
  if (!user) return <p>User information not available</p>;
  if (ways.isError)
    return (
      <Notice
        tone="danger"
        title="Your notifications could not be loaded"
        action={
          <Button variant="secondary" size="sm" onClick={() => void ways.refetch()}>
            Try again
          </Button>
        }
      />
    );
  if (!ways.data) return <Skeleton className="h-80" />;
  return <NotificationSwitches user={user} ways={ways.data} reload={() => ways.refetch()} />;
}

type SwitchesProps = { user: User; ways: NotificationChannels; reload: () => Promise<unknown> };

function NotificationSwitches({ user, ways, reload }: SwitchesProps) {
  const { flags, change, save, isPending } = useSavePreferences(
    { ...user.notificationPreferences, newsletter: ways.newsletter === "subscribed" },
    {
      call: saveNotificationPreferences,
      success: {
        title: "Preferences Updated",
        description: "Your notification preferences have been saved.",
      },
      refresh: reload,
      failedText: "Failed to update your preferences. Please try again.",
    },
  );
  const list = { flags, onChange: change };
  return (
    <div className="flex flex-col gap-6">
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <SwitchList
          id="research-title"
          title="Research"
          icon={<TrendUp />}
          items={researchSwitches}
          {...list}
        >
          <p className="text-sm text-muted">
            Your{" "}
            <a href="/alerts" className="link">
              alerts page
            </a>{" "}
            shows everything about your watchlist and your settled predictions, whatever you turn off here.
          </p>
        </SwitchList>
        <div className="flex flex-col gap-6">
          <SwitchList id="mails-title" title="Mail" icon={<Mail />} items={emailSwitches} {...list}>
            <NewsletterNote user={user} ways={ways} />
          </SwitchList>
          <Card aria-labelledby="push-title">
            <CardHeader id="push-title" icon={<Bell />} title="This Browser" />
            <PushSwitch push={ways.push} />
          </Card>
        </div>
        <SwitchList id="account-title" title="Account" icon={<Shield />} items={accountSwitches} {...list} />
        <NotOffered id="not-offered-title" items={unsupportedNotifications} />
      </div>
      <Button className="self-start" isLoading={isPending} onClick={save}>
        {isPending ? "Saving..." : "Save Preferences"}
      </Button>
      <QuietHoursCard />
      <CalendarFeedCard />
    </div>
  );
}

function NewsletterNote({ user, ways }: Pick<SwitchesProps, "user" | "ways">) {
  if (!ways.hasMail)
    return <p className="text-sm text-muted">Email is not set up on this site, so none is sent.</p>;
  if (ways.newsletter !== "unknown") return null;
  return (
    <p className="text-sm text-muted">
      {user.email} is not confirmed yet. If you save with the newsletter on, an email asks you to confirm it.
    </p>
  );
}

type Flag = keyof NotificationPreferences;
type Item = SwitchTexts<Flag>;

export const researchSwitches: readonly Item[] = [
  {
    flag: "predictionAlerts",
    label: "Prediction Alerts",
    hint: `An email, and a push message if those are on, when one of your predictions settles or a probability that your plan includes moves by ${inWords(alertRule.movedPoints)} points or more on your watchlist.`,
  },
  {
    flag: "earningsReminders",
    label: "Earnings Reminders",
    hint: "An email, and a push message if those are on: the day before a company on your watchlist reports and that morning, when its date moves, and within 24 hours of a report you analyzed.",
  },
  { flag: "weeklySummary", label: "Weekly Summary", hint: "Your week in one email, on Mondays." },
];

export const accountSwitches: readonly Item[] = [
  {
    flag: "securityAlerts",
    label: "Security Alerts",
    hint: "An email when your password or second factor changes, or a recovery code is used.",
  },
  { flag: "billingNotifications", label: "Billing Notifications", hint: "An email when a payment fails." },
];

export const emailSwitches: readonly Item[] = [
  {
    flag: "emailNotifications",
    label: "Email Notifications",
    hint: "Turning this off stops every email, the newsletter included, except those you ask for, such as a password reset.",
  },
  {
    flag: "newsletter",
    label: "Newsletter",
    hint: "On Mondays: the coming week's reports with their probability and base rate, and how last week's predictions turned out.",
  },
];

export const PUSH_PREFERENCE: Flag = "pushNotifications";

export const unsupportedNotifications: readonly { flags: readonly Flag[]; label: string; text: string }[] = [
  { flags: ["smsNotifications"], label: "SMS", text: "We send no text messages." },
  { flags: ["priceAlerts"], label: "Price alerts", text: "We watch reports, not prices." },
  {
    flags: ["marketUpdates", "promotionalEmails"],
    label: "Market updates and promotional emails",
    text: "We send none; the newsletter is the only email of this kind.",
  },
];
