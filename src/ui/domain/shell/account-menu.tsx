import { useSession } from "#lib/session.tsx";
import { chooseTheme, useTheme } from "#lib/theme.ts";
import { Moon, Settings, SignOut, Sun, User } from "../../icons.tsx";

const MENU_ID = "account-menu";
const item =
  "flex min-h-11 w-full items-center gap-3 rounded-md px-3 text-left text-sm font-medium hover:bg-sunken focus-ring";

/** The browser's popover: closes on Escape and outside, returns the focus. */
export function AccountMenu() {
  const { user, signOut } = useSession();
  const { isDark } = useTheme();
  const close = () => document.getElementById(MENU_ID)?.hidePopover();
  return (
    <>
      <button
        type="button"
        popoverTarget={MENU_ID}
        aria-label="Your account"
        className="inline-flex size-11 items-center justify-center rounded-md text-muted hover:bg-sunken hover:text-ink focus-ring"
      >
        <span className="inline-flex size-8 items-center justify-center rounded-full bg-primary-soft text-sm font-semibold text-primary">
          {user ? (user.fullName || user.email).slice(0, 1).toUpperCase() : <User className="size-4" />}
        </span>
      </button>
      <div
        id={MENU_ID}
        popover="auto"
        className="account-menu w-64 rounded-lg border border-line bg-raised p-2 text-ink shadow-float"
      >
        <p className="break-words px-3 pb-2 pt-1 text-sm text-muted">{user?.email}</p>
        <a href="/account" className={item} onClick={close}>
          <Settings /> Account
        </a>
        <button type="button" className={item} onClick={() => chooseTheme(isDark ? "light" : "dark")}>
          {isDark ? <Sun /> : <Moon />} {isDark ? "Light theme" : "Dark theme"}
        </button>
        <button type="button" className={item} onClick={() => void signOut()}>
          <SignOut /> Sign out
        </button>
      </div>
    </>
  );
}
