import { LinkButton } from "../button.tsx";

/** The way out of a public page, on the right of its bar: a neighbouring page on wide screens, and the dashboard. */
export function PageLinks({ href, label }: { href: string; label: string }) {
  return (
    <>
      <LinkButton href={href} variant="ghost" size="sm" className="max-sm:hidden">
        {label}
      </LinkButton>
      <LinkButton href="/dashboard" variant="secondary" size="sm">
        Dashboard
      </LinkButton>
    </>
  );
}
