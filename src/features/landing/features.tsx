import { Book, Gauge, type Icon, Layers, Link, ShieldCheck, Target } from "#ui/icons.tsx";
import { Section } from "./examples.tsx";

const features: { icon: Icon; title: string; text: string }[] = [
  {
    icon: Gauge,
    title: "Edge, not accuracy",
    text: "Most companies beat most of the time. So each probability is shown beside its base rate, and where the difference is small we say so: no edge.",
  },
  {
    icon: Target,
    title: "Calibrated by a real model",
    text: "A statistical model, fitted on past earnings and tested on reports it had not seen, sets the number. A language model or fixed rules arrange the explanation, labeled as such, and cannot change a figure.",
  },
  {
    icon: Link,
    title: "Evidence you can open",
    text: "Every figure in the text leads to its source and the time it was read. Every sentence is computed from the facts it cites.",
  },
  {
    icon: ShieldCheck,
    title: "A locked track record",
    text: "Predictions of record are locked before the report, settled by a published rule and shown to everyone, wrong ones included. Save the ledger's latest hash, and you can detect any later change.",
  },
  {
    icon: Layers,
    title: "News, technicals and sentiment",
    text: "Headlines, price indicators and analyst ratings on one page, with social mentions where a source has them. A section without data says so.",
  },
  {
    icon: Book,
    title: "Strategy education",
    text: "Bullish, bearish and neutral options examples show how each strategy pays off. For learning, with the risks stated.",
  },
];

export function Features() {
  return (
    <Section
      id="features"
      eyebrow="What you get"
      title="A second opinion that shows its work"
      text="Built for people who invest their own money and want to know what a number is based on."
      isRaised
    >
      <ul className="grid gap-x-10 gap-y-9 sm:grid-cols-2 lg:grid-cols-3">
        {features.map(({ icon: FeatureIcon, title, text }) => (
          <li key={title}>
            <span className="inline-flex rounded-md bg-primary-soft p-2.5 text-primary">
              <FeatureIcon className="size-6" />
            </span>
            <h3 className="heading-3 mt-3.5">{title}</h3>
            <p className="mt-1.5 text-muted text-pretty">{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const steps = [
  {
    title: "Enter a ticker",
    text: "Type a ticker or a company's name. Beatcast finds the report date and the analysts' consensus.",
  },
  {
    title: "Watch the evidence arrive",
    text: "Estimates, surprises, prices, headlines and ratings load one by one, each with its source.",
  },
  {
    title: "Read the odds",
    text: "A probability beside its base rate, how confident the model is and why, what speaks against it, and how similar predictions turned out.",
  },
];

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
