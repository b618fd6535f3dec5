import { useEffect, useState } from "react";
import { useForm } from "#lib/use-form.ts";
import { Button } from "#ui/button.tsx";
import { OPTIONS_RISK_DOCUMENT_URL } from "#ui/domain/disclosure.tsx";
import { TextField } from "#ui/field.tsx";
import { Logo } from "#ui/logo.tsx";
import { ThemeSwitch } from "#ui/theme-switch.tsx";
import { subscribeToNewsletter } from "./api.ts";

const lists = [
  {
    title: "Resources",
    links: [
      { href: "#how-it-works", text: "How it works" },
      { href: "#examples", text: "Example probabilities" },
      { href: "/calendar", text: "Earnings calendar" },
      { href: "/track-record", text: "Track record" },
      { href: OPTIONS_RISK_DOCUMENT_URL, text: "Options risk document" },
    ],
  },
  {
    title: "Company",
    links: [
      { href: "#pricing", text: "Pricing" },
      { href: "/auth", text: "Sign in" },
      { href: "/privacy", text: "Privacy Policy" },
      { href: "/terms", text: "Terms of Service" },
      { href: "/security", text: "Security" },
      { href: "/status", text: "Status" },
    ],
  },
];

const disclaimers = [
  {
    title: "Not investment advice",
    text: "Beatcast publishes impersonal, educational research. The same ticker at the same time gives every reader the same answer. Nothing on this site is a recommendation or an offer to buy or sell a security, and nothing is tailored to your circumstances. Beatcast is not a broker, a dealer or an investment adviser.",
  },
  {
    title: "Estimates can be wrong",
    text: "A probability is an estimate. Models are based on past data, and the future may differ. A beat does not mean that the stock rises: prices often fall after good reports. Past and back-tested results do not guarantee future ones. Figures marked illustrative on this page show the format of an answer and are not predictions.",
  },
  {
    title: "Options involve risk",
    text: "Options are not suitable for every investor. You can lose all of what you paid for an option, and more than you received when you sell one. Before trading, read 'Characteristics and Risks of Standardized Options' of the Options Clearing Corporation.",
  },
  {
    title: "Data",
    text: "Market data comes from third parties and may be late, incomplete or wrong. Each analysis states its sources and the time at which they were read. Company names and tickers belong to their owners and imply no endorsement.",
  },
];

export function Footer() {
  return (
    <footer className="border-t border-line bg-surface">
      <div className="page-width grid gap-10 py-12 sm:grid-cols-2 lg:grid-cols-[1.3fr_0.8fr_0.8fr_1.5fr]">
        <div>
          <Logo />
          <p className="mt-3 max-w-xs text-sm text-muted text-pretty">
            The probability of an earnings beat, beside its base rate and its track record.
          </p>
        </div>
        {lists.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <h2 className="text-sm font-semibold">{title}</h2>
            <ul className="mt-2">
              {links.map(({ href, text }) => (
                <li key={text}>
                  <a
                    href={href}
                    className="inline-block rounded-sm py-1.5 text-sm text-muted hover:text-ink hover:underline focus-ring"
                  >
                    {text}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        ))}
        <Newsletter />
      </div>
      <div className="border-t border-line">
        <section aria-label="Disclaimers" className="page-width grid gap-x-10 gap-y-6 py-10 md:grid-cols-2">
          {disclaimers.map(({ title, text }) => (
            <div key={title}>
              <h2 className="text-sm font-semibold">{title}</h2>
              <p className="mt-1 text-sm text-muted text-pretty">{text}</p>
            </div>
          ))}
        </section>
      </div>
      <div className="border-t border-line">
        <div className="page-width flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-5 text-sm text-muted">
          <p>© 2025 Beatcast. All rights reserved.</p>
          <div className="flex items-center gap-5">
            <a href="/privacy" className="py-1.5 link">
              Privacy
            </a>
            <a href="/terms" className="py-1.5 link">
              Terms
            </a>
            <span className="sm:hidden">
              <ThemeSwitch />
            </span>
          </div>
        </div>
      </div>
    </footer>
  );
}

function Newsletter() {
  // The form is disabled until the script runs, because before that, submitting it would put the address into
  // the URL.
  const [isAlive, setIsAlive] = useState(false);
  useEffect(() => setIsAlive(true), []);

  const { isPending, isSuccess, errorOf, onSubmit } = useForm({
    read: (entry) => entry("email").trim(),
    check: (email) =>
      /^\S+@\S+\.\S+$/.test(email) ? null : { fields: { email: "Please enter a valid email address." } },
    call: subscribeToNewsletter,
    failure: { fallback: "That did not work. Please try again." },
    fieldOf: () => "email",
  });

  return (
    <form onSubmit={onSubmit} noValidate aria-labelledby="newsletter-title">
      <h2 id="newsletter-title" className="text-sm font-semibold">
        Newsletter
      </h2>
      <p className="mb-3 mt-1 text-sm text-muted">
        The week's reports, and how our predictions turned out. Unsubscribe in one click.
      </p>
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <TextField
            label="Email for the newsletter"
            isLabelHidden
            name="email"
            type="email"
            autoComplete="email"
            placeholder="you@example.com"
            error={errorOf("email")}
          />
        </div>
        <Button type="submit" variant="secondary" disabled={!isAlive} isLoading={isPending}>
          Subscribe
        </Button>
      </div>
      <p role="status" className="mt-2 min-h-5 text-sm text-positive">
        {isSuccess && "Almost done: please open the link in the email we just sent you."}
      </p>
    </form>
  );
}
