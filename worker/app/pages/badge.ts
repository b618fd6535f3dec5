import type { RecordFigures } from "#contract/figures.ts";
import { counted, signedPercent } from "#contract/format.ts";
import { MIN_SETTLED_FOR_SKILL } from "#contract/rules.ts";

const [WIDTH, HEIGHT] = [320, 72];

const kindNames: Partial<Record<RecordFigures["kind"], string>> = {
  rehearsed: "Rehearsed",
  simulated: "Simulated",
  replayed: "Replayed",
};

/** A score is withheld until it says something. */
export function badgeLines({ kind, figures }: RecordFigures): readonly [string, string] {
  const { n, score } = figures;
  const name = kindNames[kind];
  const head = `${name ? `${name}: ` : ""}${counted(n, "settled prediction")}`;
  if (n < MIN_SETTLED_FOR_SKILL || !score || score.skill === null)
    return [head, `A score needs ${MIN_SETTLED_FOR_SKILL}.`];
  const { skill, skillInterval } = score;
  const between = skillInterval
    ? ` (95%: ${signedPercent(100 * skillInterval.low)} to ${signedPercent(100 * skillInterval.high)})`
    : "";
  return [head, `Skill over base rates ${signedPercent(100 * skill)}${between}`];
}

export function badgeSvg(record: RecordFigures): string {
  const [head, line] = badgeLines(record);
  const font = "font-family=\"system-ui,'Segoe UI',Helvetica,Arial,sans-serif\"";
  const title = `Beatcast track record. ${head}. ${line}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}">
<title>${title}</title>
<rect width="${WIDTH}" height="${HEIGHT}" rx="10" fill="#0b3d32"/>
<circle cx="22" cy="20" r="5" fill="#f0a92f"/>
<text x="36" y="25" ${font} font-size="14" font-weight="700" fill="#f3faf7">Beatcast track record</text>
<text x="16" y="45" ${font} font-size="12" fill="#f3faf7">${head}</text>
<text x="16" y="62" ${font} font-size="11" fill="#b7d3c8" textLength="${Math.min(288, Math.round(line.length * 5.6))}" lengthAdjust="spacingAndGlyphs">${line}</text>
</svg>
`;
}

export function badgePage(record: RecordFigures, origin: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Beatcast track record</title><meta name="robots" content="noindex">
<style>body{margin:0}a{display:inline-block}</style></head>
<body><a href="${origin}/track-record" target="_blank" rel="noopener">${badgeSvg(record)}</a></body>
</html>
`;
}
