/** Each entry gives `metric basis kind`, the low and high figure and, where the text states one, the action. */
export type Expected = readonly [
  key: string,
  low: number | null,
  high: number | null,
  action?: string | null,
];
/** A release of a company that does not exist, in a form that companies use, filed on October 24, 2024. */
export type InventedRelease = {
  name: string;
  html: string;
  guidance: readonly Expected[];
  /** The reported figures by basis, or under "revenue". */
  reported?: Readonly<Record<string, number>>;
};

export const p = (...sentences: string[]) => sentences.map((sentence) => `<p>${sentence}</p>`).join("\n");
export const list = (...items: string[]) => `<ul>${items.map((item) => `<li>• ${item}</li>`).join("")}</ul>`;
export const table = (...rows: string[][]) =>
  `<table>${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join("")}</tr>`).join("\n")}</table>`;
export const q4 = (basis: string) => `eps ${basis} next_quarter`;
export const year = (basis: string) => `eps ${basis} full_year`;
export const [REVENUE_Q, REVENUE_FY] = ["revenue  next_quarter", "revenue  full_year"] as const;
