import type { ReactNode } from "react";
import { edgeVerdictOf } from "#contract/rules.ts";
import { Badge } from "#ui/badge.tsx";
import { classes } from "#ui/classes.ts";
import { edgeText, ProbabilityBar } from "#ui/domain/probability-bar.tsx";

/** Sample figures from the specification. The page labels them as samples. */
const examples = [
  { symbol: "AAPL", name: "Apple", probability: 0.72, baseRate: 0.64 },
  { symbol: "MSFT", name: "Microsoft", probability: 0.68, baseRate: 0.62 },
  { symbol: "GOOGL", name: "Alphabet", probability: 0.65, baseRate: 0.63 },
];

export function Examples() {
  return (
    <Section
      id="examples"
      eyebrow="Example beat probabilities"
      title="The same 65% can mean a lot, or nothing"
      text="What counts is the distance from the base rate. Within three points of it we say so: no edge."
      isRaised
    >
      <div className="rounded-lg border border-line bg-canvas p-5 sm:p-8">
        <ul className="flex flex-col gap-7">
          {examples.map(({ symbol, name, probability, baseRate }) => (
            <li key={symbol} className="grid items-center gap-x-6 gap-y-2.5 sm:grid-cols-[9rem_1fr_8rem]">
              <p className="flex items-baseline justify-between gap-2 sm:block">
                <span>
                  <strong className="font-display text-lg font-semibold">{symbol}</strong>{" "}
                  <span className="text-sm text-muted">{name}</span>
                </span>
              </p>
              <ProbabilityBar
                label={`${symbol} beats, illustrative`}
                probability={probability}
                baseRate={baseRate}
                edgeVerdict={edgeVerdictOf(probability - baseRate)}
              />
              <p className="flex items-baseline justify-between gap-3 sm:flex-col sm:items-end sm:gap-0">
                <strong className="text-2xl font-semibold tracking-[-0.02em] figures">
                  {Math.round(probability * 100)}%
                </strong>
                <span className="text-sm text-muted figures">
                  {edgeText(probability - baseRate, edgeVerdictOf(probability - baseRate))}
                </span>
              </p>
            </li>
          ))}
        </ul>
        <div className="mt-8 flex flex-wrap items-center gap-3 border-t border-line pt-5 text-sm text-muted">
          <Badge tone="signal">Illustrative</Badge>
          <p className="flex-1 basis-64">
            Sample figures that show the format. They are not predictions. The mark on each bar is the base
            rate. A beat does not mean that the stock rises.
          </p>
        </div>
      </div>
    </Section>
  );
}

type SectionProps = {
  id: string;
  eyebrow: string;
  title: string;
  text?: ReactNode;
  isRaised?: boolean;
  children: ReactNode;
};

export function Section({ id, eyebrow, title, text, isRaised = false, children }: SectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className={classes("py-16 sm:py-22", isRaised && "border-y border-line bg-surface")}
    >
      <div className="page-width">
        <div className="mb-10 max-w-2xl">
          <p className="eyebrow">{eyebrow}</p>
          <h2 id={`${id}-title`} className="heading-1 mt-2">
            {title}
          </h2>
          {text && <p className="mt-3 text-lg text-muted text-pretty">{text}</p>}
        </div>
        {children}
      </div>
    </section>
  );
}
