let isLeft = false;
// The calls end before `pagehide` is told. Absent where the landing page is prerendered.
globalThis.addEventListener?.("beforeunload", () => {
  isLeft = true;
});
globalThis.addEventListener?.("pageshow", () => {
  isLeft = false;
});

/** Whether the page is being left: the browser breaks off its calls then, which says nothing about them. */
export function isPageLeft(): boolean {
  return isLeft;
}
