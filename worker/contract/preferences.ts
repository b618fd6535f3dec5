import { z } from "zod";

export const notificationPreferencesSchema = z.object({
  emailNotifications: z.boolean(),
  pushNotifications: z.boolean(),
  smsNotifications: z.boolean(),
  predictionAlerts: z.boolean(),
  marketUpdates: z.boolean(),
  newsletter: z.boolean(),
  promotionalEmails: z.boolean(),
  securityAlerts: z.boolean(),
  billingNotifications: z.boolean(),
  weeklySummary: z.boolean(),
  earningsReminders: z.boolean(),
  priceAlerts: z.boolean(),
});
export type NotificationPreferences = z.infer<typeof notificationPreferencesSchema>;

export const privacyPreferencesSchema = z.object({
  dataAnalytics: z.boolean(),
  personalizedRecommendations: z.boolean(),
  marketingAnalytics: z.boolean(),
  thirdPartySharing: z.boolean(),
  publicProfile: z.boolean(),
  usageStatistics: z.boolean(),
});
export type PrivacyPreferences = z.infer<typeof privacyPreferencesSchema>;

/** The notification settings of a new account, as the product specification lists them. */
export const notificationDefaults: NotificationPreferences = {
  emailNotifications: true,
  pushNotifications: true,
  smsNotifications: false,
  predictionAlerts: true,
  marketUpdates: true,
  newsletter: true,
  promotionalEmails: false,
  securityAlerts: true,
  billingNotifications: true,
  weeklySummary: false,
  earningsReminders: true,
  priceAlerts: false,
};

/** The privacy settings of a new account, as the product specification lists them. */
export const privacyDefaults: PrivacyPreferences = {
  dataAnalytics: true,
  personalizedRecommendations: true,
  marketingAnalytics: false,
  thirdPartySharing: false,
  publicProfile: false,
  usageStatistics: true,
};

export const notificationUpdateSchema = notificationPreferencesSchema.partial();
export const privacyUpdateSchema = privacyPreferencesSchema.partial();

export const emailPreferenceLabels = {
  predictionAlerts: "Prediction Alerts",
  earningsReminders: "Earnings Reminders",
  weeklySummary: "Weekly Summary",
  billingNotifications: "Billing Notifications",
} as const satisfies Partial<Record<keyof NotificationPreferences, string>>;
export type EmailPreference = keyof typeof emailPreferenceLabels;

const newsletterStateSchema = z.enum(["none", "subscribed", "unknown"]);
export type NewsletterState = z.infer<typeof newsletterStateSchema>;

export const notificationWaysSchema = z.object({
  newsletter: newsletterStateSchema,
  hasMail: z.boolean(),
  push: z.object({
    publicKey: z.string().max(200).nullable(),
    isOnHere: z.boolean(),
    browsers: z.number().int(),
  }),
});
export type NotificationChannels = z.infer<typeof notificationWaysSchema>;

export const usageSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("screen"),
    name: z.enum(["dashboard", "account", "subscribe", "track-record"]),
  }),
  z.object({ kind: z.literal("feature"), name: z.enum(["analysis", "export"]) }),
]);
export type UsageEvent = z.infer<typeof usageSchema>;

export const usageFlags = { screen: "dataAnalytics", feature: "usageStatistics" } as const;
