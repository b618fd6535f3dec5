import { EvidenceChip } from "./evidence-chip.tsx";

type CitedTextProps = {
  /** Plain text, whoever wrote it; marks in it ([F12]) become chips at its end. */
  text: string;
  /** Facts it rests on, besides those it marks itself. */
  evidenceIds?: readonly string[];
};

/** A sentence with a chip for each fact that it rests on. */
export function CitedText({ text, evidenceIds = [] }: CitedTextProps) {
  const marked = Array.from(text.matchAll(/\[(F\d+)\]/g), ([, id]) => id ?? "");
  const ids = [...new Set([...marked, ...evidenceIds])];
  return (
    <>
      {text.replaceAll(/\s*\[F\d+\]/g, "")}
      {ids.map((id) => (
        <EvidenceChip key={id} id={id} />
      ))}
    </>
  );
}
