import type { User } from "#contract/account.ts";

/** The person's picture, else the first letter of their name or e-mail, else U. */
export function Avatar({ user }: { user: Pick<User, "avatarUrl" | "fullName" | "email"> }) {
  const frame = "size-18 shrink-0 rounded-full";
  if (user.avatarUrl) return <img src={user.avatarUrl} alt="" className={`${frame} object-cover`} />;
  const [letter = "U"] = [...(user.fullName || user.email)];
  return (
    <span
      aria-hidden="true"
      className={`${frame} inline-flex items-center justify-center bg-primary-soft font-display text-3xl font-semibold text-primary`}
    >
      {letter.toUpperCase()}
    </span>
  );
}
