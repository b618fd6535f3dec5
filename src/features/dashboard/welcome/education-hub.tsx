import { Button } from "#ui/button.tsx";
import { Card, CardHeader } from "#ui/card.tsx";
import { Book, ChartLine, Gauge, Sparkle } from "#ui/icons.tsx";

const topics = [
  {
    icon: Book,
    title: "What a beat is",
    text: "A company beats when it reports more per share than analysts expected on average. Most large companies beat most of the time.",
  },
  {
    icon: Gauge,
    title: "Probability against base rate",
    text: "72% sounds high. If 68% of comparable companies beat anyway, the model adds only 4 points.",
  },
  {
    icon: ChartLine,
    title: "Why a beat can fall",
    text: "Prices move on what is new: the outlook, the size of the surprise, and how much was already priced in.",
  },
];

const glossary = [
  ["Earnings Beat", "Reported EPS above the analysts' consensus."],
  ["Earnings Miss", "Reported EPS below the analysts' consensus."],
  ["Guidance", "What the company itself expects for the coming quarters."],
  ["Analyst Consensus", "The average of the analysts' estimates."],
] as const;

const steps = [
  "A model fitted on tens of thousands of real reports reads the company's past results and the estimates.",
  "Its probability is calibrated: of all predictions at 70%, about 70 in 100 should beat.",
  "The text explains the number, and every figure in it links to its evidence.",
];

export function EducationHub({ onTry }: { onTry: () => void }) {
  return (
    <section aria-labelledby="education" className="flex flex-col gap-4">
      <h2 id="education" className="heading-2">
        Educational hub
      </h2>
      <ul className="grid gap-4 md:grid-cols-3">
        {topics.map(({ icon: TopicIcon, title, text }) => (
          <Card as="li" key={title}>
            <TopicIcon className="size-6 text-primary" />
            <h3 className="heading-3 mt-3">{title}</h3>
            <p className="mt-1 text-sm text-muted">{text}</p>
          </Card>
        ))}
      </ul>
      <div className="grid gap-4 lg:grid-cols-2">
        <Card aria-labelledby="glossary">
          <CardHeader id="glossary" level={3} title="Glossary" />
          <dl className="flex flex-col gap-3 text-sm">
            {glossary.map(([term, meaning]) => (
              <div key={term}>
                <dt className="font-semibold">{term}</dt>
                <dd className="text-muted">{meaning}</dd>
              </div>
            ))}
          </dl>
        </Card>
        <Card aria-labelledby="how">
          <CardHeader id="how" level={3} title="How AI predictions work" icon={<Sparkle />} />
          <ol className="flex flex-col gap-3 text-sm text-muted">
            {steps.map((step, i) => (
              <li key={step} className="flex gap-3">
                <span className="inline-flex size-6 shrink-0 items-center justify-center rounded-full bg-primary-soft text-xs font-semibold text-primary">
                  {i + 1}
                </span>
                {step}
              </li>
            ))}
          </ol>
          <Button className="mt-5" onClick={onTry}>
            Try a Prediction Analysis
          </Button>
        </Card>
      </div>
    </section>
  );
}
