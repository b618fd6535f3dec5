import { registerHooks } from "node:module";
import type { Operation } from "#app/http/operation.ts";

/** What the Worker takes from its runtime and its build. Outside of them it is imported and never called. */
const runtime = `
  export class DurableObject {}
  export class WorkerEntrypoint {}
  export const waitUntil = () => undefined;
  export const env = {};
  export default [];
`;

/** The declared calls of the API, without those of a development run. */
export async function declaredOperations(): Promise<readonly Operation[]> {
  registerHooks({
    resolve: (specifier, context, next) =>
      /^(cloudflare|virtual):/.test(specifier)
        ? { url: `data:text/javascript,${encodeURIComponent(runtime)}`, format: "module", shortCircuit: true }
        : next(specifier, context),
  });
  const { operations } = await import("#app/routes/operations.ts");
  return operations.filter(({ path }) => !path.startsWith("/api/dev/"));
}
