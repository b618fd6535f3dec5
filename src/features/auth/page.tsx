import { useState } from "react";
import { Navigate, useLocation, useSearchParams } from "react-router";
import { usePageTitle } from "#lib/browser.ts";
import { useSession } from "#lib/session.tsx";
import { ScreenSpinner } from "#ui/loading.tsx";
import { TabPanel, Tabs } from "#ui/tabs.tsx";
import { AuthFrame } from "./auth-frame.tsx";
import { LinkCheckout, PostCheckout } from "./checkout-return.tsx";
import { ConfirmEmail } from "./confirm-email.tsx";
import { ForgotPassword, ResetPassword } from "./password-reset.tsx";
import { ProviderReturn } from "./provider-return.tsx";
import { SetUpLink } from "./set-up-link.tsx";
import { PlainSignIn, SignInForm, SubscribeLink, TwoFactorForm } from "./sign-in.tsx";
import { SignUpForm } from "./sign-up-form.tsx";

const RETURN_PATH = "/auth/return/";

type AuthPageProps = {
  /** Whether this page is shown in place of the account page, because the visitor has not signed in. */
  isAccountDenied?: boolean;
};

export default function AuthPage({ isAccountDenied = false }: AuthPageProps) {
  usePageTitle("Sign In");
  const { user, isLoading, hasSignedOut } = useSession();
  const { pathname, search, hash } = useLocation();
  const [query] = useSearchParams();
  const [wantsSignIn, setWantsSignIn] = useState(false);
  const [isSetUp, setIsSetUp] = useState(false);
  const checkoutSession = query.get("subscription") === "success" ? query.get("session_id") : null;

  if (isLoading) return <ScreenSpinner label="Loading…" />;
  if (pathname === "/auth/confirm-email")
    return (
      <AuthFrame>
        <ConfirmEmail key={hash} token={hash.slice(1)} />
      </AuthFrame>
    );
  if (pathname.startsWith(RETURN_PATH))
    return (
      <AuthFrame>
        <ProviderReturn key={search} provider={pathname.slice(RETURN_PATH.length)} query={search.slice(1)} />
      </AuthFrame>
    );
  if (pathname === "/auth/set-up" && !isSetUp)
    return <SetUpLink key={hash} secret={hash.slice(1)} onDone={() => setIsSetUp(true)} />;
  if (pathname.startsWith("/auth") && user)
    return checkoutSession && !isSetUp ? (
      <LinkCheckout sessionId={checkoutSession} onAccepted={() => setIsSetUp(true)} />
    ) : (
      <Navigate to="/dashboard" replace />
    );
  if (checkoutSession && !wantsSignIn)
    return (
      <PostCheckout
        sessionId={checkoutSession}
        onSignInInstead={() => setWantsSignIn(true)}
        onSetUp={() => setIsSetUp(true)}
      />
    );
  return (
    <AuthFrame notice={hasSignedOut ? "goodbye" : isAccountDenied ? "denied" : null}>
      {pathname === "/auth/forgot-password" ? (
        <ForgotPassword />
      ) : pathname === "/auth/reset-password" ? (
        <ResetPassword key={hash} token={hash.slice(1)} />
      ) : wantsSignIn ? (
        <PlainSignIn />
      ) : (
        <AuthTabs />
      )}
    </AuthFrame>
  );
}

const tabs = [
  { value: "signin", label: "Sign In" },
  { value: "signup", label: "Sign Up" },
] as const;
type Tab = (typeof tabs)[number]["value"];

function AuthTabs() {
  const [query] = useSearchParams();
  const [tab, setTab] = useState<Tab>(query.get("tab") === "signup" ? "signup" : "signin");
  const [ticket, setTicket] = useState<string | null>(null);

  if (ticket) return <TwoFactorForm ticket={ticket} onBack={() => setTicket(null)} />;
  return (
    <>
      <div>
        <h1 className="heading-1">{tab === "signin" ? "Sign in to Beatcast" : "Create your account"}</h1>
        <p className="mt-1 text-muted">AI-powered earnings prediction platform</p>
      </div>
      <Tabs label="Account access" tabs={tabs} value={tab} onChange={setTab}>
        <TabPanel value="signin">
          <SignInForm onTwoFactor={setTicket} />
        </TabPanel>
        <TabPanel value="signup">
          <SignUpForm />
        </TabPanel>
      </Tabs>
      {tab === "signin" && <SubscribeLink />}
    </>
  );
}
