import { PasswordField } from "#ui/field.tsx";

/** The password of somebody whose sign-in is not recent, beside what they change. */
export function RecentPasswordField({ error }: { error: string | null }) {
  return (
    <PasswordField
      label="Password"
      name="password"
      autoComplete="current-password"
      hint="You signed in a while ago."
      error={error}
    />
  );
}
