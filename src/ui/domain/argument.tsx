import { type Argument, type ArgumentGroup, sentenceNumbers } from "#contract/argument.ts";
import { signed } from "#lib/numbers.ts";
import { classes } from "../classes.ts";
import { Citation } from "./evidence/citation.tsx";

const groupTitles: Record<ArgumentGroup, string> = {
  moves: "What moves this number",
  against: "What speaks against",
  context: "Worth knowing, not in the number",
  record: "How such predictions ended",
};

type ArgumentTextProps = {
  argument: Argument;
  headingLevel: 3 | 4;
  /** The thesis stands in the heading above already. */
  isThesisAbove?: boolean;
};

/** The explanation: its thesis, then what moves the number, what speaks against, what else is known, and the record. */
export function ArgumentText({ argument, headingLevel, isThesisAbove = false }: ArgumentTextProps) {
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
            <ul className="flex max-w-prose flex-col gap-1.5">
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
