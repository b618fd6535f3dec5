import { count } from "#lib/count.ts";
import { Card, CardHeader } from "#ui/card.tsx";

const rules = [
  "A company is predicted once a quarter, within the week before its report, and never again for that quarter. Only these predictions make the figures above; what users ask for is theirs.",
  "The reported EPS on the analysts' basis is compared with the consensus as it stood at the lock, both rounded to the cent. A tie is not a beat.",
  "Sources are asked in a fixed order. When they disagree on the outcome, or the consensus is suddenly on another basis (a split, another currency), the prediction goes to review and is settled once they agree, or void.",
  "Without a reported figure within 10 days of the report's day the prediction is void. A report that moves is waited for, up to 60 days.",
  "A settlement is final: later restatements change nothing.",
];

/** The rule in words, and the companies it is held on. */
export function MethodCard({ universe }: { universe: readonly string[] }) {
  return (
    <Card aria-labelledby="method">
      <CardHeader id="method" title="How a prediction is made and settled" />
      <ol className="flex max-w-3xl list-decimal flex-col gap-2 pl-5 text-pretty">
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ol>
      <details className="mt-5">
        <summary className="link inline-block cursor-pointer">
          The {count(universe.length, "company", "companies")} of the record
        </summary>
        <p className="mt-2 text-sm leading-relaxed text-muted">{universe.join(" · ")}</p>
      </details>
    </Card>
  );
}
