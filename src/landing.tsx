import "#ui/styles.ts";

// The document reads completely without this: nothing of it competes with the first paint.
requestAnimationFrame(() => setTimeout(() => void import("./landing-hydration.tsx")));
