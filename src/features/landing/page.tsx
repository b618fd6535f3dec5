import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Plan } from "#contract/subscription.ts";
import { createQueryClient } from "#lib/api.ts";
import { isPageUnloading } from "#lib/browser.ts";
import { storedToken, storeToken } from "#lib/request.ts";
import { LinkButton } from "#ui/button.tsx";
import { ArrowRight } from "#ui/icons.tsx";
import { PageShell } from "#ui/page-shell.tsx";
import { verifySession } from "./api.ts";
import { Examples } from "./examples.tsx";
import { Features, HowItWorks } from "./features.tsx";
import { Footer } from "./footer.tsx";
import { Hero } from "./hero.tsx";
import { Pricing } from "./pricing.tsx";

type LandingPageProps = {
  plans: readonly Plan[];
};

export function LandingPage({ plans }: LandingPageProps) {
  const [queryClient] = useState(createQueryClient);
  useSignedInRedirect();
  return (
    <QueryClientProvider client={queryClient}>
      <PageShell
        themeSwitch="wide"
        actions={
          <>
            <LinkButton href="/dashboard" variant="ghost" size="sm">
              Dashboard
            </LinkButton>
            <LinkButton href="#pricing" size="sm">
              Get Started
            </LinkButton>
          </>
        }
        footer={<Footer />}
      >
        <Hero />
        <Features />
        <HowItWorks />
        <Examples />
        <Pricing builtPlans={plans} />
        <CallToAction />
      </PageShell>
    </QueryClientProvider>
  );
}

function CallToAction() {
  return (
    <section aria-labelledby="cta-title" className="page-width pb-16 sm:pb-22">
      <div className="flex flex-col items-start gap-8 rounded-xl bg-brand p-8 text-on-brand sm:p-12 lg:flex-row lg:items-center lg:justify-between">
        <div className="max-w-2xl">
          <h2 id="cta-title" className="heading-1">
            Before the next report, look at the odds.
          </h2>
          <p className="mt-3 text-lg text-brand-muted text-pretty">
            Start free with ten analyses a month, or choose a plan. Every answer comes with its evidence.
          </p>
        </div>
        <LinkButton href="/auth?tab=signup" variant="inverse" size="lg">
          Start free <ArrowRight />
        </LinkButton>
      </div>
    </section>
  );
}

function useSignedInRedirect(): void {
  useEffect(() => {
    if (!storedToken()) return;
    verifySession().then(
      () => location.replace("/dashboard"),
      () => isPageUnloading() || storeToken(null),
    );
  }, []);
}
