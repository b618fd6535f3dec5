/**
 * Lint, import rules and types, each as name, command and arguments. Each part of the code gets one type checker,
 * because they share the cores, and what has not changed since the last run is not checked again.
 */
export const staticChecks = [
  ["lint", "biome", ["check", "."]],
  ["import rules", "depcruise", ["--config", ".dependency-cruiser.cjs", "worker", "src"]],
  ...["worker", "page", "node"].map((part) => [
    `types of ${part}`,
    "tsc",
    [
      ...["-p", `tsconfig.${part}.json`, "--checkers", "1"],
      ...["--incremental", "--tsBuildInfoFile", `node_modules/.cache/types/${part}.tsbuildinfo`],
    ],
  ]),
];
