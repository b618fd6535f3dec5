import { LinkButton } from "../button.tsx";

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
