import type { AiAnalysis, Author } from "#contract/analysis.ts";
import { dateAndTime } from "#lib/dates.ts";
import { CitedText } from "./evidence-chip.tsx";

/** The explanation with its citations, key factors, risks and author. */
export function Explanation({ aiAnalysis }: { aiAnalysis: AiAnalysis }) {
  const { claims, keyFactors, risks, author } = aiAnalysis;
  return (
    <section aria-labelledby="reasoning">
      <p className="max-w-prose leading-relaxed">
        {claims.map((claim) => (
          <span key={claim.text}>
            <CitedText text={claim.text} evidenceIds={claim.evidenceIds} />{" "}
          </span>
        ))}
      </p>
      <p className="mt-2 text-sm text-muted">
        {authorText(author)}
        {author.fallbackReason && ` ${author.fallbackReason}`}
      </p>
      <h4 className="mb-2 mt-5 text-sm font-semibold">Key Factors</h4>
      <ul className="flex flex-wrap gap-2">
        {keyFactors.map((factor) => (
          <li
            key={factor}
            className="inline-flex flex-wrap items-center gap-1 rounded-md border border-line bg-sunken px-2.5 py-1 text-sm"
          >
            <CitedText text={factor} />
          </li>
        ))}
      </ul>
      <h4 className="mb-2 mt-5 text-sm font-semibold">Risks</h4>
      <ul className="flex max-w-prose list-disc flex-col gap-1 pl-5 text-sm text-muted">
        {risks.map((risk) => (
          <li key={risk}>
            <CitedText text={risk} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Text of a language model is labelled as such, with model and time. */
function authorText({ kind, model, writtenAt }: Author): string {
  if (kind === "rules") return "Written by fixed rules from the numbered facts.";
  return `Written by the language model ${model ?? ""} on ${dateAndTime(writtenAt)} and checked against the numbered facts.`;
}
