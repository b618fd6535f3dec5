import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { isServerRenderedPath } from "#contract/pages.ts";
import type { ProviderOutcome } from "#contract/sign-in-methods.ts";
import { useSession } from "#lib/session.tsx";
import { useAction } from "#lib/use-action.ts";
import { LinkButton } from "#ui/button.tsx";
import { Spinner } from "#ui/loading.tsx";
import { Notice } from "#ui/notice.tsx";
import { completeProviderFlow } from "./api.ts";
import { signedInToast } from "./auth-frame.tsx";
import { TwoFactorForm } from "./sign-in.tsx";

const texts = {
  linked: { title: "Sign-in linked", description: "It signs you in from now on." },
  confirmed: { title: "Thank you", description: "Please go on with what you were doing." },
};

function saidOf(outcome: ProviderOutcome) {
  if ("done" in outcome) return texts[outcome.done];
  return "token" in outcome ? signedInToast : null;
}

/** Finishes the sign-in with a provider that began in this browser. It runs once. */
export function ProviderReturn({ provider, query }: { provider: string; query: string }) {
  const { user, setSession } = useSession();
  const navigate = useNavigate();
  const [codeRequest, setAsked] = useState<{ ticket: string; returnTo: string } | null>(null);
  const leave = (to: string) => {
    if (isServerRenderedPath(to.split(/[?#]/)[0] ?? "")) location.replace(to);
    else navigate(to, { replace: true });
  };
  const { run, message } = useAction({
    call: () => completeProviderFlow(provider, query),
    success: saidOf,
    failure: { fallback: "Please start again." },
    onSuccess: (outcome) => {
      if ("ticket" in outcome) return setAsked(outcome);
      if ("token" in outcome) setSession(outcome);
      leave(outcome.returnTo);
    },
  });
  const isSent = useRef(false);
  useEffect(() => {
    if (isSent.current) return;
    isSent.current = true;
    run();
  }, [run]);

  if (codeRequest)
    return (
      <TwoFactorForm
        ticket={codeRequest.ticket}
        onBack={() => navigate("/auth", { replace: true })}
        onVerified={() => leave(codeRequest.returnTo)}
      />
    );
  if (!message)
    return (
      <p role="status" className="flex items-center gap-3 text-muted">
        <Spinner /> Signing in...
      </p>
    );
  return (
    <div className="flex flex-col gap-5">
      <h1 className="heading-1">This did not work</h1>
      <Notice tone="danger" isAnnounced>
        {message}
      </Notice>
      <LinkButton href={user ? "/account?tab=security" : "/auth"} variant="ghost">
        {user ? "Back to your account" : "Back to sign in"}
      </LinkButton>
    </div>
  );
}
