import { Section } from "./section.tsx";

const steps = [
  {
    title: "Enter a ticker",
    text: "Type a symbol or a company's name. The report date and the analysts' consensus come with it.",
  },
  {
    title: "Watch the evidence arrive",
    text: "Estimates, surprises, prices, headlines and ratings come in part by part, and each says where it came from.",
  },
  {
    title: "Read the odds",
    text: "A probability beside its base rate, how confident it is and why, what speaks against it, and how such predictions ended before.",
  },
];

/** The way from a ticker to an answer, in three steps. */
export function HowItWorks() {
  return (
    <Section id="how-it-works" eyebrow="How it works" title="Three steps, under a minute">
      <ol className="grid gap-6 md:grid-cols-3">
        {steps.map(({ title, text }, index) => (
          <li key={title} className="border-t-2 border-primary pt-5">
            <p className="font-display text-sm font-semibold text-primary">Step {index + 1}</p>
            <h3 className="heading-3 mt-1">{title}</h3>
            <p className="mt-1.5 text-muted text-pretty">{text}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}
