const named: Readonly<Record<string, string>> = {
  nbsp: " ",
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  mdash: "—",
  ndash: "–",
  minus: "−",
  rsquo: "’",
  lsquo: "‘",
  rdquo: "”",
  ldquo: "“",
  bull: "•",
};

const MAX_LENGTH = 2_000_000;
const MAX_LINES = 20_000;
const MAX_LINE_LENGTH = 3_000;

const unseen = [
  ["<script", "</script>"],
  ["<style", "</style>"],
  ["<head>", "</head>"],
  ["<!--", "-->"],
] as const;

/** As a person reads it: a paragraph, or a table's row with its cells. */
export type Line = { text: string; cells: readonly string[] | null };

export function linesOf(html: string): Line[] {
  const body = unseen.reduce((rest, [begin, end]) => without(rest, begin, end), html.slice(0, MAX_LENGTH));
  const lines: Line[] = [];
  for (const part of body.split(/(?=<tr\b)|(?<=<\/tr>)/i)) {
    if (lines.length > MAX_LINES) break;
    if (/^<tr\b/i.test(part)) {
      const cells = part
        .split(/<\/t[dh]\b[^<>]*>/i)
        .map(plain)
        .filter((cell) => cell !== "");
      if (cells.length > 0) lines.push({ text: cells.join(" ").slice(0, MAX_LINE_LENGTH), cells });
      continue;
    }
    for (const block of part.split(/<\/?(?:p|div|br|li|ul|ol|h[1-6]|table|hr|center|pre)\b[^<>]*>/i)) {
      if (lines.length > MAX_LINES) break;
      const text = plain(block);
      if (text !== "") lines.push({ text, cells: null });
    }
  }
  return lines;
}

/** In one pass, so that unclosed parts cost no time; they are dropped to the end. */
function without(html: string, begin: string, end: string): string {
  const lower = html.toLowerCase();
  let seen = "";
  let at = 0;
  for (;;) {
    const from = lower.indexOf(begin, at);
    if (from < 0) return seen + html.slice(at);
    seen += `${html.slice(at, from)} `;
    const to = lower.indexOf(end, from);
    if (to < 0) return seen;
    at = to + end.length;
  }
}

function plain(html: string): string {
  return html
    .replace(/<[^<>]*>/g, " ")
    .replace(/&#x([0-9a-f]{1,6});|&#(\d{1,7});|&(\w{2,8});/gi, (whole, hex, decimal, name) => {
      if (name) return named[String(name).toLowerCase()] ?? whole;
      const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : " ";
    })
    .replace(/[\s\u00a0\u200b]+/g, " ")
    .trim()
    .slice(0, MAX_LINE_LENGTH);
}
