import { LinkButton } from "#ui/button.tsx";
import { ArrowRight } from "#ui/icons.tsx";
import { HeroCard } from "./hero-card.tsx";
import { ListenToggle } from "./listen-toggle.tsx";
import { TypedDemo } from "./typed-demo.tsx";

/** Read aloud by Listen; the same words that stand on the page. */
export const pitch =
  "Beatcast estimates how likely a company is to beat the analysts' earnings estimate, shows the base rate that number must be compared with, and publishes how such calls held up, misses included.";

const claims = [
  { value: "500+", label: "companies" },
  { value: "15+", label: "data sources" },
  { value: "100%", label: "of calls kept, misses too" },
];

/** The first screen: what Beatcast answers, and three glimpses of the answer. */
export function Hero() {
  return (
    <section aria-labelledby="hero-title" className="overflow-hidden">
      <div className="page-width grid items-center gap-x-14 gap-y-10 pb-14 pt-10 sm:pt-16 lg:grid-cols-[1.05fr_1fr] lg:pb-22">
        <div>
          <p className="eyebrow">AI-powered earnings prediction</p>
          <h1
            id="hero-title"
            className="mt-3 font-display text-4xl font-semibold tracking-[-0.03em] text-balance sm:text-5xl"
          >
            Know the odds before earnings. And how good such odds were.
          </h1>
          <p className="mt-5 max-w-xl text-lg text-muted text-pretty">{pitch}</p>
          <div className="mt-7 flex flex-wrap gap-3 max-sm:[&>*]:grow">
            <LinkButton href="#pricing" size="lg">
              Get Started <ArrowRight />
            </LinkButton>
            <ListenToggle text={pitch} />
          </div>
          <TypedDemo />
          <dl className="mt-8 grid grid-cols-[auto_auto_1fr] gap-x-6 border-t border-line pt-6 sm:gap-x-9">
            {claims.map(({ value, label }) => (
              <div key={label} className="flex flex-col-reverse justify-end">
                <dt className="text-sm text-muted">{label}</dt>
                <dd className="text-2xl font-semibold tracking-[-0.02em] figures">{value}</dd>
              </div>
            ))}
          </dl>
        </div>
        <HeroCard />
      </div>
    </section>
  );
}
