import { type FormEvent, useState } from "react";
import { messageOf, send } from "#lib/request.ts";
import { showToast } from "#lib/toast-store.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { EmailField } from "./email-field.tsx";

/** Asks for a link to set a new password. The answer is the same whether or not the account exists. */
export function ForgotPassword() {
  const [state, setState] = useState<"idle" | "pending" | "sent">("idle");
  const [error, setError] = useState<string | null>(null);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get("email") ?? "").trim();
    setError(email ? null : "Please enter your email.");
    if (!email) return;
    setState("pending");
    try {
      await send("/api/auth/forgot-password", { method: "POST", body: { email } });
      setState("sent");
    } catch (failure) {
      setState("idle");
      showToast({
        tone: "destructive",
        title: "Reset failed",
        description: messageOf(failure, "Please try again."),
      });
    }
  }

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <div>
        <h1 className="heading-1">Forgot your password?</h1>
        <p className="mt-1 text-muted">We send a link that sets a new one.</p>
      </div>
      {state === "sent" ? (
        <Notice tone="success" title="Check your mailbox" isAnnounced>
          If an account with this address exists, a link is on its way. It can be used once.
        </Notice>
      ) : (
        <>
          <EmailField error={error} />
          <Button type="submit" size="lg" isWide isLoading={state === "pending"}>
            {state === "pending" ? "Sending..." : "Send the link"}
          </Button>
        </>
      )}
      <LinkButton href="/auth" variant="ghost">
        Back to sign in
      </LinkButton>
    </form>
  );
}
