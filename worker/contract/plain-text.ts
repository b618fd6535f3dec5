import { z } from "zod";

const invisible = /[\p{Cf}\p{Co}\u115f\u1160\u3164\uffa0]/gu;
const breaks = /[\p{Cc}\u2028\u2029]/gu;

/**
 * Returns the text on one line and without HTML tags, control characters and invisible characters, such as
 * those that change the text's direction. Cuts it to `maxLength`.
 */
export function plainText(text: string, maxLength: number): string {
  return text
    .replaceAll(/&lt;/gi, "<")
    .replaceAll(/&gt;/gi, ">")
    .replaceAll(/<[^>]*(>|$)/g, " ")
    .replaceAll(breaks, " ")
    .replaceAll(invisible, " ")
    .replaceAll(/\s+/g, " ")
    .trim()
    .slice(0, maxLength);
}

export function plainName(text: string, maxLength: number): string {
  return plainText(visible(text), maxLength).replaceAll(/[<>]/g, "").trim();
}

export function plainLines(text: string, maxLength: number): string {
  const lines = text.split(/\r\n?|\n/).map((line) => plainName(line, maxLength));
  return lines
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim()
    .slice(0, maxLength);
}

/**
 * Returns a schema for a text that a person writes. It removes invisible characters, and refuses `<` and `>`,
 * which a reader might take for an HTML tag.
 */
export function personalText(maxLength: number, { isMultiline = false } = {}) {
  const tooLong = `At most ${maxLength} characters.`;
  return z
    .string()
    .max(maxLength * 10, tooLong)
    .transform((text) => {
      const lines = isMultiline ? text.split(/\r\n?|\n/) : [text];
      return lines
        .map((line) => visible(line).replaceAll(breaks, " ").replaceAll(/\s+/g, " ").trim())
        .join("\n")
        .trim();
    })
    .pipe(
      z
        .string()
        .max(maxLength, tooLong)
        .regex(/^[^<>]*$/, "Please leave out < and >."),
    );
}

function visible(text: string): string {
  return text.toWellFormed().normalize("NFC").replaceAll(invisible, "");
}
