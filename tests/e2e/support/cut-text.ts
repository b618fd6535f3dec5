import { expect, type Page } from "@playwright/test";

const NORMAL_PIXELS = 16;
const NORMAL_MONOSPACE_PIXELS = 13;

/**
 * Sets the browser's own text size, as a reader does in its settings, to `percent` of the usual one. Unlike zoom, it
 * leaves pixels as they are, and it moves the breakpoints that are in rem.
 */
export async function setTextSize(page: Page, percent: number): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send("Page.setFontSizes", {
    fontSizes: {
      standard: (NORMAL_PIXELS * percent) / 100,
      fixed: Math.round((NORMAL_MONOSPACE_PIXELS * percent) / 100),
    },
  });
}

/** Expects that no text is cut off, and that nothing makes the page wider than the screen. */
export async function expectNothingCut(page: Page): Promise<void> {
  // A chart takes its new width in the frame after the text has changed.
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  const cuts = await page.evaluate(cutTexts);
  expect(cuts, cuts.join("; ")).toEqual([]);
}

/**
 * Returns a line for each text that a reader cannot read whole: one that is wider than its box, one that another box
 * cuts off, and one beyond the edges of its drawing. Text that ends in an ellipsis is shortened on purpose, and what a
 * box hides that scrolls can be reached. Runs inside the page.
 */
function cutTexts(): string[] {
  /** Letters may reach beyond their box by a part of a pixel. */
  const TOLERANCE = 1.5;
  const found = new Set<string>();
  const note = (what: string, text: string | null, box: Element) =>
    found.add(
      `${what}: “${text?.trim().slice(0, 60)}” in <${box.localName} class="${box.getAttribute("class")}">`,
    );
  const hides = (overflow: string) => overflow === "hidden" || overflow === "clip";
  const scrolls = (overflow: string) => overflow === "auto" || overflow === "scroll";
  const isForScreenReaders = ({ clientWidth, clientHeight }: Element) =>
    clientWidth <= 1 && clientHeight <= 1;
  /** Inline elements and those without a box of their own have no width that could be too small. */
  const hasBox = (element: Element) => {
    const { display } = getComputedStyle(element);
    return display !== "inline" && display !== "contents";
  };
  const boxesAround = (element: Element): Element[] => {
    const outer = element.parentElement ? boxesAround(element.parentElement) : [];
    return hasBox(element) ? [element, ...outer] : outer;
  };

  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) {
    found.add(`the page is ${scrollWidth - clientWidth} pixels wider than the screen`);
    const widest = [...document.body.querySelectorAll("*")].findLast(
      (element) =>
        element.getBoundingClientRect().right + scrollX > scrollWidth - TOLERANCE &&
        getComputedStyle(element).position !== "fixed",
    );
    if (widest) note("reaches the page's edge", widest.textContent, widest);
  }

  for (const text of document.querySelectorAll("svg text")) {
    const drawing = text.closest("svg");
    const [shown, frame] = [text.getBoundingClientRect(), drawing?.getBoundingClientRect()];
    if (!drawing || !frame || shown.width === 0) continue;
    if (shown.left < frame.left - TOLERANCE || shown.right > frame.right + TOLERANCE)
      note("beyond its drawing", text.textContent, drawing);
  }

  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const parent = node.parentElement;
    if (!parent || !node.textContent?.trim() || parent.closest("svg, script, style, noscript, select"))
      continue;
    if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const lines = [...range.getClientRects()].filter(({ width }) => width > 1);
    for (const [depth, box] of boxesAround(parent).entries()) {
      const { overflowX, overflowY, textOverflow, webkitLineClamp, position } = getComputedStyle(box);
      if (isForScreenReaders(box) || textOverflow === "ellipsis" || webkitLineClamp !== "none") break;
      if (scrolls(overflowX) || scrolls(overflowY)) break;
      const frame = box.getBoundingClientRect();
      const [left, top] = [frame.left + box.clientLeft, frame.top + box.clientTop];
      const [right, bottom] = [left + box.clientWidth, top + box.clientHeight];
      if (lines.some((line) => line.left < left - TOLERANCE || line.right > right + TOLERANCE)) {
        if (hides(overflowX)) note("cut at the side", node.textContent, box);
        else if (depth === 0) note("wider than its box", node.textContent, box);
      }
      // A quarter of a line is the space below its letters.
      if (hides(overflowY) && lines.some((line) => line.bottom - line.height / 4 > bottom + TOLERANCE))
        note("cut at the bottom", node.textContent, box);
      if (position === "fixed") break;
    }
  }
  return [...found];
}
