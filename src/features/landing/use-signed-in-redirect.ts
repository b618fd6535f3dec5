import { useEffect } from "react";
import { isPageUnloading } from "#lib/page-unload.ts";
import { send } from "#lib/request.ts";
import { storedToken, storeToken } from "#lib/token.ts";

/** Takes a signed-in person to the dashboard; forgets a stored token that is no longer good. */
export function useSignedInRedirect(): void {
  useEffect(() => {
    if (!storedToken()) return;
    send("/api/auth/verify", { method: "POST", body: {} }).then(
      () => location.replace("/dashboard"),
      () => isPageUnloading() || storeToken(null),
    );
  }, []);
}
