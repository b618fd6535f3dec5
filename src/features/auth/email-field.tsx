import { TextField } from "#ui/field.tsx";

/** The address that names an account; browsers offer the one they keep beside the password. */
export function EmailField({ error }: { error?: string | null | undefined }) {
  return (
    <TextField
      label="Email"
      name="email"
      type="email"
      autoComplete="username"
      inputMode="email"
      aria-required
      error={error ?? null}
    />
  );
}
