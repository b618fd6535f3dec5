import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "..", "..");

/**
 * Lists the violations of one rule: only an api.ts and src/lib know addresses and send requests, and only actions
 * catch their errors.
 */
function breaches(file: string, text: string): string[] {
  const found: string[] = [];
  if (!/(^|\/)api\.ts$/.test(file) && !/^src\/lib\/[\w-]+\.ts$/.test(file)) {
    if (/["'`]\/api\/\w/.test(text)) found.push(`${file} names an address of the API`);
    if (/\b(send|fetch|apiFetch|apiQuery)\(/.test(text)) found.push(`${file} sends a request`);
    if (/\buseMutation\b/.test(text)) found.push(`${file} writes without useAction`);
  }
  if (file.endsWith(".tsx") && /\}\s*catch\b/.test(text)) found.push(`${file} catches by hand`);
  return found;
}

it("the page writes in one way: calls are named in api.ts, and useAction knows their end", () => {
  const files = globSync("src/**/*.{ts,tsx}", { cwd: root });
  expect(files.length).toBeGreaterThan(150);
  expect(files.flatMap((file) => breaches(file, readFileSync(join(root, file), "utf8")))).toEqual([]);
});

it.each([
  ["src/features/one/card.tsx", 'const path = "/api/account";', "names an address of the API"],
  ["src/features/one/card.tsx", "const answer = await send(path);", "sends a request"],
  ["src/ui/domain/card.tsx", "await apiFetch(schema, path);", "sends a request"],
  ["src/features/one/use-it.ts", "const it = useMutation({});", "writes without useAction"],
  ["src/lib/session.tsx", "try { await signIn(); } catch { setFailed(true); }", "catches by hand"],
])("a planted breach in %s is seen: %s", (file, text, breach) => {
  expect(breaches(file, text)).toEqual([`${file} ${breach}`]);
});

/** These are the files in which a failure shows a toast. The specification names each of them. */
const failureToasts: Record<string, readonly string[]> = {
  "Analysis Failed": ["features/dashboard/analysis/use-analysis.ts"],
  "Cancellation Failed": ["features/account/billing/plan-actions.tsx"],
  "Confirmation Required": ["features/account/privacy/delete-account.tsx"],
  "Deletion Failed": ["features/account/privacy/delete-account.tsx"],
  Error: ["lib/checkout.ts"],
  "Export Failed": ["features/account/privacy/privacy-tab.tsx"],
  "Missing information": ["features/auth/sign-in.tsx"],
  "Password mismatch": ["features/account/security/change-password.tsx", "features/auth/sign-up-form.tsx"],
  "Password Mismatch": ["features/auth/setup-password.tsx"],
  "Password too short": ["features/account/security/change-password.tsx", "features/auth/sign-up-form.tsx"],
  "Password Too Short": ["features/auth/setup-password.tsx"],
  "Reactivation Failed": ["features/account/billing/plan-actions.tsx"],
  "Refresh Failed": ["features/account/billing/plan-actions.tsx"],
  "Setup Failed": ["features/auth/setup-password.tsx"],
  "Sign in failed": ["features/auth/other-sign-in-methods.tsx", "features/auth/sign-in.tsx"],
  "Sign In Failed": ["features/auth/sign-in.tsx"],
  "Sign up failed": ["features/auth/sign-up-form.tsx"],
  "Subscription Processing Error": ["features/auth/checkout-return.tsx"],
  "Symbol Required": ["features/dashboard/analysis/ticker-form.tsx"],
  "Update failed": ["features/subscribe/change-plan.tsx"],
  "Update Failed": ["features/account/preferences.tsx", "features/account/profile/profile-form.tsx"],
};

it("toasts only confirm, but for the failures that the specification names, each in its place", () => {
  const [, union = ""] =
    /type FailureTitle =([^;]+);/.exec(readFileSync(join(root, "src/lib/toast.ts"), "utf8")) ?? [];
  const named = [...union.matchAll(/"([^"]+)"/g)].map(([, title = ""]) => title);
  expect(named.toSorted()).toEqual(Object.keys(failureToasts).toSorted());

  const sources = globSync("src/**/*.{ts,tsx}", { cwd: root, exclude: ["src/features/design/**"] }).map(
    (file) => ({ file: file.slice("src/".length), text: readFileSync(join(root, file), "utf8") }),
  );
  const shown = named.map((title) => [
    title,
    sources
      .filter(({ text }) => text.includes(`title: "${title}"`))
      .map(({ file }) => file)
      .toSorted(),
  ]);
  expect(Object.fromEntries(shown)).toEqual(failureToasts);
});
