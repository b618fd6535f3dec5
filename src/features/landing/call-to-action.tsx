import { LinkButton } from "#ui/button.tsx";
import { ArrowRight } from "#ui/icons.tsx";

/** The last invitation before the footer. */
export function CallToAction() {
  return (
    <section aria-labelledby="cta-title" className="page-width pb-16 sm:pb-22">
      <div className="flex flex-col items-start gap-8 rounded-xl bg-brand p-8 text-on-brand sm:p-12 lg:flex-row lg:items-center lg:justify-between">
        <div className="max-w-2xl">
          <h2 id="cta-title" className="heading-1">
            The next report is coming. Look at the odds first.
          </h2>
          <p className="mt-3 text-lg text-brand-muted text-pretty">
            Start free with ten analyses a month, or choose a plan. Every answer comes with its evidence.
          </p>
        </div>
        <LinkButton href="/auth" variant="inverse" size="lg">
          Start free <ArrowRight />
        </LinkButton>
      </div>
    </section>
  );
}
