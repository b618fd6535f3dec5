import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import type { Consent } from "#contract/connected-apps.ts";
import { planTerms } from "#contract/plans.ts";
import type { ApiScope } from "#contract/rules.ts";
import { usePageTitle } from "#lib/browser.ts";
import { counted } from "#lib/numbers.ts";
import { useUser } from "#lib/session.tsx";
import { fieldErrorsOf, useAction } from "#lib/use-action.ts";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { LoadFailure } from "#ui/domain/load-failure.tsx";
import { AppShell } from "#ui/domain/shell/app-shell.tsx";
import { Check } from "#ui/icons.tsx";
import { SkeletonLines } from "#ui/loading.tsx";
import { ActionFailure, Notice } from "#ui/notice.tsx";
import { consentQuery, decideConsent } from "../api.ts";
import { useRecentPassword } from "../password-step.tsx";
import { ProofFields } from "../proof-fields.tsx";

/** The page on which the person lets an app access the account (OAuth 2.1). */
export default function AuthorizePage() {
  usePageTitle("Connect an app");
  const [params] = useSearchParams();
  const query = params.toString();
  const consent = useQuery(consentQuery(query));
  const redirectTo = consent.data?.redirectTo;
  useEffect(() => {
    if (redirectTo) leaveTo(redirectTo);
  }, [redirectTo]);
  return (
    <AppShell>
      <div className="page-width flex max-w-xl flex-col gap-6 py-8 sm:py-12">
        {consent.isPending && <SkeletonLines lines={6} />}
        {consent.isError && <LoadFailure title="This app cannot be connected" query={consent} />}
        {redirectTo && <p className="text-muted">Going back to the app…</p>}
        {consent.data?.app && <Ask query={query} app={consent.data.app} scopes={consent.data.scopes} />}
      </div>
    </AppShell>
  );
}

/** Leaves for the app's address, which the server has checked. Only http and https addresses are opened. */
function leaveTo(address: string): void {
  if (/^https?:\/\//.test(address)) location.assign(address);
}

const mayDo: Record<ApiScope, string> = {
  read: "Read your predictions, the calendar and the track record, as your plan shows them to you",
  analyze: "Analyze companies in your name; each analysis counts against your plan",
};

type AskProps = { query: string; app: NonNullable<Consent["app"]>; scopes: readonly ApiScope[] };

function Ask({ query, app, scopes }: AskProps) {
  const user = useUser();
  const [password, setPassword] = useState("");
  const recentPassword = useRecentPassword({
    fallback: "The app could not be connected. Please try again.",
  });
  const { isPending, pending, error, message, run } = useAction<boolean, { redirectTo: string }>({
    call: (isAllowed) => decideConsent({ query, isAllowed, password: password || undefined }),
    ...recentPassword.action,
    onSuccess: ({ redirectTo }) => leaveTo(redirectTo),
  });
  const plan = planTerms[user.subscriptionTier];
  const left =
    user.apiCallsLimit === null
      ? "unlimited analyses"
      : `${counted(Math.max(0, user.apiCallsLimit - user.apiCallsUsed), "analysis", "analyses")} left of ${user.apiCallsLimit}`;
  return (
    <>
      <header className="flex flex-col gap-2">
        <h1 className="heading-2 break-words text-balance">Let {app.sentTo} use your Beatcast account?</h1>
        <p className="break-words text-muted">
          An app there calls itself “{app.name}”.{" "}
          {app.domain ? (
            <>
              <strong className="text-ink">{app.domain}</strong> vouches for this name.
            </>
          ) : (
            "It chose this name itself; nothing proves it."
          )}{" "}
          You are signed in as {user.email}.
        </p>
      </header>
      {app.isLocal && (
        <Notice tone="warn" title="This is a program on your own device">
          Continue only if you have just started it yourself. Any program on it could have opened this page.
        </Notice>
      )}
      <Card aria-label="What it may do">
        <ul className="flex flex-col gap-3">
          {scopes.map((scope) => (
            <li key={scope} className="flex items-start gap-3">
              <Check className="mt-0.5 size-5 text-positive" /> <span>{mayDo[scope]}</span>
            </li>
          ))}
        </ul>
        <dl className="mt-5 flex flex-col gap-3 border-t border-line pt-4 text-sm">
          <Fact name="Runs on" value={`Your ${plan.name} plan: ${left}`} />
          <Fact name="It never sees" value="Your password, payments, profile and settings" />
          <Fact name="To end it" value="Account, Security, Connected apps" />
        </dl>
      </Card>
      {recentPassword.isAsked && (
        <ProofFields
          hint="You signed in a while ago."
          error={fieldErrorsOf(error).password ?? null}
          value={password}
          onChange={setPassword}
          onProven={() => run(true)}
        />
      )}
      <ActionFailure message={message} />
      <div className="grid gap-3 sm:grid-cols-2">
        <Button variant="secondary" size="lg" disabled={isPending} onClick={() => run(false)}>
          {pending === false ? "Going back..." : "Don't allow"}
        </Button>
        <Button size="lg" isLoading={pending === true} onClick={() => run(true)}>
          {pending === true ? "Connecting..." : "Allow"}
        </Button>
      </div>
    </>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className="grid gap-x-4 sm:grid-cols-[8rem_1fr]">
      <dt className="text-muted">{name}</dt>
      <dd className="break-words font-medium">{value}</dd>
    </div>
  );
}
