import { useForm } from "#lib/use-form.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { requestPasswordLink } from "./api.ts";
import { EmailField } from "./email-field.tsx";

/** Asks for a link to set a new password. The answer is the same whether or not the account exists. */
export function ForgotPassword() {
  const { isPending, isSuccess, errorOf, onSubmit } = useForm({
    read: (entry) => entry("email").trim(),
    check: (email) => (email ? null : { fields: { email: "Please enter your email." } }),
    call: requestPasswordLink,
    failure: { title: "Reset failed", fallback: "Please try again." },
  });

  return (
    <form onSubmit={onSubmit} noValidate className="flex flex-col gap-5">
      <div>
        <h1 className="heading-1">Forgot your password?</h1>
        <p className="mt-1 text-muted">We send a link that sets a new one.</p>
      </div>
      {isSuccess ? (
        <Notice tone="success" title="Check your mailbox" isAnnounced>
          If an account with this address exists, a link is on its way. It can be used once.
        </Notice>
      ) : (
        <>
          <EmailField error={errorOf("email")} />
          <Button type="submit" size="lg" isWide isLoading={isPending}>
            {isPending ? "Sending..." : "Send the link"}
          </Button>
        </>
      )}
      <LinkButton href="/auth" variant="ghost">
        Back to sign in
      </LinkButton>
    </form>
  );
}
