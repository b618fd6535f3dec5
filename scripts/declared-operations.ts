import { registerHooks } from "node:module";
import type { Operation } from "#app/http/operation.ts";

/** Stubs of what the runtime and the build provide. */
const runtime = `
  export class DurableObject {}
  export class WorkerEntrypoint {}
  export const waitUntil = () => undefined;
  export const env = {};
  export default [];
`;

/** Returns the operations without those of a development server. */
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
