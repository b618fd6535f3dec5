import { Button } from "#ui/button.tsx";
import { PasswordField } from "#ui/field.tsx";
import { EmailField } from "./email-field.tsx";
import { useSignIn } from "./use-sign-in.ts";

const failure = { title: "Sign in failed", fallback: "Please check your credentials and try again." };

type SignInFormProps = { onTwoFactor: (ticket: string) => void };

/** E-mail and password. What was typed stays after an error. */
export function SignInForm({ onTwoFactor }: SignInFormProps) {
  const { isPending, onSubmit } = useSignIn(failure, onTwoFactor);
  return (
    <form onSubmit={onSubmit} noValidate className="flex flex-col gap-4">
      <EmailField />
      <PasswordField label="Password" name="password" autoComplete="current-password" aria-required />
      <a href="/auth/forgot-password" className="link self-end text-sm">
        Forgot password?
      </a>
      <Button type="submit" size="lg" isWide isLoading={isPending}>
        {isPending ? "Signing in..." : "Sign In"}
      </Button>
    </form>
  );
}
