import { useEffect, useState } from "react";
import type { Evidence } from "#contract/evidence.ts";
import { counted } from "#lib/numbers.ts";
import { Button } from "../../button.tsx";
import { TextField } from "../../field.tsx";
import { EvidenceTable, valueText } from "../evidence-table.tsx";

const PAGE = 25;
const ANCHOR = "#evidence-";

/** Searches the facts and shows them page by page. A link to a fact opens the page that contains it. */
export function EvidenceSearch({ evidence }: { evidence: readonly Evidence[] }) {
  const [words, setWords] = useState("");
  const [named, setNamed] = useState(() => ({ id: idIn(location.hash) }));
  const [from, setFrom] = useState(() => pageOf(evidence, named.id));
  useEffect(() => {
    const turn = () => {
      const id = idIn(location.hash);
      if (id === null) return;
      setWords("");
      setFrom(pageOf(evidence, id));
      setNamed({ id });
    };
    addEventListener("hashchange", turn);
    return () => removeEventListener("hashchange", turn);
  }, [evidence]);
  useEffect(() => {
    const row = named.id && document.querySelector(ANCHOR + named.id);
    if (!row) return;
    const section = row.closest("details");
    if (section) section.open = true;
    row.scrollIntoView({ block: "center" });
  }, [named]);
  const found = evidence.filter((fact) => matches(fact, words));
  const shown = found.slice(from, from + PAGE);
  const turnTo = (to: number) => () => setFrom(to);
  return (
    <>
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <TextField
          label="Search the facts"
          name="facts"
          type="search"
          value={words}
          onChange={(event) => {
            setWords(event.target.value);
            setFrom(0);
          }}
        />
        <p className="text-sm text-muted figures" role="status">
          {found.length === 0
            ? "No fact has these words."
            : `${from + 1} to ${from + shown.length} of ${counted(found.length, "fact")}`}
        </p>
      </div>
      {found.length > 0 && <EvidenceTable evidence={shown} named={named.id} />}
      {found.length > PAGE && (
        <nav aria-label="Pages of the evidence" className="mt-4 flex gap-2">
          <Button variant="secondary" size="sm" disabled={from === 0} onClick={turnTo(from - PAGE)}>
            Previous
          </Button>
          <Button
            variant="secondary"
            size="sm"
            disabled={from + PAGE >= found.length}
            onClick={turnTo(from + PAGE)}
          >
            Next
          </Button>
        </nav>
      )}
    </>
  );
}

function idIn(hash: string): string | null {
  const id = hash.slice(ANCHOR.length);
  return hash.startsWith(ANCHOR) && /^\w{1,6}$/.test(id) ? id : null;
}

function pageOf(evidence: readonly Evidence[], id: string | null): number {
  const at = Math.max(
    0,
    evidence.findIndex((fact) => fact.id === id),
  );
  return at - (at % PAGE);
}

function matches(fact: Evidence, words: string): boolean {
  const { id, label, note, source, state, kind } = fact;
  const text = [id, label, note, source, state, kind, valueText(fact)].join(" ").toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
