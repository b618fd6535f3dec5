/** One record of a file, with the number of the line that it begins on. */
export type CsvRow = { line: number; cells: string[] };

/** What a row holds before its cells are read: the delimiter is the one that most of the first lines have. */
const delimiters = [",", ";", "\t"] as const;
const SAMPLE_LINES = 20;
/** Spaces before a quoted cell; the bound makes reading linear. */
const MAX_INDENT = 20;

/** The delimiter of a file: the one that occurs most often in its first lines, outside of quotes. */
function delimiterOf(text: string): string {
  const sample = text
    .split("\n", SAMPLE_LINES)
    .join("\n")
    .replaceAll(/"[^"]*"/g, "");
  const counts = delimiters.map((one) => sample.split(one).length);
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ",";
}

/** The records of a CSV text (RFC 4180, with any of three delimiters); rows without content are left out. Cells are trimmed. */
export function parseCsv(text: string): CsvRow[] {
  const delimiter = delimiterOf(text);
  const rows: CsvRow[] = [];
  let [cells, cell, isQuoted, line, start] = [[] as string[], "", false, 1, 1];
  const endCell = () => {
    cells.push(cell.trim());
    cell = "";
  };
  const endRow = () => {
    endCell();
    if (cells.some((one) => one !== "")) rows.push({ line: start, cells });
    cells = [];
    start = line;
  };
  for (let i = 0; i < text.length; i++) {
    const character = text[i] ?? "";
    if (character === "\n") line += 1;
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (text[i + 1] === '"') {
        cell += '"';
        i += 1;
      } else isQuoted = false;
    } else if (character === '"' && cell.length < MAX_INDENT && cell.trim() === "") {
      cell = "";
      isQuoted = true;
    } else if (character === delimiter) endCell();
    else if (character === "\n") endRow();
    else if (character !== "\r") cell += character;
  }
  endRow();
  return rows;
}
