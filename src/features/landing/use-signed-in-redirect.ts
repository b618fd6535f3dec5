import { useEffect } from "react";
import { isPageUnloading } from "#lib/page-unload.ts";
import { storedToken, storeToken } from "#lib/token.ts";
import { verifySession } from "./api.ts";

/** Takes a signed-in person to the dashboard; forgets a stored token that is no longer good. */
export function useSignedInRedirect(): void {
  useEffect(() => {
    if (!storedToken()) return;
    verifySession().then(
      () => location.replace("/dashboard"),
      () => isPageUnloading() || storeToken(null),
    );
  }, []);
}
