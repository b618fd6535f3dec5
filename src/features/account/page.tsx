import { lazy, Suspense } from "react";
import { useSearchParams } from "react-router";
import { planTerms } from "#contract/plans.ts";
import { usePageTitle } from "#lib/browser.ts";
import { useSession } from "#lib/session.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { AppShell } from "#ui/domain/shell/app-shell.tsx";
import { ArrowLeft, SignOut } from "#ui/icons.tsx";
import { SkeletonLines } from "#ui/loading.tsx";
import { TabPanel, Tabs } from "#ui/tabs.tsx";

const accountTabs = [
  { value: "account", label: "Account" },
  { value: "billing", label: "Billing" },
  { value: "security", label: "Security" },
  { value: "notifications", label: "Notifications" },
  { value: "privacy", label: "Privacy" },
  { value: "api", label: "API" },
] as const;

type AccountTab = (typeof accountTabs)[number]["value"];

const panels: Record<AccountTab, ReturnType<typeof lazy>> = {
  account: lazy(() => import("./profile/account-tab.tsx")),
  billing: lazy(() => import("./billing/billing-tab.tsx")),
  security: lazy(() => import("./security/security-tab.tsx")),
  notifications: lazy(() => import("./notifications/notifications-tab.tsx")),
  privacy: lazy(() => import("./privacy/privacy-tab.tsx")),
  api: lazy(() => import("./api-keys/api-keys-tab.tsx")),
};

export default function AccountPage() {
  usePageTitle("Account Settings");
  const { user, signOut } = useSession();
  const [params, setParams] = useSearchParams();
  const tab = tabOf(params.get("tab"));
  if (!user) return null;
  const tabs = accountTabs.filter(
    ({ value }) => value !== "api" || tab === "api" || planTerms[user.subscriptionTier].apiKeys > 0,
  );

  return (
    <AppShell>
      <div className="page-width flex flex-col gap-6 py-6 sm:py-8">
        <div>
          <div className="-mx-3 -mt-2 mb-2 flex flex-wrap justify-between">
            <LinkButton href="/dashboard" variant="ghost" size="sm">
              <ArrowLeft className="size-4" /> Back Home
            </LinkButton>
            <Button variant="ghost" size="sm" onClick={() => void signOut()}>
              <SignOut className="size-4" /> Sign Out
            </Button>
          </div>
          <h1 className="heading-1">Welcome, {user.fullName || user.email.split("@")[0]}</h1>
          <p className="mt-1 break-words text-muted">
            {user.email} · {planTerms[user.subscriptionTier].name} plan ·{" "}
            <a href="/support" className="link">
              Support
            </a>
          </p>
        </div>
        <Tabs
          label="Account settings"
          tabs={tabs}
          value={tab}
          onChange={(next) => setParams(next === "account" ? {} : { tab: next })}
        >
          {tabs.map(({ value }) => {
            const Panel = panels[value];
            return (
              <TabPanel key={value} value={value}>
                <Suspense fallback={<PanelLoading />}>
                  <Panel />
                </Suspense>
              </TabPanel>
            );
          })}
        </Tabs>
      </div>
    </AppShell>
  );
}

function PanelLoading() {
  return (
    <Card as="div">
      <span role="status" className="sr-only">
        Loading…
      </span>
      <SkeletonLines lines={5} />
    </Card>
  );
}

function tabOf(named: string | null): AccountTab {
  return accountTabs.find((tab) => tab.value === named)?.value ?? "account";
}
