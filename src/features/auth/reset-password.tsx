import { type FormEvent, useState } from "react";
import { MIN_PASSWORD_LENGTH } from "#contract/password.ts";
import { messageOf, send } from "#lib/request.ts";
import { showToast } from "#lib/toast-store.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { PasswordField } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import { passwordPairProblem } from "./password-pair.ts";

/** Sets a new password with the token of a mailed link. */
export function ResetPassword({ token }: { token: string }) {
  const [state, setState] = useState<"idle" | "pending" | "done">("idle");

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const password = String(form.get("password") ?? "");
    const problem = passwordPairProblem(password, String(form.get("confirmPassword") ?? ""));
    if (problem) {
      showToast({ tone: "destructive", ...problem });
      return;
    }
    setState("pending");
    try {
      await send("/api/auth/reset-password", { method: "POST", body: { token, password } });
      setState("done");
    } catch (failure) {
      setState("idle");
      const description = messageOf(failure, "The link may have expired. Please ask for a new one.");
      showToast({ tone: "destructive", title: "Reset failed", description });
    }
  }

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <h1 className="heading-1">Set a new password</h1>
      {state === "done" ? (
        <Notice tone="success" title="Password changed" isAnnounced>
          You can sign in with it now. Every other session has been ended.
        </Notice>
      ) : token ? (
        <>
          <PasswordField
            label="New Password"
            name="password"
            autoComplete="new-password"
            hint={`At least ${MIN_PASSWORD_LENGTH} characters.`}
          />
          <PasswordField label="Confirm Password" name="confirmPassword" autoComplete="new-password" />
          <Button type="submit" size="lg" isWide isLoading={state === "pending"}>
            {state === "pending" ? "Saving..." : "Save the password"}
          </Button>
        </>
      ) : (
        <Notice tone="warn" title="This link is not complete">
          Please open the link of the mail again, or ask for a new one.
        </Notice>
      )}
      <LinkButton href={state === "done" || token ? "/auth" : "/auth/forgot-password"} variant="ghost">
        {state === "done" || token ? "Back to sign in" : "Ask for a new link"}
      </LinkButton>
    </form>
  );
}
