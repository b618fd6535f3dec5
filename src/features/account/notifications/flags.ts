import type { NotificationPreferences } from "#contract/preferences.ts";
import type { SwitchTexts } from "../preferences.tsx";

type Flag = keyof NotificationPreferences;
type Item = SwitchTexts<Flag>;

/** About predictions. */
export const research: readonly Item[] = [
  {
    flag: "predictionAlerts",
    label: "Prediction Alerts",
    hint: "When one of your predictions is settled, or a probability that your plan shows moves by five points or more on your watchlist: an email, and a push message if those are on.",
  },
  {
    flag: "earningsReminders",
    label: "Earnings Reminders",
    hint: "The day before and on the morning when a company on your watchlist reports, when its day moves, and in the 24 hours before one you analyzed reports: an email, and a push message if those are on.",
  },
  { flag: "weeklySummary", label: "Weekly Summary", hint: "Your week in one email, on Mondays." },
];

/** About the account. */
export const account: readonly Item[] = [
  {
    flag: "securityAlerts",
    label: "Security Alerts",
    hint: "An email when your password or second factor changes, or a recovery code is used.",
  },
  { flag: "billingNotifications", label: "Billing Notifications", hint: "An email when a payment fails." },
];

/** Every mail there is, and the newsletter. */
export const mails: readonly Item[] = [
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

/** Has its own switch, which takes effect at once. */
export const push: Flag = "pushNotifications";

/** Flags that the product has no use for: a text in place of a switch. */
export const notOffered: readonly { flags: readonly Flag[]; label: string; text: string }[] = [
  { flags: ["smsNotifications"], label: "SMS", text: "We send no text messages." },
  { flags: ["priceAlerts"], label: "Price alerts", text: "We watch reports, not prices." },
  {
    flags: ["marketUpdates", "promotionalEmails"],
    label: "Market updates and promotional emails",
    text: "We send none; the newsletter is the only email of this kind.",
  },
];
