import { useState } from "react";
import { Navigate, useLocation, useSearchParams } from "react-router";
import { usePageTitle } from "#lib/page-title.ts";
import { useSession } from "#lib/session.tsx";
import { ScreenSpinner } from "#ui/spinner.tsx";
import { AuthFrame } from "./auth-frame.tsx";
import { AuthTabs } from "./auth-tabs.tsx";
import { ConfirmEmail } from "./confirm-email.tsx";
import { ForgotPassword } from "./forgot-password.tsx";
import { LinkCheckout } from "./link-checkout.tsx";
import { PlainSignIn } from "./plain-sign-in.tsx";
import { PostCheckout } from "./post-checkout.tsx";
import { ResetPassword } from "./reset-password.tsx";
import { SetUpLink } from "./set-up-link.tsx";

type AuthPageProps = {
  /** Why the page stands here instead of another one. */
  isAccountDenied?: boolean;
};

/** Sign-in, sign-up, account set-up after a checkout, and the way back to a forgotten password. */
export default function AuthPage({ isAccountDenied = false }: AuthPageProps) {
  usePageTitle("Sign In");
  const { user, isLoading } = useSession();
  const { pathname, hash } = useLocation();
  const [query] = useSearchParams();
  const [wantsSignIn, setWantsSignIn] = useState(false);
  const [isSetUp, setIsSetUp] = useState(false);
  const checkoutSession = query.get("subscription") === "success" ? query.get("session_id") : null;

  if (isLoading) return <ScreenSpinner label="Loading…" />;
  if (pathname === "/auth/confirm-email")
    return (
      <AuthFrame>
        <ConfirmEmail token={query.get("token") ?? ""} />
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
    <AuthFrame isAccountDenied={isAccountDenied}>
      {pathname === "/auth/forgot-password" ? (
        <ForgotPassword />
      ) : pathname === "/auth/reset-password" ? (
        <ResetPassword token={query.get("token") ?? ""} />
      ) : wantsSignIn ? (
        <PlainSignIn />
      ) : (
        <AuthTabs />
      )}
    </AuthFrame>
  );
}
