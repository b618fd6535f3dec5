import { z } from "zod";
import { calendarDay, counted, fixed, percent, perShare } from "#contract/format.ts";
import {
  confidenceSchema,
  dataModeSchema,
  edgeVerdictSchema,
  predictionTypeSchema,
} from "#contract/prediction.ts";
import { confidenceNames } from "#contract/rules.ts";
import { easternTime } from "#contract/time.ts";

const share = z.number().min(0).max(1);
const texts = z.array(z.string().max(700)).max(40);

const head = { symbol: z.string().max(15), dataMode: dataModeSchema, noAdvice: z.string().max(200) };
const currency = z.string().max(8).nullable();

/** The fields of the `analyze` tool's result that the card shows. */
export const shownAnalysisSchema = z.object({
  ...head,
  predictionId: z.string().max(40),
  asOf: z.iso.datetime(),
  beatProbability: share,
  baseRate: share,
  edgeVerdict: edgeVerdictSchema,
  confidence: confidenceSchema,
  reportAt: z.iso.datetime().nullable(),
  consensusEps: z.number(),
  currency,
  reasons: texts,
  risks: texts,
});
type ShownAnalysis = z.infer<typeof shownAnalysisSchema>;

/** The fields of the `prediction_as_of` tool's result that the card shows. */
export const shownPointInTimeSchema = z.object({
  ...head,
  report: z.object({ reportDate: z.iso.date() }).nullable(),
  locked: z
    .object({
      beatProbability: share.nullable(),
      baseRate: share,
      edgeVerdict: edgeVerdictSchema.nullable(),
      confidence: confidenceSchema.nullable(),
      consensusEps: z.number().nullable(),
      currency,
      outcome: predictionTypeSchema.nullable(),
    })
    .nullable(),
  known: z.object({
    asOf: z.iso.datetime(),
    ledgerSize: z.int().nonnegative(),
    checkpoint: z.object({ signedAt: z.iso.datetime() }).nullable(),
  }),
});
type ShownPointInTime = z.infer<typeof shownPointInTimeSchema>;

/** The card's buttons. An action is missing when the assistant's app does not allow it. */
type Actions = {
  open?: (path: string) => Promise<unknown>;
  explainBaseRate?: (symbol: string, asOf?: string) => Promise<string>;
};

const card = () => document.getElementById("card") as HTMLElement;

export function drawText(text: string): void {
  card().replaceChildren(element("p", text));
}

export function drawAnalysis(analysis: ShownAnalysis, actions: Actions): void {
  const { symbol, reportAt, asOf, predictionId, reasons, risks } = analysis;
  const day = reportAt === null ? "Report day not known" : `Reports on ${calendarDay(reportAt.slice(0, 10))}`;
  card().replaceChildren(
    ...headOf(analysis, day),
    element("p", `As of ${easternTime(asOf)}`),
    ...oddsOf(analysis),
    listOf(`Why (${reasons.length})`, reasons, true),
    listOf(`Risks (${risks.length})`, risks, false),
    actionsOf(actions, {
      path: `/dashboard/predictions/${encodeURIComponent(predictionId)}`,
      explain: (ask) => ask(symbol),
    }),
    element("p", analysis.noAdvice),
  );
}

/** Draws what was predicted and known at a past moment. */
export function drawPointInTime(answer: ShownPointInTime, actions: Actions): void {
  const { symbol, report, locked, known } = answer;
  const { asOf, ledgerSize, checkpoint } = known;
  const day = report
    ? `Was to report on ${calendarDay(report.reportDate)}`
    : "No report in the calendar then";
  const signed = checkpoint ? `signed ${easternTime(checkpoint.signedAt)}` : "not signed yet";
  card().replaceChildren(
    ...headOf(answer, day),
    element("p", `As of ${easternTime(asOf)}: nothing that came later is in this answer.`, "moment"),
    ...(locked ? lockOf(locked) : report ? [element("p", "No prediction was locked by then.")] : []),
    element("p", `Proof: the ledger of then with ${counted(ledgerSize, "entry", "entries")}, ${signed}.`),
    actionsOf(actions, {
      path: `/stocks/${encodeURIComponent(symbol)}`,
      explain: (ask) => ask(symbol, asOf),
    }),
    element("p", answer.noAdvice),
  );
}

