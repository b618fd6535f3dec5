import { randomBytes } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./install.mjs";
import { newLedgerSigningKey } from "./ledger-key.mjs";
import { newPushKeys } from "./push-keys.mjs";

const devVars = join(root, ".dev.vars");

/** Other variables of the environment are not passed to the Worker. */
export const settingName =
  /^(?:OPERATORS|(?:APP_|AUTH_|MARKET_|SAMPLE_|SEASON_|YAHOO_|FMP_|EDGAR_|EDGE_|STOCKTWITS_|LLM_|SIGN_IN_|STRIPE_|RESEND_|MAIL_|VAPID_|LEDGER_|OPEN_DATA_|PREDICTION_|POLYMARKET_)[A-Z0-9_]*)$/;

/**
 * Reads `.dev.vars` and then the environment, and creates secrets once. Without APP_ENV, the Worker assumes
 * production.
 */
export function localSettings() {
  writeDevVars(devVars);
  const settings = { ...readDevVars(devVars), ...pick(process.env) };
  // The Worker refuses an incomplete pair.
  if (!settings.VAPID_PUBLIC_KEY && !settings.VAPID_PRIVATE_KEY) Object.assign(settings, localPushKeys());
  settings.LEDGER_SIGNING_KEY ??= localLedgerKey();
  if (settings.MARKET_CLOCK) settings.MARKET_CLOCK_SET_AT = new Date().toISOString();
  return settings;
}

/** Also serves `wrangler dev`. Existing settings stay. */
export function writeDevVars(file = devVars) {
  const known = readDevVars(file);
  const needed = { APP_ENV: "development", AUTH_SECRET: randomBytes(32).toString("hex") };
  const missing = Object.entries(needed).filter(([name]) => known[name] === undefined);
  for (const [name, value] of missing) appendFileSync(file, `${name}="${value}"\n`, { mode: 0o600 });
}

function readDevVars(file) {
  if (!existsSync(file)) return {};
  const settings = {};
  for (const line of readFileSync(file, "utf8").split("\n")) {
    const match = /^\s*([A-Z0-9_]+)\s*=\s*(.*?)\s*$/.exec(line);
    if (match) settings[match[1]] = match[2].replace(/^(["'])(.*)\1$/, "$2");
  }
  return settings;
}

function pick(environment) {
  return Object.fromEntries(
    Object.entries(environment).filter(
      ([name, value]) => settingName.test(name) && value !== undefined && value !== "",
    ),
  );
}

function localLedgerKey() {
  const folder = join(root, ".wrangler");
  const file = join(folder, "ledger-key");
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, newLedgerSigningKey("localhost/ledger"), { mode: 0o600 });
  }
  return readFileSync(file, "utf8").trim();
}

function localPushKeys() {
  const folder = join(root, ".wrangler");
  const file = join(folder, "push-keys.json");
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, JSON.stringify(newPushKeys()), { mode: 0o600 });
  }
  return JSON.parse(readFileSync(file, "utf8"));
}
