// node scripts/brand/outlines.ts writes the display font for the Worker's pictures.
import { readFileSync, writeFileSync } from "node:fs";
import { create } from "fontkit";

const file = "node_modules/@fontsource/schibsted-grotesk/files/schibsted-grotesk-latin-600-normal.woff";
const font = create(readFileSync(new URL(`../../${file}`, import.meta.url)));
if (!("glyphForCodePoint" in font)) throw new Error("The font file holds several fonts.");

/** ASCII, Latin-1 and the punctuation of our texts. */
const characters = [
  ...Array.from({ length: 95 }, (_, i) => String.fromCodePoint(32 + i)),
  ...Array.from({ length: 64 }, (_, i) => String.fromCodePoint(0xc0 + i)),
  ..."–·−±",
];

/** Units per em, fine enough for 120 pixels. */
const EM = 500;
const scaled = (value: number) => Math.round((value * EM) / font.unitsPerEm);

const glyphs = Object.fromEntries(
  characters.flatMap((character) => {
    const point = character.codePointAt(0) ?? 0;
    if (!font.hasGlyphForCodePoint(point)) return [];
    const glyph = font.glyphForCodePoint(point);
    const path = glyph.path.commands
      .map(({ command, args }) => {
        const step = {
          moveTo: "M",
          lineTo: "L",
          quadraticCurveTo: "Q",
          bezierCurveTo: "C",
          closePath: "Z",
        }[command];
        return step + args.map(scaled).join(" ");
      })
      .join("");
    return [[character, [scaled(glyph.advanceWidth), path]]];
  }),
);
const target = new URL("../../worker/app/pictures/outlines.json", import.meta.url);
writeFileSync(target, `${JSON.stringify({ em: EM, glyphs })}\n`);
console.log(`${Object.keys(glyphs).length} glyphs`);
