import type { ReactNode } from "react";
import { isSamePassword, MIN_PASSWORD_LENGTH, passwordLengthError } from "#contract/password.ts";
import type { FormError } from "#lib/use-form.ts";
import { Disclosure } from "#ui/domain/disclosure.tsx";
import { SurpriseDots } from "#ui/domain/surprise-dots.tsx";
import { PasswordField, TextField } from "#ui/field.tsx";
import { Logo } from "#ui/logo.tsx";
import { Notice } from "#ui/notice.tsx";
import { ThemeSwitch } from "#ui/theme-switch.tsx";

const quarters = [
  { label: "Q1 24", surprisePercent: 2.1 },
  { label: "Q2 24", surprisePercent: 4.6 },
  { label: "Q3 24", surprisePercent: -3.4 },
  { label: "Q4 24", surprisePercent: 6.8 },
  { label: "Q1 25", surprisePercent: 1.2 },
  { label: "Q2 25", surprisePercent: 8.1 },
  { label: "Q3 25", surprisePercent: 5.3 },
  { label: "Next", surprisePercent: null },
];

export const signedInToast = { title: "Welcome back!", description: "You are signed in." };

type AuthFrameProps = { notice?: "denied" | "goodbye" | null; children: ReactNode };

export function AuthFrame({ notice = null, children }: AuthFrameProps) {
  return (
    <div className="grid flex-1 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <div className="flex flex-col px-4 py-4 sm:px-8">
        <header className="flex items-center justify-between">
          <a href="/" aria-label="Beatcast, home" className="rounded-md focus-ring">
            <Logo />
          </a>
          <ThemeSwitch />
        </header>
        <main
          id="main"
          tabIndex={-1}
          className="mx-auto flex w-full max-w-md flex-1 flex-col gap-5 pt-[clamp(2rem,50dvh_-_25rem,8rem)] pb-8 outline-none"
        >
          {notice === "goodbye" && (
            <Notice tone="success" title="You are signed out" isAnnounced>
              Goodbye, and see you at the next report.
            </Notice>
          )}
          {notice === "denied" && (
            <Notice tone="warn" title="Access Denied">
              Please log in to access your account settings.{" "}
              <a href="/auth" className="link">
                Sign In
              </a>
            </Notice>
          )}
          {children}
        </main>
        <div className="mx-auto w-full max-w-md">
          <Disclosure variant="brief" />
        </div>
      </div>
      <aside className="hidden border-l border-line bg-surface lg:block">
        <div className="sticky top-0 flex min-h-dvh max-w-156 flex-col justify-center gap-8 p-14">
          <div>
            <p className="font-display text-3xl font-semibold tracking-[-0.02em] text-balance">
              Every probability is shown beside its base rate, and beside how similar predictions turned out.
            </p>
            <p className="mt-4 text-muted text-pretty">
              Companies beat the consensus far more often than they miss it. What matters is the difference,
              and how often it was right.
            </p>
          </div>
          <div>
            <SurpriseDots
              quarters={quarters}
              description="An illustration: seven quarters as dots above or below the consensus line, and the next one still open."
            />
            <p className="mt-2 text-xs text-muted">
              Illustration. Dashed: analyst consensus. Dots: reported earnings per share.
            </p>
          </div>
        </div>
      </aside>
    </div>
  );
}

export function LegalLinks() {
  return (
    <>
      <a href="/terms" className="link">
        Terms of Service
      </a>{" "}
      and the{" "}
      <a href="/privacy" className="link">
        Privacy Policy
      </a>
    </>
  );
}

type EmailFieldProps = { error?: string | null | undefined; offersPasskeys?: boolean };

/**
 * The email field of the sign-in forms. Browsers fill a `username` field with the stored address; `webauthn`
 * also makes them suggest passkeys.
 */
export function EmailField({ error, offersPasskeys = false }: EmailFieldProps) {
  return (
    <TextField
      label="Email"
      name="email"
      type="email"
      autoComplete={offersPasskeys ? "username webauthn" : "username"}
      inputMode="email"
      aria-required
      error={error ?? null}
    />
  );
}

type NewPasswordFieldsProps = {
  label: string;
  errorOf: (field: keyof PasswordPair) => string | null;
  "aria-required"?: boolean;
};

export function NewPasswordFields({ label, errorOf, ...rest }: NewPasswordFieldsProps) {
  const shared = { autoComplete: "new-password", ...rest };
  return (
    <>
      <PasswordField
        {...shared}
        label={label}
        name="password"
        hint={`At least ${MIN_PASSWORD_LENGTH} characters.`}
        error={errorOf("password")}
      />
      <PasswordField
        {...shared}
        label="Confirm Password"
        name="confirmPassword"
        error={errorOf("confirmPassword")}
      />
    </>
  );
}

export type PasswordPair = { password: string; confirmPassword: string };

export function readPasswordPair(entry: (name: string) => string): PasswordPair {
  return { password: entry("password"), confirmPassword: entry("confirmPassword") };
}

/** Returns why the passwords cannot be sent, in the words of the product specification, or null if they can. */
export function passwordPairError({ password, confirmPassword }: PasswordPair): FormError | null {
  if (!isSamePassword(password, confirmPassword))
    return { fields: { confirmPassword: "Passwords do not match." } };
  const problem = passwordLengthError(password, "sign-up");
  return problem && { fields: { password: problem.message } };
}
