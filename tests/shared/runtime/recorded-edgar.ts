import { createServer, type Server } from "node:http";

/** A filing of the recorded releases; `file` is its exhibit. */
export type RecordedFiling = { symbol: string; cik: number; filed: string; html: string };

/** The accession number 0000000001-24-000001 is that of a company with one filing. */
const accessionOf = ({ cik }: RecordedFiling) => `${String(cik).padStart(10, "0")}-24-000001`;

/** Plays SEC EDGAR with these filings, in the forms in which it answers. */
export function recordedEdgar(filings: readonly RecordedFiling[]): Server {
  const answers = new Map(
    filings.flatMap((filing): [string, string][] => {
      const { cik, filed, html } = filing;
      const accession = accessionOf(filing);
      const folder = `/Archives/edgar/data/${cik}/${accession.replaceAll("-", "")}`;
      const recent = {
        accessionNumber: [accession],
        filingDate: [filed],
        acceptanceDateTime: [`${filed}T20:30:00.000Z`],
        form: ["8-K"],
        items: ["2.02,9.01"],
      };
      const day = filed.replaceAll("-", "");
      return [
        [`/submissions/CIK${String(cik).padStart(10, "0")}.json`, JSON.stringify({ filings: { recent } })],
        [
          `${folder}/${accession}-index-headers.html`,
          `<SEC-HEADER><ACCEPTANCE-DATETIME>${day}163000\n<TYPE>8-K\n<SEQUENCE>1\n<FILENAME>form.htm\n<TYPE>EX-99.1\n<SEQUENCE>2\n<FILENAME>release.htm\n`,
        ],
        [`${folder}/release.htm`, html],
      ];
    }),
  );
  const tickers = Object.fromEntries(
    filings.map(({ cik, symbol }, i) => [i, { cik_str: cik, ticker: symbol }]),
  );
  answers.set("/files/company_tickers.json", JSON.stringify(tickers));
  return createServer((request, response) => {
    const body = answers.get(request.url ?? "");
    const type = request.url?.endsWith(".json") ? "application/json" : "text/html; charset=utf-8";
    response.writeHead(body === undefined ? 404 : 200, { "content-type": type });
    response.end(body ?? "not found");
  });
}
