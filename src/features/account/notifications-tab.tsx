import { useState } from "react";
import type { User } from "#contract/account.ts";
import type { NotificationPreferences } from "#contract/preferences.ts";
import { messageOf, send } from "#lib/request.ts";
import { useSession } from "#lib/session.tsx";
import { Button } from "#ui/button.tsx";
import { Bell, Mail, TrendUp } from "#ui/icons.tsx";
import { showToast } from "#ui/toast-store.ts";
import { SwitchList, type SwitchTexts } from "./switch-list.tsx";
import { useSavePreferences } from "./use-save-preferences.ts";

type Item = SwitchTexts<keyof NotificationPreferences>;

const ways: readonly Item[] = [
  {
    flag: "emailNotifications",
    label: "Email Notifications",
    hint: "Off stops every mail but those you ask for, such as a password reset.",
  },
  {
    flag: "pushNotifications",
    label: "Push Notifications",
    hint: "Messages on this device. We send none yet; your choice is kept.",
  },
  {
    flag: "smsNotifications",
    label: "SMS Notifications",
    hint: "Text messages to your phone. We send none yet; your choice is kept.",
  },
];
const research: readonly Item[] = [
  {
    flag: "predictionAlerts",
    label: "Prediction Alerts",
    hint: "A mail when one of your predictions is settled.",
  },
  {
    flag: "marketUpdates",
    label: "Market Updates",
    hint: "What moved the companies you analyzed. We send none yet.",
  },
  {
    flag: "earningsReminders",
    label: "Earnings Reminders",
    hint: "A mail the day before a company of your predictions reports.",
  },
  {
    flag: "priceAlerts",
    label: "Price Alerts",
    hint: "Large moves of companies you analyzed. We send none yet.",
  },
  { flag: "weeklySummary", label: "Weekly Summary", hint: "Your week in one mail, on Mondays." },
];
const account: readonly Item[] = [
  {
    flag: "securityAlerts",
    label: "Security Alerts",
    hint: "A mail when your password or second factor changes.",
  },
  {
    flag: "billingNotifications",
    label: "Billing Notifications",
    hint: "A mail when a payment fails.",
  },
  {
    flag: "newsletter",
    label: "Newsletter",
    hint: "Comes only after you confirm it by the mail that we send you.",
  },
  { flag: "promotionalEmails", label: "Promotional Emails", hint: "Offers and new plans. We send none yet." },
];

/** What the person is told about, and how. */
export default function NotificationsTab() {
  const { user } = useSession();
  return user ? <NotificationSwitches user={user} /> : <p>User information not available</p>;
}

function NotificationSwitches({ user }: { user: User }) {
  const { flags, change, save, isPending } = useSavePreferences(user.notificationPreferences, {
    path: "/api/account/notifications",
    saved: "Preferences Updated",
    savedText: "Your notification preferences have been saved.",
    failedText: "Failed to update your preferences. Please try again.",
  });
  const list = { flags, onChange: change };
  return (
    <div className="flex flex-col gap-6">
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <SwitchList id="ways-title" title="How We Reach You" icon={<Bell />} items={ways} {...list} />
        <SwitchList id="mails-title" title="Account and Mail" icon={<Mail />} items={account} {...list} />
        <SwitchList id="research-title" title="Research" icon={<TrendUp />} items={research} {...list} />
      </div>
      <div className="flex flex-wrap gap-3">
        <Button isLoading={isPending} onClick={() => void save()}>
          {isPending ? "Saving..." : "Save Preferences"}
        </Button>
        {flags.newsletter && <ConfirmNewsletter email={user.email} />}
      </div>
    </div>
  );
}

/** Asks for the mail that confirms the newsletter; one who has confirmed it gets none. */
function ConfirmNewsletter({ email }: { email: string }) {
  const [isPending, setIsPending] = useState(false);

  async function ask() {
    setIsPending(true);
    try {
      await send("/api/newsletter", { method: "POST", body: { email } });
      const description =
        "Unless you have confirmed the newsletter already, a mail with a link is on its way.";
      showToast({ tone: "success", title: "Newsletter requested", description });
    } catch (failure) {
      const description = messageOf(failure, "The mail could not be sent. Please try again.");
      showToast({ tone: "destructive", title: "Sending Failed", description });
    } finally {
      setIsPending(false);
    }
  }

  return (
    <Button variant="secondary" isLoading={isPending} onClick={() => void ask()}>
      Confirm the newsletter
    </Button>
  );
}
