import { describe, expect, it } from "vitest";
import type { User } from "#contract/account.ts";
import { aPerson, call } from "../api.ts";

const put = (token: string, what: "notifications" | "privacy", body: unknown) =>
  call<{ user: User }>("PUT", `/api/account/${what}`, { token, body });

describe("preferences", () => {
  it("start with the specification's twelve and six defaults", async () => {
    const { user } = await aPerson();
    expect(user.notificationPreferences).toEqual({
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
    });
    expect(user.privacyPreferences).toEqual({
      dataAnalytics: true,
      personalizedRecommendations: true,
      marketingAnalytics: false,
      thirdPartySharing: false,
      publicProfile: false,
      usageStatistics: true,
    });
  });

  it("are stored, and what a save does not name stays", async () => {
    const { token } = await aPerson();
    await put(token, "notifications", { priceAlerts: true, marketUpdates: false });
    await put(token, "notifications", { weeklySummary: true });
    await put(token, "privacy", { publicProfile: true });
    const { user } = (await call<{ user: User }>("GET", "/api/auth/profile", { token })).body;
    expect(user.notificationPreferences).toMatchObject({
      priceAlerts: true,
      marketUpdates: false,
      weeklySummary: true,
      newsletter: true,
    });
    expect(user.privacyPreferences).toMatchObject({ publicProfile: true, dataAnalytics: true });
  });

  it("take nothing but their own flags", async () => {
    const { token } = await aPerson();
    const { user } = (await put(token, "privacy", { publicProfile: true, subscriptionTier: "premium" })).body;
    expect(user.subscriptionTier).toBe("free");
    expect(Object.keys(user.privacyPreferences)).toHaveLength(6);
    expect((await put(token, "notifications", { newsletter: "yes" })).status).toBe(400);
  });
});
