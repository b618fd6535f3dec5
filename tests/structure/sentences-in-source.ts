import { parseSync } from "vite";

type Node = { type?: string; value?: unknown; children?: unknown[]; cooked?: string; [key: string]: unknown };

/** Attributes whose text nobody reads. */
const UNREAD = new Set(["className", "d", "viewBox", "to", "href", "id", "name", "type", "rel", "key"]);

/** A text that a person may read, with its line. */
export type SourceText = { line: number; text: string };

/** The sentences in a source's strings, templates and JSX; a value in a template stands as a figure. */
export function sentencesInSource(file: string, source: string): SourceText[] {
  const found: SourceText[] = [];
  const add = (at: number, text: string) => {
    const line = source.slice(0, at).split("\n").length;
    for (const sentence of text.replace(/\s+/g, " ").split(/(?<=[.!?])\s+(?=[A-Z0-9])/))
      if (isSentence(sentence.trim())) found.push({ line, text: sentence.trim() });
  };
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    if (Array.isArray(value) || typeof value !== "object" || value === null) return;
    const node = value as Node & { start: number };
    if (node.type === "ImportDeclaration") return;
    if (node.type === "JSXAttribute" && UNREAD.has(String((node.name as Node)?.name))) return;
    if (node.type === "JSXText") add(node.start, String(node.value));
    if (node.type === "Literal" && typeof node.value === "string") add(node.start, node.value);
    if (node.type === "TemplateLiteral")
      add(
        node.start,
        (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join("7"),
      );
    Object.values(node).forEach(visit);
  };
  visit(parseSync(file, source).program);
  return found;
}

/** Words in order, ended as a sentence is: no name, class list, query or label. */
function isSentence(text: string): boolean {
  return (
    /^["“]?[A-Z7]/.test(text) &&
    /[.!?]["”]?$/.test(text) &&
    text.split(" ").length > 3 &&
    !/[<>{}=;]/.test(text)
  );
}

/** Flesch's reading ease of a text with so many sentences: 60 is plain English, 100 is a child's book. */
export function readingEase(sentences: readonly string[]): number {
  const words = sentences.flatMap((sentence) => sentence.match(/[A-Za-z']+|\d[\d.,%]*/g) ?? []);
  const syllables = words.reduce((sum, word) => sum + syllablesOf(word), 0);
  return 206.835 - 1.015 * (words.length / sentences.length) - 84.6 * (syllables / words.length);
}

function syllablesOf(word: string): number {
  const vowels = word
    .toLowerCase()
    .replace(/(?<=[^l])e$|es$|(?<=[^td])ed$/, "")
    .match(/[aeiouy]+/g);
  return Math.max(1, vowels?.length ?? 1);
}
