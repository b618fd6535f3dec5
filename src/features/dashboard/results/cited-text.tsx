import type { Evidence } from "#contract/evidence.ts";

/** A sentence whose citations ([F12]) lead to their rows of evidence. The text is plain text, whoever wrote it. */
export function CitedText({ text, evidence }: { text: string; evidence: readonly Evidence[] }) {
  const parts = text.split(/(\[F\d+\])/);
  return (
    <>
      {parts.map((part, i) => {
        const id = /^\[(F\d+)\]$/.exec(part)?.[1];
        const row = evidence.find((known) => known.id === id);
        if (!id || !row) return part;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a finished text never move
          <sup key={i} className="mx-0.5">
            <a
              href={`#evidence-${id}`}
              className="link text-xs no-underline"
              title={`${row.label}: ${row.value} ${row.unit ?? ""}, ${row.source}`}
            >
              {id}
            </a>
          </sup>
        );
      })}{" "}
    </>
  );
}
