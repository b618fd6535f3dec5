import { z } from "zod";
import { withDottedShareClass } from "#contract/symbol.ts";
import { DAY_MS, easternInstant, HOUR_MS } from "#contract/time.ts";
import type { SourceFailure } from "#market/fetch-source.ts";
import { jsonOrNull } from "#platform/json.ts";
import {
  type Exhibit,
  type FilingHeader,
  type Filings,
  FilingsUnavailable,
  type XbrlConcept,
} from "../witness/filings.ts";
import { RESULTS_ITEM, recentFilersIn } from "./recent-filers.ts";

export type EdgarRequest = {
  from: "data" | "archive";
  path: string;
  kind: "json" | "header" | "document";
  freshMs: number;
};

export type EdgarText = { isOk: true; text: string } | SourceFailure;

type Gate = { read(request: EdgarRequest): Promise<EdgarText> };

const forms: ReadonlySet<string> = new Set(["8-K", "8-K/A"]);
const ARCHIVE = "https://www.sec.gov";
/**
 * For how long an answer is cached. Exhibits are not cached here but stored in R2, because they would take 8 GB
 * in the Durable Object.
 */
const freshMs = {
  tickers: DAY_MS,
  submissions: 10 * 60 * 1000,
  header: HOUR_MS,
  exhibit: 0,
  facts: 6 * HOUR_MS,
};

const units: Record<XbrlConcept, string> = {
  EarningsPerShareDiluted: "USD/shares",
  EarningsPerShareBasicAndDiluted: "USD/shares",
  WeightedAverageNumberOfDilutedSharesOutstanding: "shares",
};

export function edgarFilings(gate: Gate): Filings {
  return {
    async companyIds() {
      const path = "/files/company_tickers.json";
      const rows = await json(
        gate,
        { from: "archive", kind: "json", path, freshMs: freshMs.tickers },
        tickersSchema,
      );
      if (!rows) throw new FilingsUnavailable("EDGAR returned no list of companies");
      return new Map(
        Object.values(rows).map(({ ticker, cik_str }) => [
          withDottedShareClass(ticker.toUpperCase()),
          String(cik_str).padStart(10, "0"),
        ]),
      );
    },
    async company(cik) {
      const found = await json(gate, submissionsOf(cik), companySchema);
      if (!found) return null;
      return {
        name: found.name,
        tickers: found.tickers.map((ticker) => withDottedShareClass(ticker.toUpperCase())),
      };
    },
    async releases(cik) {
      const submissions = await json(gate, submissionsOf(cik), submissionsSchema);
      if (!submissions) return null;
      const { accessionNumber, acceptanceDateTime, filingDate, form, items } = submissions.filings.recent;
      return accessionNumber.flatMap((accession, i) =>
        forms.has(form[i] ?? "") && items[i]?.split(",").includes(RESULTS_ITEM)
          ? [
              {
                accession,
                isAmendment: form[i] !== "8-K",
                acceptedText: acceptanceDateTime[i] ?? "",
                filingDate: filingDate[i] ?? "",
              },
            ]
          : [],
      );
    },
    recentFilers: (since) =>
      recentFilersIn((path) => textAt(gate, { from: "archive", kind: "document", path, freshMs: 0 }), since),
    async header(cik, accession) {
      const path = `${folderOf(cik, accession)}/${accession}-index-headers.html`;
      const text = await textAt(gate, { from: "archive", kind: "header", path, freshMs: freshMs.header });
      return text === null ? null : headerOf(text);
    },
    exhibit: (cik, accession, file) =>
      textAt(gate, {
        from: "archive",
        kind: "document",
        path: `${folderOf(cik, accession)}/${file}`,
        freshMs: freshMs.exhibit,
      }),
    documentUrl: (cik, accession, file) =>
      `${ARCHIVE}${folderOf(cik, accession)}/${file ?? `${accession}-index.htm`}`,
    async facts(cik, concept) {
      const path = `/api/xbrl/companyconcept/CIK${cik}/us-gaap/${concept}.json`;
      const conceptFacts = await json(
        gate,
        { from: "data", kind: "json", path, freshMs: freshMs.facts },
        conceptSchema,
      );
      if (!conceptFacts) return null;
      return (conceptFacts.units[units[concept]] ?? []).flatMap(({ start, end, val, filed, form }) =>
        start === undefined ? [] : [{ start, end, value: val, filed, form }],
      );
    },
  };
}

/**
 * Reads a filing's SGML header, whose markup may be escaped and whose time is Eastern. Throws
 * `FilingsUnavailable` when the text is no header.
 */
function headerOf(text: string): FilingHeader {
  const plain = text.replaceAll("&lt;", "<").replaceAll("&gt;", ">");
  const moment = /<ACCEPTANCE-DATETIME>\s*(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)/.exec(plain);
  if (!moment) throw new FilingsUnavailable("EDGAR's answer was not a filing header");
  const [, year, month, day, hour, minute, second] = moment;
  const exhibits: Exhibit[] = [
    ...plain.matchAll(/<TYPE>([\w.-]{1,40})(?![\w.-])[^<]*<SEQUENCE>[^<]*<FILENAME>([\w.-]{1,120})/g),
  ]
    .map(([, type = "", file = ""]) => ({ type, file }))
    .filter(({ type }) => type.startsWith("EX-"));
  return { acceptedAt: easternInstant(`${year}-${month}-${day}`, `${hour}:${minute}:${second}`), exhibits };
}

function folderOf(cik: string, accession: string): string {
  return `/Archives/edgar/data/${Number(cik)}/${accession.replaceAll("-", "")}`;
}

async function textAt(gate: Gate, request: EdgarRequest): Promise<string | null> {
  const answer = await gate.read(request);
  if (answer.isOk) return answer.text;
  if (answer.reason === "not_found") return null;
  throw new FilingsUnavailable(answer.detail, answer.retryAfterSeconds);
}

async function json<Schema extends z.ZodType>(
  gate: Gate,
  request: EdgarRequest,
  schema: Schema,
): Promise<z.infer<Schema> | null> {
  const text = await textAt(gate, request);
  if (text === null) return null;
  const parsed = schema.safeParse(jsonOrNull(text));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new FilingsUnavailable(`EDGAR's ${request.path} has another form at ${issue?.path.join(".")}`);
}

const text = (length: number) => z.string().max(length);
const rows = <Item extends z.ZodType>(item: Item) => z.array(item).max(10_000);

/** `company_tickers.json` is an object whose keys are row numbers. */
const tickersSchema = z.record(
  text(10),
  z.object({ cik_str: z.number().int().positive().max(9_999_999_999), ticker: text(20) }),
);

function submissionsOf(cik: string): EdgarRequest {
  return { from: "data", kind: "json", path: `/submissions/CIK${cik}.json`, freshMs: freshMs.submissions };
}

/** The company's fields in the file `submissions/CIK….json`. */
const companySchema = z.object({
  name: text(300)
    .transform((name) => name.slice(0, 200))
    .nullable()
    .catch(null),
  tickers: z.array(text(20)).max(100),
});

/** In the file `submissions/CIK….json`, the filings' fields are parallel arrays, newest filing first. */
const submissionsSchema = z.object({
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
  /** Absent for a value at a single day. */
  start: z.iso.date().optional(),
  end: z.iso.date(),
  val: z.number(),
  filed: z.iso.date(),
  form: text(20),
});

/**
 * The file `companyconcept/….json` groups facts by unit and has a period once for each filing that states it.
 */
const conceptSchema = z.object({ units: z.record(text(40), rows(factSchema)) });
