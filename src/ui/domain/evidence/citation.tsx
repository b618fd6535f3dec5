import { Popover } from "../../popover.tsx";
import { useFacts } from "./evidence-chip.tsx";
import { FactDetails, FactList } from "./fact-details.tsx";

type CitationProps = {
  /** The sentence's number in the text. */
  number: number;
  /** The facts that the sentence is computed from. */
  evidenceIds: readonly string[];
};

/** A small raised number that opens the facts behind its sentence. Renders nothing where none is known. */
export function Citation({ number, evidenceIds }: CitationProps) {
  const facts = useFacts(evidenceIds);
  const [only] = facts;
  if (!only) return null;
  const isOne = facts.length === 1;
  return (
    <Popover
      title={isOne ? only.label : `${facts.length} facts behind this sentence`}
      trigger={
        <button
          type="button"
          aria-label={`Facts ${number}: ${facts.map(({ label }) => label).join("; ")}`}
          className="relative -top-[0.35em] -my-2 inline-flex min-h-6 min-w-5 items-center justify-center rounded-sm px-0.5 text-[0.72em] font-semibold leading-none text-primary focus-ring hover:bg-primary-soft figures"
        >
          {number}
        </button>
      }
    >
      {isOne ? <FactDetails fact={only} /> : <FactList facts={facts} />}
    </Popover>
  );
}
