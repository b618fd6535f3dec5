import { LinkButton } from "#ui/button.tsx";
import { PageShell } from "#ui/page-shell.tsx";

/** The public face of Beatcast. */
export function LandingPage() {
  return (
    <PageShell actions={<LinkButton href="/dashboard">Dashboard</LinkButton>}>
      <section className="page-width py-16">
        <h1 className="heading-1">
          Will the company beat earnings? Know the odds, and how good such odds were before.
        </h1>
      </section>
    </PageShell>
  );
}
