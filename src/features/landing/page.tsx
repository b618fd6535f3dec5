import { QueryClientProvider } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useState } from "react";
import type { Plan } from "#contract/subscription.ts";
import { createQueryClient } from "#lib/api.ts";
import { isPageUnloading } from "#lib/browser.ts";
import { storedToken, storeToken } from "#lib/request.ts";
import { LinkButton } from "#ui/button.tsx";
import { PageShell } from "#ui/domain/shell/page-shell.tsx";
import { Search } from "#ui/domain/shell/search.tsx";
import { ArrowRight } from "#ui/icons.tsx";
import { ThemeSwitch } from "#ui/theme-switch.tsx";
import { verifySession } from "./api.ts";
import { Examples, Section } from "./examples.tsx";
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
        current="Home"
        isMember={false}
        actions={
          <>
            <Search isMember={false} />
            <span className="max-xl:hidden">
              <ThemeSwitch />
            </span>
            <LinkButton href="/dashboard" variant="ghost" size="sm" className="max-sm:hidden">
              Dashboard
            </LinkButton>
            <LinkButton href="/auth" variant="secondary" size="sm">
              Sign In
            </LinkButton>
            <LinkButton href="/auth?tab=signup" size="sm" className="max-sm:hidden">
              Get Started
            </LinkButton>
          </>
        }
        footer={<Footer />}
      >
        <Hero />
        <ThisWeek />
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

const Live = lazy(() => import("./live.tsx"));

/**
 * The section with current data. Its code is loaded when it comes near the screen, so that the first view of
 * the page does not wait for it.
 */
function ThisWeek() {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    const section = document.getElementById("this-week");
    if (!section) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setIsNear(true), {
      rootMargin: "600px",
    });
    observer.observe(section);
    return () => observer.disconnect();
  }, []);
  return (
    <Section
      id="this-week"
      eyebrow="Live"
      title="This week’s board"
      text="Who reports, how large they are, and how often similar companies beat. Reported tiles turn to our verdict."
      isRaised
    >
      <div className="min-h-300">
        {isNear && (
          <Suspense fallback={null}>
            <Live />
          </Suspense>
        )}
      </div>
    </Section>
  );
}
