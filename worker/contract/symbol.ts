import { z } from "zod";

/** Leaves room beyond the longest symbol that any source uses, `0P000071W8.TO` (13 characters). */
const MAX_SYMBOL_LENGTH = 15;

export const EMPTY_SYMBOL_MESSAGE = "Please enter a stock ticker symbol";
export const BAD_SYMBOL_MESSAGE = "That is not a ticker symbol. Use letters, digits, dot, dash, ^ or =.";

export const symbolSchema = z
  .string()
  .max(10_000, BAD_SYMBOL_MESSAGE)
  .transform((text) => text.trim().toUpperCase())
  .pipe(
    z
      .string()
      .min(1, EMPTY_SYMBOL_MESSAGE)
      .max(MAX_SYMBOL_LENGTH, BAD_SYMBOL_MESSAGE)
      .regex(/^\^?[A-Z0-9]+([.=-][A-Z0-9]+)*(=[A-Z])?$/, BAD_SYMBOL_MESSAGE),
  );

export function withDottedShareClass(symbol: string): string {
  return symbol.replace(/^([A-Z]{1,5})-([ABC])$/, "$1.$2");
}

/** Returns "BRK.B" for a share class as brokers and people write it, "BRK B" or "BRK/B". */
export function withSpacedShareClass(text: string): string {
  return text.replace(/^([a-z]{1,5})[ /]([abc])$/i, "$1.$2");
}

/**
 * Matches a US ticker. A suffix from A to C is a share class; any other suffix stands for a foreign exchange.
 */
const usSymbol = /^[A-Z]{1,5}([.-][A-C])?$/;

export function isUsSymbol(symbol: string): boolean {
  return usSymbol.test(symbol);
}

export const symbolMatchSchema = z.object({ symbol: z.string().max(15), name: z.string().max(200) });

export const companyMatchSchema = symbolMatchSchema.extend({ reportDate: z.iso.date().nullable() });
export type CompanyMatch = z.infer<typeof companyMatchSchema>;