function lockOf({ beatProbability, outcome, ...lock }: NonNullable<ShownPointInTime["locked"]>): Element[] {
  const end = outcome ? [element("p", `It had reported a ${outcome}.`)] : [];
  if (beatProbability !== null) return [...oddsOf({ ...lock, beatProbability }), ...end];
  const base = `Base rate ${percent(lock.baseRate, 1)}. The locked probability is not open to this plan.`;
  return [element("p", base), ...end];
}

function headOf(
  { symbol, dataMode }: Pick<ShownPointInTime, "symbol" | "dataMode">,
  day: string,
): HTMLElement[] {
  const header = element("header");
  header.append(element("h1", symbol), element("p", day));
  return dataMode === "sample"
    ? [header, element("p", "Sample data: a simulated market.", "sample")]
    : [header];
}

type Odds = Pick<
  NonNullable<ShownPointInTime["locked"]>,
  "baseRate" | "edgeVerdict" | "confidence" | "consensusEps" | "currency"
> & { beatProbability: number };

function oddsOf(odds: Odds): Element[] {
  const { beatProbability, consensusEps, currency } = odds;
  const chance = element("p", percent(beatProbability, 1), "share");
  const bar = consensusEps === null ? "the consensus" : perShare(consensusEps, currency);
  chance.append(element("small", ` to beat ${bar}`));
  return [chance, barOf(odds), element("p", edgeText(odds))];
}

function edgeText({ beatProbability, baseRate, edgeVerdict, confidence }: Odds): string {
  const points = 100 * (beatProbability - baseRate);
  const distance = `${fixed(Math.abs(points), 1)} points ${points < 0 ? "below" : "above"} its base rate of ${percent(baseRate, 1)}`;
  const sure = confidence ? `, ${confidenceNames[confidence]} confidence` : "";
  return `${edgeVerdict === "no_edge" ? "No edge: " : ""}${distance}${sure}.`;
}

const SVG = "http://www.w3.org/2000/svg";

/** Returns a bar that is filled up to the probability, with a line at the base rate. */
function barOf({ beatProbability, baseRate }: Odds): Element {
  const bar = document.createElementNS(SVG, "svg");
  bar.setAttribute("viewBox", "0 0 100 16");
  bar.setAttribute("preserveAspectRatio", "none");
  bar.setAttribute("role", "img");
  bar.setAttribute("aria-label", `${percent(beatProbability, 1)} to beat, base rate ${percent(baseRate, 1)}`);
  const part = (x: number, y: number, width: number, height: number, color: string) => {
    const rect = document.createElementNS(SVG, "rect");
    for (const [name, value] of Object.entries({ x, y, width, height }))
      rect.setAttribute(name, String(value));
    rect.setAttribute("fill", `var(--c-${color})`);
    bar.append(rect);
  };
  part(0, 4, 100, 8, "sunken");
  part(0, 4, 100 * beatProbability, 8, "primary");
  part(100 * baseRate - 0.4, 0, 0.8, 16, "signal-solid");
  return bar;
}

function listOf(title: string, lines: readonly string[], isOpen: boolean): HTMLElement {
  const details = document.createElement("details");
  details.open = isOpen;
  details.hidden = lines.length === 0;
  const list = element("ul");
  list.append(...lines.map((line) => element("li", line)));
  details.append(element("summary", title), list);
  return details;
}

type CardRequest = {
  path: string;
  explain: (ask: NonNullable<Actions["explainBaseRate"]>) => Promise<string>;
};

function actionsOf({ open, explainBaseRate }: Actions, { path, explain }: CardRequest): HTMLElement {
  const actions = element("div", "", "actions");
  if (open) actions.append(buttonOf("Open in Beatcast", () => open(path)));
  if (explainBaseRate)
    actions.append(
      buttonOf("What the base rate means", async (button) => {
        const text = await explain(explainBaseRate).catch(() => "It could not be read. Please try again.");
        actions.after(element("p", text));
        button.remove();
      }),
    );
  return actions;
}

function buttonOf(label: string, act: (button: HTMLButtonElement) => Promise<unknown>): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = label;
  button.addEventListener("click", async () => {
    button.disabled = true;
    await act(button);
    button.disabled = false;
  });
  return button;
}

/** Returns a new element. The text is never parsed as markup. */
function element(name: string, text = "", className = ""): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  if (className) made.className = className;
  return made;
}
