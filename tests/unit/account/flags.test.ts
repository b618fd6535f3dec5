import { expect, it } from "vitest";
import { notificationDefaults, privacyDefaults } from "#contract/preferences.ts";
import {
  accountSwitches,
  emailSwitches,
  PUSH_PREFERENCE,
  researchSwitches,
  unsupportedNotifications,
} from "../../../src/features/account/notifications/notifications-tab.tsx";
import * as privacy from "../../../src/features/account/privacy/privacy-tab.tsx";

it("each notification flag has one switch, or is said not to be offered", () => {
  const shown = [...researchSwitches, ...accountSwitches, ...emailSwitches].map(({ flag }) => flag);
  const flags = [...shown, PUSH_PREFERENCE, ...unsupportedNotifications.flatMap((item) => item.flags)];
  expect(flags.toSorted()).toEqual(Object.keys(notificationDefaults).toSorted());
});

it("each privacy flag has one switch, or is said not to be offered", () => {
  const flags = [...privacy.usageSwitches, ...privacy.unsupportedPrivacyOptions].map(({ flag }) => flag);
  expect(flags.toSorted()).toEqual(Object.keys(privacyDefaults).toSorted());
});
