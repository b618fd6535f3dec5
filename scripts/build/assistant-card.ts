import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build, type Plugin, type Rolldown } from "vite";
import { colors } from "#ui/tokens.ts";

const MODULE = "virtual:assistant-card";
const RESOLVED = `\0${MODULE}`;
const folder = join(import.meta.dirname, "../../src/assistant-card");

/** The card's parts are inlined, because the hosts' sandbox has no network. */
async function cardDocument(): Promise<string> {
  const template = readFileSync(join(folder, "card.html"), "utf8");
  const tokens = Object.entries(colors).map(([name, both]) => `--c-${name}:light-dark(${both.join(",")})`);
  const { output } = (await build({
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    build: {
      write: false,
      target: "es2022",
      rolldownOptions: { input: join(folder, "card.ts"), output: { format: "es" } },
    },
  })) as Rolldown.RolldownOutput;
  const script = output.map((part) => ("code" in part ? part.code : "")).join("");
  const rules = output.map((part) => ("source" in part ? part.source : "")).join("");
  const styles = `:root{color-scheme:light dark;${tokens.join(";")}}${rules}`;
  return template
    .replace("<style></style>", () => `<style>${styles}</style>`)
    .replace("></script>", () => `>${script.replaceAll("</script", "<\\/script")}</script>`);
}

export function assistantCard(): Plugin {
  let document: Promise<string> | undefined;
  return {
    name: "assistant-card",
    resolveId: (id) => (id === MODULE ? RESOLVED : undefined),
    load: async (id) => {
      if (id !== RESOLVED) return undefined;
      document ??= cardDocument();
      return `export default ${JSON.stringify(await document)};`;
    },
  };
}
