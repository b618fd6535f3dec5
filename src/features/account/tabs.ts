/** The five tabs, in their order. The address names the open one: `/account?tab=billing`. */
export const accountTabs = [
  { value: "account", label: "Account" },
  { value: "billing", label: "Billing" },
  { value: "security", label: "Security" },
  { value: "notifications", label: "Notifications" },
  { value: "privacy", label: "Privacy" },
] as const;

export type AccountTab = (typeof accountTabs)[number]["value"];

/** The tab an address names; the first one for anything else. */
export function tabOf(named: string | null): AccountTab {
  return accountTabs.find((tab) => tab.value === named)?.value ?? "account";
}
