import { QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import type { Plan } from "#contract/subscription.ts";
import { createQueryClient } from "#lib/query-client.ts";
import { LinkButton } from "#ui/button.tsx";
import { PageShell } from "#ui/page-shell.tsx";
import { CallToAction } from "./call-to-action.tsx";
import { Examples } from "./examples.tsx";
import { Features } from "./features.tsx";
import { Footer } from "./footer.tsx";
import { Hero } from "./hero.tsx";
import { HowItWorks } from "./how-it-works.tsx";
import { Pricing } from "./pricing.tsx";
import { useSignedInRedirect } from "./use-signed-in-redirect.ts";

type LandingPageProps = {
  /** The plans as they were when the page was built; the live ones replace them. */
  plans: readonly Plan[];
};

/** The public face of Beatcast. Reads completely without JavaScript; the same markup comes alive with it. */
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
