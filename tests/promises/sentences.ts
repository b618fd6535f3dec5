const blockTag =
  /<\/?(address|article|aside|br|button|dd|div|dl|dt|fieldset|figure|footer|form|h[1-6]|header|hr|input|label|li|main|nav|ol|p|section|small|svg|table|tbody|td|th|thead|title|tr|ul)\b[^>]*>/gi;
const entities: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&#x27;": "'",
  "&nbsp;": " ",
};

/** The sentences a person reads in an HTML text, each once: blocks are apart, inline markup is not. */
export function sentencesOfHtml(html: string): string[] {
  const text = html
    .replace(/<(style|script|title|svg)\b[\s\S]*?<\/\1>/gi, "\n")
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(blockTag, "\n")
    // Neighbours without a space between them are set apart by the page's layout.
    .replace(/(<\/\w+>)(?=<\w)/g, "$1 ")
    .replace(/<[^>]+>/g, "")
    .replace(/&(?:amp|lt|gt|quot|#39|#x27|nbsp);/g, (entity) => entities[entity] ?? entity);
  return sentencesOf(text);
}

/** The sentences of a plain text, each once; a line ends a sentence. Pieces without a letter or figure are left out. */
export function sentencesOf(text: string): string[] {
  const pieces = text
    .split("\n")
    .flatMap((line) => line.replace(/\s+/g, " ").split(/(?<=[.!?]['"]?)\s+(?=['"]?[A-Z0-9])/))
    .map((piece) => piece.trim())
    .filter((piece) => /[\p{L}\d]/u.test(piece));
  return [...new Set(pieces)];
}
