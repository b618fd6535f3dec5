import "#ui/styles.ts";

// The document is complete without this script, which therefore waits for the first paint.
requestAnimationFrame(() => setTimeout(() => void import("./landing-hydration.tsx")));
