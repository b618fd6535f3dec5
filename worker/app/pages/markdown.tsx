/** @jsxImportSource hono/jsx */
import { type Markup, renderTable, tableRow } from "./frame.tsx";

/** Draws an image of the text, or nothing when its file is unknown. */
type DrawImage = (file: string, label: string) => Markup | "";

/**
 * Renders the part of Markdown that our model card uses: headings, paragraphs, lists, tables, code, rules, images,
 * links, bold text. It takes a file of this repository and never text from outside.
 */
export function renderMarkdown(text: string, drawImage: DrawImage): Markup {
  return <>{blocksOf(text).map((block) => renderBlock(block, drawImage))}</>;
}

/** Returns groups of lines that belong together. An empty line ends each of them. */
function blocksOf(text: string): string[][] {
  const blocks: string[][] = [[]];
  for (const line of text.split("\n")) {
    const last = blocks.at(-1) as string[];
    if (line.trim() === "") blocks.push([]);
    // A heading may be followed directly by its text.
    else if (/^#{1,3} /.test(last[0] ?? "")) blocks.push([line]);
    else last.push(line);
  }
  return blocks.filter((block) => block.length > 0);
}

function renderBlock(lines: readonly string[], drawImage: DrawImage): Markup | "" {
  const [first = ""] = lines;
  const [, level, heading = ""] = /^(#{1,3}) (.*)$/.exec(first) ?? [];
  if (level === "#") return <h1 class="heading-1">{renderInline(heading)}</h1>;
  if (level !== undefined) return <h2 class="heading-2">{renderInline(heading)}</h2>;
  const [, label = "", file] = /^!\[([^\]]*)\]\(([^)]+)\)$/.exec(first) ?? [];
  if (file !== undefined) return drawImage(file, label);
  if (first.startsWith("|")) return table(lines);
  if (first.startsWith("    "))
    return (
      <pre
        class="w-0 min-w-full overflow-x-auto rounded-md border border-line bg-surface p-4 text-xs"
        tabindex={0}
      >
        {lines.map((line) => line.slice(4)).join("\n")}
      </pre>
    );
  if (first.startsWith("- "))
    return (
      <ul class="flex max-w-3xl list-disc flex-col gap-2 pl-5">
        {lines.map((line) => (
          <li class="wrap-anywhere">{renderInline(line.replace(/^- /, ""))}</li>
        ))}
      </ul>
    );
  return <p class="max-w-3xl text-pretty">{renderInline(lines.join(" "))}</p>;
}

function table(lines: readonly string[]): Markup {
  const cellsOf = (line: string) =>
    line
      .replace(/^\| | \|$/g, "")
      .split(" | ")
      .map((cell) => cell.trim());
  const [heading = "", , ...rows] = lines;
  const names = cellsOf(heading);
  return renderTable(
    `Table by ${names[0]}`,
    names,
    rows.map((row) =>
      tableRow(cellsOf(row).map((cell) => <span class="figures whitespace-nowrap">{cell}</span>)),
    ),
  );
}

/** Links lead to pages of this site only; others stay text. */
function renderInline(text: string): Markup {
  const parts = text.split(/(\*\*[^*]+\*\*|`[^`]+`|\[[^\]]+\]\(\/[^)]*\))/);
  return (
    <>
      {parts.map((part, i) => {
        if (i % 2 === 0) return part;
        if (part.startsWith("**")) return <strong>{part.slice(2, -2)}</strong>;
        if (part.startsWith("`")) return <code class="font-mono text-sm">{part.slice(1, -1)}</code>;
        const [, name, path] = /^\[(.*)\]\((.*)\)$/.exec(part) ?? [];
        return (
          <a class="link" href={path}>
            {name}
          </a>
        );
      })}
    </>
  );
}
