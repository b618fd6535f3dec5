import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { usageSchema } from "#contract/usage.ts";
import { useSession } from "#lib/session.tsx";
import { countUse } from "#lib/usage.ts";

/** Has each screen counted that a signed-in person opens, if they let us. */
export function ScreenCount() {
  const { user } = useSession();
  const [, name = ""] = useLocation().pathname.split("/");
  const counted = useRef("");
  useEffect(() => {
    if (!user || counted.current === name) return;
    counted.current = name;
    const screen = usageSchema.safeParse({ kind: "screen", name });
    if (screen.success) countUse(user.privacyPreferences, screen.data);
  }, [user, name]);
  return null;
}
