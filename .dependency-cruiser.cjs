/** The modules of the Worker and what each may import, from the bottom up. docs/ARCHITECTURE.md says what each decides. */
const modules = {
  contract: [],
  platform: ["contract"],
  market: ["contract", "platform"],
  model: ["contract"],
  explanation: ["model", "contract", "platform"],
  season: ["market", "model", "platform", "contract"],
  record: ["season", "model", "platform", "contract"],
  research: ["market", "season", "model", "explanation", "record", "platform", "contract"],
  accounts: ["platform", "contract"],
  billing: ["platform", "contract"],
  notifications: ["accounts", "season", "record", "model", "platform", "contract"],
  app: [
    "contract",
    "platform",
    "market",
    "model",
    "explanation",
    "season",
    "record",
    "research",
    "accounts",
    "billing",
    "notifications",
  ],
};

const moduleRule = ([name, allowed]) => ({
  name: `${name}-imports`,
  comment: `${name} may import only: ${allowed.join(", ") || "nothing"}`,
  severity: "error",
  from: { path: `^worker/${name}/` },
  to: {
    path: "^(worker|src|scripts|tests)/",
    pathNot: [name, ...allowed].map((to) => `^worker/${to}/`),
  },
});

/** Only one place may import a vendor's package. */
const vendor = (name, packages, home) => ({
  name: `${name}-in-its-adapter`,
  severity: "error",
  from: { path: "^(worker|src)/", pathNot: home },
  to: { path: packages.map((name) => `node_modules/${name}(/|$)`) },
});

module.exports = {
  forbidden: [
    ...Object.entries(modules).map(moduleRule),
    {
      name: "the-worker-is-its-modules",
      comment: "Every file of the Worker belongs to a module, at most one folder deep.",
      severity: "error",
      from: {
        path: "^worker/",
        pathNot: Object.keys(modules).flatMap((name) => [
          `^worker/${name}/[^/]+$`,
          `^worker/${name}/[^/]+/[^/]+$`,
        ]),
      },
      to: {},
    },
    {
      name: "page-imports-only-the-contract",
      severity: "error",
      from: { path: "^src/" },
      to: { path: "^(worker|scripts|tests)/", pathNot: "^worker/contract/" },
    },
    {
      name: "a-feature-never-imports-another",
      severity: "error",
      from: { path: "^src/features/([^/]+)/" },
      to: { path: "^src/features/", pathNot: "^src/features/$1/" },
    },
    {
      name: "features-are-above-lib-and-ui",
      severity: "error",
      from: { path: "^src/(lib|ui)/" },
      to: { path: "^src/(app|features)/" },
    },
    {
      name: "ui-holds-primitives-only",
      comment: "Code that knows earnings, plans or evidence belongs in ui/domain.",
      severity: "error",
      from: { path: "^src/ui/", pathNot: "^src/ui/domain/" },
      to: { path: "^(src/ui/domain|worker)/" },
    },
    {
      name: "lib-knows-no-ui",
      severity: "error",
      from: { path: "^src/lib/" },
      to: { path: "^src/ui/" },
    },
    vendor(
      "language-models",
      ["ai", "@ai-sdk", "workers-ai-provider"],
      "^worker/explanation/narrator/ask-model\\.ts$",
    ),
    vendor("stripe", ["stripe"], "^worker/billing/stripe/"),
    vendor("one-time-codes", ["@better-auth/utils", "@noble/ciphers"], "^worker/accounts/"),
    vendor("passkeys", ["@simplewebauthn"], "^(worker/accounts/passkeys/|src/lib/sign-in-methods\\.ts$)"),
    vendor("openid", ["openid-client"], "^worker/accounts/providers/openid\\.ts$"),
    vendor("time-stamps", ["@peculiar"], "^worker/record/receipts/timestamp-token\\.ts$"),
    vendor("csv-and-icalendar", ["papaparse", "ical-generator"], "^worker/season/watchlist/"),
    vendor("mcp", ["@modelcontextprotocol"], "^(worker/app/mcp|src/assistant-card)/"),
    vendor("openapi", ["zod-openapi"], "^worker/app/openapi/"),
    vendor("qr-codes", ["uqr"], "^src/ui/"),
    vendor("web-push", ["@block65"], "^worker/platform/push/"),
    vendor("uplot", ["uplot"], "^src/ui/"),
    vendor("ark", ["@ark-ui"], "^src/ui/"),
    vendor("icons", ["lucide-react"], "^src/ui/"),
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    {
      name: "everything-resolves",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: "^(cloudflare:|virtual:)" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { conditionNames: ["import", "types", "default"], exportsFields: ["exports"] },
  },
};
