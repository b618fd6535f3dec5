import { Badge } from "#ui/badge.tsx";
import { LinkButton } from "#ui/button.tsx";
import { ArrowRight } from "#ui/icons.tsx";
import { CountedCoverage } from "./coverage.tsx";
import { HeroCard } from "./hero-card.tsx";
import { ListenToggle } from "./listen-toggle.tsx";
import { TypedDemo } from "./typed-demo.tsx";

/** Read aloud by Listen; the same words that stand on the page. */
export const pitch =
  "Beatcast estimates how likely a company is to beat the analysts' earnings estimate, shows the base rate that number must be compared with, and publishes how its predictions of record held up, wrong ones included.";

/** The spec's round figures. They are no count of ours, which stands below them. */
const illustrations = [
  { value: "500+", label: "companies" },
  { value: "15+", label: "data sources" },
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
          <dl className="mt-8 flex flex-wrap gap-x-9 gap-y-4 border-t border-line pt-6">
            {illustrations.map(({ value, label }) => (
              <div key={label} className="flex flex-col-reverse justify-end">
                <dt className="text-sm text-muted">{label}</dt>
                <dd className="flex items-center gap-2.5">
                  <span className="text-2xl font-semibold tracking-[-0.02em] figures">{value}</span>{" "}
                  <Badge tone="signal">Illustrative</Badge>
                </dd>
              </div>
            ))}
          </dl>
          <CountedCoverage />
        </div>
        <HeroCard />
      </div>
    </section>
  );
}
