import { lazy, type ReactNode } from "react";
import { useSession } from "#lib/session.tsx";
import { ScreenSpinner } from "#ui/spinner.tsx";

const AuthPage = lazy(() => import("../features/auth/page.tsx"));

type RequireUserProps = {
  /** The account's own page says 'Access Denied' above the sign-in. */
  isAccount?: boolean;
  children: ReactNode;
};

/** A page for signed-in people: a spinner while the session loads, the sign-in page in its place for anyone else. */
export function RequireUser({ isAccount = false, children }: RequireUserProps) {
  const { user, isLoading } = useSession();
  if (isLoading) return <ScreenSpinner label="Loading…" />;
  return user ? children : <AuthPage isAccountDenied={isAccount} />;
}
