import type { PrivacyPreferences } from "#contract/preferences.ts";
import type { SwitchTexts } from "../preferences.tsx";

type Flag = keyof PrivacyPreferences;

export const counted: readonly SwitchTexts<Flag>[] = [
  {
    flag: "dataAnalytics",
    label: "Data Analytics",
    hint: "Counts which screens are opened: one sum a day and screen, without a trace of you, stored by us alone.",
  },
  {
    flag: "usageStatistics",
    label: "Usage Statistics",
    hint: "Counts analyses and data exports in the same way.",
  },
];

/** Flags that the product has no use for: a text in place of a switch. */
export const notOffered: readonly { flag: Flag; label: string; text: string }[] = [
  {
    flag: "personalizedRecommendations",
    label: "Personalized recommendations",
    text: "There are none: a ticker gives everyone the same number.",
  },
  {
    flag: "marketingAnalytics",
    label: "Marketing analytics",
    text: "We do not measure which mail or link led you here.",
  },
  {
    flag: "thirdPartySharing",
    label: "Third-party sharing",
    text: "We share your data with nobody but the providers that the privacy policy names.",
  },
  { flag: "publicProfile", label: "Public profile", text: "There are no public profiles." },
];
