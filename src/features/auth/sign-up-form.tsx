import { isSamePassword, passwordLengthError } from "#contract/password.ts";
import { planIds, planTerms } from "#contract/plans.ts";
import { useSession } from "#lib/session.tsx";
import { type FormError, useForm } from "#lib/use-form.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { EmailField, LegalLinks, NewPasswordFields } from "./auth-frame.tsx";
import { OtherSignInMethods } from "./other-sign-in-methods.tsx";

type SignUpFields = { fullName: string; email: string; password: string; confirmPassword: string };

export function SignUpForm() {
  const { signUp } = useSession();
  const { isPending, errorOf, onSubmit } = useForm<SignUpFields>({
    read: (entry) => ({
      fullName: entry("fullName").trim(),
      email: entry("email").trim(),
      password: entry("password"),
      confirmPassword: entry("confirmPassword"),
    }),
    check: refusalOf,
    call: ({ fullName, email, password }) => signUp({ fullName, email, password }),
    success: { title: "Account created!", description: "Welcome to Beatcast." },
    failure: { title: "Sign up failed", fallback: "Please try again." },
  });

  return (
    <div className="flex flex-col gap-5">
      <ChosenPlan />
      <form onSubmit={onSubmit} noValidate className="flex flex-col gap-4">
        <TextField
          label="Full Name"
          name="fullName"
          autoComplete="name"
          aria-required
          error={errorOf("fullName")}
        />
        <EmailField error={errorOf("email")} />
        <NewPasswordFields label="Password" errorOf={errorOf} aria-required />
        <Button type="submit" size="lg" isWide isLoading={isPending}>
          {isPending ? "Creating account..." : "Create Account"}
        </Button>
        <p className="text-center text-sm text-muted text-pretty">
          By creating an account you agree to the <LegalLinks />.
        </p>
      </form>
      <OtherSignInMethods action="sign up" />
    </div>
  );
}

/** Says that the new account is free, and leads to the plans that cost something. */
function ChosenPlan() {
  const [cheapest] = planIds;
  return (
    <section
      aria-label="Your plan"
      className="flex flex-wrap items-center justify-between gap-x-4 rounded-md bg-primary-soft px-3.5 py-2 text-sm"
    >
      <p>
        <strong className="font-semibold">Free plan</strong>: {planTerms.free.callLimit} basic predictions a
        month
      </p>
      <a href="/#pricing" className="link">
        Paid plans from ${planTerms[cheapest].priceCents / 100}
      </a>
    </section>
  );
}

/** Returns why the form cannot be sent, in the words of the product specification, or null if it can. */
function refusalOf(entered: SignUpFields): FormError | null {
  const missing: Record<string, string> = {};
  if (!entered.fullName) missing.fullName = "Please enter your name.";
  if (!entered.email) missing.email = "Please enter your email.";
  if (!entered.password) missing.password = "Please choose a password.";
  if (Object.keys(missing).length > 0) return { fields: missing };
  if (!isSamePassword(entered.password, entered.confirmPassword)) {
    const text = "Passwords do not match.";
    return { title: "Password mismatch", text, fields: { confirmPassword: text } };
  }
  const problem = passwordLengthError(entered.password, "sign-up");
  if (!problem) return null;
  const { code, message: text } = problem;
  return {
    ...(code === "password_too_short" && { title: "Password too short", text }),
    fields: { password: text },
  };
}
