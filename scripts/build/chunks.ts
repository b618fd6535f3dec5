import { join } from "node:path";
import type { Rolldown } from "vite";

type Context = Parameters<Rolldown.CodeSplittingNameFunction>[1];
type Modules = ReadonlySet<string>;

const root = new URL("../..", import.meta.url).pathname;
const pages = {
  calendar: "src/features/calendar/page.tsx",
  dashboard: "src/features/dashboard/page.tsx",
};

type Loads = Record<
  "document" | "landing" | "schemaSettings" | "shell" | "signIn" | keyof typeof pages | "otherPages",
  Modules
>;

/**
 * The most shared script comes first, so a module's imports are in its own script or an earlier one. The bundler on
 * its own makes 39 scripts, which take 400 ms longer on a slow phone (docs/decisions/0093-first-data.md).
 */
const scripts: Record<string, (isIn: (load: keyof Loads) => boolean) => boolean> = {
  document: (isIn) => isIn("document") && isIn("shell"),
  base: (isIn) => isIn("landing") && (isIn("shell") || isIn("calendar") || isIn("dashboard")),
  application: (isIn) =>
    isIn("schemaSettings") ||
    ((isIn("calendar") || isIn("dashboard")) && isIn("signIn")) ||
    (isIn("shell") && (isIn("calendar") || isIn("dashboard") || isIn("otherPages"))),
  screens: (isIn) => isIn("calendar") && isIn("dashboard"),
  lists: (isIn) => isIn("calendar") && isIn("otherPages"),
  figures: (isIn) => isIn("dashboard") && isIn("otherPages"),
};

/** The calendar needs few scripts, and no page loads one that it could spare. */
export function chunkGroups(): Rolldown.CodeSplittingGroup[] {
  let loads: Loads | undefined;
  return Object.entries(scripts).map(([name, isOf], at, { length }) => ({
    debugName: name,
    priority: length - at,
    name: (id, context) => {
      loads ??= loadsOf(context);
      const found = loads;
      return isOf((load) => found[load].has(id)) ? name : null;
    },
  }));
}

function loadsOf(context: Context): Loads {
  const entry = (path: string) => reached(context, [join(root, path)]);
  const others = lazyModules(context).filter(
    (id) => !Object.values(pages).some((page) => id === join(root, page)),
  );
  return {
    document: entry("index.html"),
    landing: entry("src/landing-hydration.tsx"),
    // Evaluated before the first schema.
    schemaSettings: entry("src/lib/schemas-without-eval.ts"),
    shell: entry("shell.html"),
    signIn: entry("src/features/auth/page.tsx"),
    calendar: entry(pages.calendar),
    dashboard: entry(pages.dashboard),
    otherPages: reached(context, others),
  };
}

function lazyModules(context: Context): string[] {
  const all = reached(context, [join(root, "index.html"), join(root, "shell.html")], true);
  return [...all].flatMap((id) => context.getModuleInfo(id)?.dynamicallyImportedIds ?? []);
}

/** With `isLazyToo`, imports that are loaded later count too. */
function reached(context: Context, entries: readonly string[], isLazyToo = false): Modules {
  const found = new Set(entries);
  for (const id of found) {
    const info = context.getModuleInfo(id);
    for (const next of info?.importedIds ?? []) found.add(next);
    for (const next of (isLazyToo && info?.dynamicallyImportedIds) || []) found.add(next);
  }
  return found;
}
