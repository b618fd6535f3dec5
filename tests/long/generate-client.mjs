// Writes the types of an OpenAPI document to standard output. The generator needs the compiler API, which
// TypeScript 7 does not have.
import { registerHooks } from "node:module";

const compiler = new URL("../../node_modules/@ts-morph/common/dist/typescript.js", import.meta.url).href;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "typescript" ? { url: compiler, shortCircuit: true } : next(specifier, context),
});
const { default: openapiTypescript, astToString } = await import("openapi-typescript");
process.stdout.write(astToString(await openapiTypescript(new URL(process.argv[2]))));
