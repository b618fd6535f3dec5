import { z } from "zod";
import { calendarDay, fixed, percent, perShare } from "#contract/format.ts";
import { confidenceSchema, dataModeSchema, edgeVerdictSchema } from "#contract/prediction.ts";
import { confidenceNames } from "#contract/rules.ts";

const share = z.number().min(0).max(1);
const texts = z.array(z.string().max(700)).max(40);

/** What the card reads of the tool's structured answer. */
export const shownAnalysisSchema = z.object({
  symbol: z.string().max(15),
  predictionId: z.string().max(40),
  dataMode: dataModeSchema,
  beatProbability: share,
  baseRate: share,
  edgePoints: z.number(),
  edgeVerdict: edgeVerdictSchema,
  confidence: confidenceSchema,
  reportAt: z.iso.datetime().nullable(),
  consensusEps: z.number(),
  currency: z.string().max(8).nullable(),
  reasons: texts,
  risks: texts,
  noAdvice: z.string().max(200),
});
type ShownAnalysis = z.infer<typeof shownAnalysisSchema>;

/** Only what the host lets a view do. */
type Actions = {
  open?: (path: string) => Promise<unknown>;
  explainBaseRate?: (symbol: string) => Promise<string>;
};

const card = () => document.getElementById("card") as HTMLElement;

export function drawText(text: string): void {
  card().replaceChildren(element("p", text));
}

export function drawAnalysis(found: ShownAnalysis, actions: Actions): void {
  const { symbol, beatProbability, consensusEps, currency, reasons, risks } = found;
  const chance = element("p", percent(beatProbability, 1), "share");
  chance.append(element("small", ` to beat ${perShare(consensusEps, currency)}`));
  card().replaceChildren(
    ...headOf(found),
    chance,
    barOf(found),
    element("p", edgeText(found)),
    listOf(`Why (${reasons.length})`, reasons, true),
    listOf(`Risks (${risks.length})`, risks, false),
    actionsOf(symbol, found.predictionId, actions),
    element("p", found.noAdvice),
  );
}

function headOf({ symbol, reportAt, dataMode }: ShownAnalysis): HTMLElement[] {
  const header = element("header");
  header.append(element("h1", symbol));
  header.append(
    element(
      "p",
      reportAt === null ? "Report day not known" : `Reports on ${calendarDay(reportAt.slice(0, 10))}`,
    ),
  );
  return dataMode === "sample"
    ? [header, element("p", "Sample data: a simulated market.", "sample")]
    : [header];
}

function edgeText({ edgePoints, edgeVerdict, baseRate, confidence }: ShownAnalysis): string {
  const distance = `${fixed(Math.abs(edgePoints), 1)} points ${edgePoints < 0 ? "below" : "above"} its base rate of ${percent(baseRate, 1)}`;
  return `${edgeVerdict === "no_edge" ? "No edge: " : ""}${distance}, ${confidenceNames[confidence]} confidence.`;
}

const SVG = "http://www.w3.org/2000/svg";

/** From 0% to 100%: filled up to the probability, with a line at the base rate. */
function barOf({ beatProbability, baseRate }: ShownAnalysis): SVGElement {
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

function actionsOf(symbol: string, predictionId: string, { open, explainBaseRate }: Actions): HTMLElement {
  const actions = element("div", "", "actions");
  if (open) {
    const path = `/dashboard/predictions/${encodeURIComponent(predictionId)}`;
    actions.append(buttonOf("Open in Beatcast", () => open(path)));
  }
  if (explainBaseRate)
    actions.append(
      buttonOf("What the base rate means", async (button) => {
        const text = await explainBaseRate(symbol).catch(() => "It could not be read. Please try again.");
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

/** Text is never markup. */
function element(name: string, text = "", className = ""): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  if (className) made.className = className;
  return made;
}
