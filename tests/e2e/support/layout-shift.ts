import type { Page } from "@playwright/test";

/** Sums up layout shifts without the reader's doing, from the next page load on. */
export async function measureShift(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const shifts = Object.assign(window, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (!Reflect.get(entry, "hadRecentInput")) shifts.shift += Number(Reflect.get(entry, "value"));
    }).observe({ type: "layout-shift", buffered: true });
  });
  return () => page.evaluate(() => Number(Reflect.get(window, "shift")));
}
