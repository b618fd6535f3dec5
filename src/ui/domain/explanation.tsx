import type { AiAnalysis } from "#contract/analysis.ts";
import { type Argument, type ArgumentGroup, sentenceNumbers } from "#contract/evidence.ts";
import { dateAndTime } from "#lib/dates.ts";
import { signed } from "#lib/numbers.ts";
import { classes } from "../classes.ts";
import { Citation, citedFactIds, withoutCitations } from "./evidence/evidence-chip.tsx";

type ExplanationProps = {
  aiAnalysis: Pick<AiAnalysis, "argument" | "keyFactors" | "risks" | "author">;
  headingLevel: 3 | 4;
  isThesisAbove?: boolean;
};

export function Explanation({ aiAnalysis, headingLevel, isThesisAbove = false }: ExplanationProps) {
  const { argument, keyFactors, risks, author } = aiAnalysis;
  const Heading = `h${headingLevel}` as const;
  return (
    <div className="grid gap-x-10 lg:grid-cols-[3fr_2fr]">
      <div>
        <ArgumentText argument={argument} headingLevel={headingLevel} isThesisAbove={isThesisAbove} />
        <p className="mt-3 text-sm text-muted">
          {authorText(author)}
          {author.fallbackReason && ` ${author.fallbackReason}`}
        </p>
      </div>
      <div>
        <div>
          <Heading className="mb-2 mt-5 text-sm font-semibold lg:mt-0">Key Factors</Heading>
          <ul className="flex flex-wrap gap-2">
            {keyFactors.map((factor) => (
              <li
                key={factor}
                className="inline-flex flex-wrap items-center gap-1 rounded-md border border-line bg-sunken px-2.5 py-1 text-sm"
              >
                {withoutCitations(factor)}
              </li>
            ))}
          </ul>
        </div>
        <div>
          <Heading className="mb-2 mt-5 text-sm font-semibold">Risks</Heading>
          <ul className="flex max-w-prose list-disc flex-col gap-1.5 pl-5 text-sm text-muted">
            {risks.map((risk, i) => (
              <li key={risk}>
                {withoutCitations(risk)}
                <Citation number={sentenceNumbers(argument).size + i + 1} evidenceIds={citedFactIds(risk)} />
              </li>
            ))}
          </ul>
        </div>
      </div>
    </div>
  );
}

function authorText({ kind, model, writtenAt }: AiAnalysis["author"]): string {
  return kind === "rules"
    ? "Argument arranged by fixed rules; every sentence is computed from the facts."
    : `Argument arranged by the language model ${model ?? ""} on ${dateAndTime(writtenAt)}; every sentence is computed from the facts.`;
}

const groupTitles: Record<ArgumentGroup, string> = {
  moves: "What moves this number",
  against: "What speaks against",
  context: "Worth knowing, not in the number",
  record: "How such predictions ended",
};

type ArgumentTextProps = {
  argument: Argument;
  headingLevel: 3 | 4;
  isThesisAbove?: boolean;
};

function ArgumentText({ argument, headingLevel, isThesisAbove = false }: ArgumentTextProps) {
  const { thesis, sections } = argument;
  const numbers = sentenceNumbers(argument);
  const Heading = `h${headingLevel}` as const;
  return (
    <div className="flex flex-col gap-4">
      <p className={isThesisAbove ? "-mt-3 text-sm text-muted" : "max-w-prose font-medium text-pretty"}>
        {isThesisAbove ? "The facts behind this line" : thesis.text}
        <Citation number={numbers.get(thesis.statement) ?? 1} evidenceIds={thesis.evidenceIds} />
      </p>
      {sections.map(({ group, sentences }) => {
        const hasPoints = sentences.some(({ points }) => points !== null);
        return (
          <section key={group}>
            <Heading className="mb-1 text-sm font-semibold">{groupTitles[group]}</Heading>
            <ul className="flex max-w-3xl flex-col gap-1.5">
              {sentences.map(({ statement, text, points, evidenceIds }) => (
                <li key={statement} className={classes(hasPoints && "grid grid-cols-[2.5rem_1fr] gap-x-2")}>
                  {hasPoints && (
                    <span
                      aria-hidden="true"
                      className={classes(
                        "text-right font-semibold figures",
                        (points ?? 0) > 0 ? "text-positive" : "text-negative",
                      )}
                    >
                      {points === null ? "" : signed(points, 0)}
                    </span>
                  )}
                  <span className="text-pretty">
                    {text}
                    <Citation number={numbers.get(statement) ?? 0} evidenceIds={evidenceIds} />
                  </span>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}
