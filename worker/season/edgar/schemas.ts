import { z } from "zod";

const text = (length: number) => z.string().max(length);
const rows = <Item extends z.ZodType>(item: Item) => z.array(item).max(10_000);

/** `company_tickers.json`: an object with numbered rows. */
export const tickersSchema = z.record(
  text(10),
  z.object({ cik_str: z.number().int().positive().max(9_999_999_999), ticker: text(20) }),
);

/** `submissions/CIK….json`: parallel arrays, newest first. */
export const submissionsSchema = z.object({
  filings: z.object({
    recent: z
      .object({
        accessionNumber: rows(z.string().regex(/^\d{10}-\d{2}-\d{6}$/)),
        filingDate: rows(z.iso.date()),
        acceptanceDateTime: rows(text(40)),
        form: rows(text(40)),
        items: rows(text(200)),
      })
      .refine(
        (recent) => new Set(Object.values(recent).map((column) => column.length)).size === 1,
        "the columns differ in length",
      ),
  }),
});

const factSchema = z.object({
  /** Missing where the value is of one day. */
  start: z.iso.date().optional(),
  end: z.iso.date(),
  val: z.number(),
  filed: z.iso.date(),
  form: text(20),
});

/** `companyconcept/…`: by unit; a period stands once for each filing that names it. */
export const conceptSchema = z.object({ units: z.record(text(40), rows(factSchema)) });
