/** Who may import whom, as the README's table of rooms says. A test plants a violation of each kind and sees it fail. */
const room = (name, allowed) => ({
  name: `${name}-imports`,
  comment: `${name} may import only: ${allowed.join(", ") || "nothing"}`,
  severity: "error",
  from: { path: `^worker/${name}/` },
  to: {
    path: "^(worker|src|scripts|tests)/",
    // Coded errors may be thrown by any room that answers a person; days are counted in one way.
    pathNot: [`${name}/`, "errors\\.ts$", "time\\.ts$", ...allowed].map((to) => `^worker/${to}`),
  },
});

/** A vendor's package is known to one place only. */
const vendor = (name, packages, home) => ({
  name: `${name}-in-its-adapter`,
  severity: "error",
  from: { path: "^(worker|src)/", pathNot: home },
  to: { path: packages.map((name) => `node_modules/${name}(/|$)`) },
});

module.exports = {
  forbidden: [
    room("contract", []),
    room("analysis", ["contract/", "market/port\\.ts$"]),
    room("market", ["contract/"]),
    room("narrate", ["analysis/", "contract/"]),
    room("research", ["market/", "analysis/", "narrate/", "contract/"]),
    // What counts as a beat is the same for the model, which learns it, and for settlement.
    room("predictions", [
      "db/",
      "contract/",
      "ledger/",
      "analysis/model/(history|statistics)\\.ts$",
      "market/port\\.ts$",
    ]),
    room("archive", ["db/", "market/port\\.ts$"]),
    // What is the same report, a beat and a split is judged with the model's own words of it.
    room("season", ["db/", "contract/", "market/", "analysis/"]),
    room("ledger", ["contract/"]),
    room("jobs", [
      "accounts/",
      "archive/",
      "billing/",
      "contract/",
      "predictions/",
      "research/",
      "season/",
      "deps\\.ts$",
    ]),
    room("demo", ["accounts/", "contract/", "db/", "predictions/", "market/port\\.ts$", "deps\\.ts$"]),
    room("push", ["contract/"]),
    room("accounts", [
      "db/",
      "mail/",
      "push/port\\.ts$",
      "contract/",
      "ids\\.ts$",
      "http/(cookies|network)\\.ts$",
    ]),
    room("billing", ["db/", "contract/"]),
    room("limits", ["contract/"]),
    room("mail", ["contract/", "db/"]),
    room("db", ["contract/rules\\.ts$"]),
    room("routes", [
      "contract/",
      "accounts/",
      "analysis/",
      "billing/",
      "db/",
      "http/",
      "limits/",
      "mail/",
      "demo/",
      "jobs/",
      "ledger/",
      "market/",
      "predictions/",
      "research/",
      "season/",
      "context\\.ts$",
      "deps\\.ts$",
      "ids\\.ts$",
    ]),
    {
      // The ledger's verifier is the same in the browser as on the command line.
      name: "page-imports-only-the-contract",
      severity: "error",
      from: { path: "^src/" },
      to: { path: "^(worker|scripts|tests)/", pathNot: "^worker/((contract|ledger)/|time\\.ts$)" },
    },
    {
      name: "a-feature-never-imports-another",
      severity: "error",
      from: { path: "^src/features/([^/]+)/" },
      to: { path: "^src/features/", pathNot: "^src/features/$1/" },
    },
    {
      name: "features-are-above-lib-ui-and-widgets",
      severity: "error",
      from: { path: "^src/(lib|ui|widgets)/" },
      to: { path: "^src/(app|features)/" },
    },
    {
      name: "ui-holds-primitives-only",
      comment: "What knows earnings, plans or evidence is a widget.",
      severity: "error",
      from: { path: "^src/ui/" },
      to: { path: "^(src/widgets|worker)/" },
    },
    {
      name: "lib-knows-no-ui",
      severity: "error",
      from: { path: "^src/lib/" },
      to: { path: "^src/(ui|widgets)/" },
    },
    vendor("stripe", ["stripe"], "^worker/billing/stripe/"),
    vendor("one-time-codes", ["@better-auth/utils", "@noble/ciphers"], "^worker/accounts/"),
    vendor("qr-codes", ["uqr"], "^src/ui/"),
    vendor("web-push", ["@block65"], "^worker/push/"),
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
