import type { Page } from "@playwright/test";

export type Shift = { sum: number; moved: string[] };

/** An entry of the browser's own measure, which TypeScript's library does not describe. */
type LayoutShift = PerformanceEntry & {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
};

/**
 * Sums up layout shifts without the reader's doing, from the next page load on, and says what moved: the element's
 * beginning, and its rectangles before and after.
 */
export async function measureShift(page: Page): Promise<() => Promise<Shift>> {
  await page.addInitScript(() => {
    const shift: Shift = { sum: 0, moved: [] };
    Object.assign(window, { shift });
    const isShift = (entry: PerformanceEntry): entry is LayoutShift => entry.entryType === "layout-shift";
    const place = ({ x, y, width, height }: DOMRectReadOnly) =>
      [x, y, width, height].map(Math.round).join(" ");
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries().filter(isShift)) {
        if (entry.hadRecentInput) continue;
        shift.sum += entry.value;
        for (const { node, previousRect, currentRect } of entry.sources) {
          const what = node instanceof Element ? node.outerHTML : node?.textContent;
          shift.moved.push(`${what?.slice(0, 100)}: from ${place(previousRect)} to ${place(currentRect)}`);
        }
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  return () => page.evaluate(() => Reflect.get(window, "shift"));
}
