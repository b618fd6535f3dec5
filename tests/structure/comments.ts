import { parseSync } from "vite";

/** A comment with its words, and the name of the declaration behind a docstring. */
export type Comment = { line: number; text: string; documents: string | null };

const DECLARATION =
  /^\s*(?:export )?(?:default )?(?:declare )?(?:abstract )?(?:async )?(?:function\*?|class|interface|type|const|let) ([\w$]+)/;

/** The comments of a source file; neighbouring line comments are one. */
export function commentsOf(file: string, source: string): Comment[] {
  const { comments } = parseSync(file, source);
  const joined: { start: number; end: number; isBlock: boolean; text: string }[] = [];
  for (const { type, value, start, end } of comments) {
    const last = joined.at(-1);
    const isNext =
      last && !last.isBlock && type === "Line" && /^\n[ \t]*$/.test(source.slice(last.end, start));
    if (isNext) Object.assign(last, { end, text: `${last.text}\n${value}` });
    else joined.push({ start, end, isBlock: type === "Block", text: value });
  }
  return joined.map(({ start, end, text }) => ({
    line: source.slice(0, start).split("\n").length,
    text: text.replace(/^\s*\*+ ?/gm, " ").trim(),
    documents: text.startsWith("*") ? (DECLARATION.exec(source.slice(end))?.[1] ?? null) : null,
  }));
}

/** The words of a text: whatever has a letter or a digit. */
export function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
}

const FILLERS = new Set(
  "each every one whether gives a an the of for to in on and or is are its it this that with by as from".split(
    " ",
  ),
);
const stem = (word: string) => word.toLowerCase().replace(/(?:es|s|ed|d|ing)$/, "");

/** Whether every word of a docstring that is no filler stands in the name it documents. */
export function onlyRepeats({ text, documents }: Comment): boolean {
  if (documents === null) return false;
  const own = new Set(documents.split(/(?=[A-Z])|_/).map(stem));
  const words = text.split(/[^\p{L}\p{N}]+/u).filter((word) => word && !FILLERS.has(word.toLowerCase()));
  return words.length > 0 && words.every((word) => own.has(stem(word)));
}
