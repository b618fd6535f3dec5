import "#ui/styles.ts";

requestAnimationFrame(() => setTimeout(() => void import("./landing-hydration.tsx")));
