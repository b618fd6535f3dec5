import { registerHooks } from "node:module";
import type { Operation } from "../../worker/http/operation.ts";

/** The Worker's code outside of its runtime: what it takes from there is not called, only imported. */
const runtime = `
  export class DurableObject {}
  export class WorkerEntrypoint {}
  export const waitUntil = () => undefined;
  export const env = {};
`;

/** The declared calls of the API, without those of a development run. */
export async function declaredOperations(): Promise<readonly Operation[]> {
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier.startsWith("cloudflare:")
        ? { url: `data:text/javascript,${encodeURIComponent(runtime)}`, format: "module", shortCircuit: true }
        : next(specifier, context),
  });
  const { operations } = await import("../../worker/routes/operations.ts");
  return operations.filter(({ path }) => !path.startsWith("/api/dev/"));
}
