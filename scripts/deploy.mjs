// npm run deploy builds, migrates and deploys to production. With --check, nothing leaves this machine.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { strayFiles } from "./build/served.ts";
import { root, run } from "./setup/install.mjs";

const folder = join(root, "dist", "beatcast");
const config = join(folder, "wrangler.deployment.json");

if (process.argv.includes("--check")) {
  await check();
} else {
  await step("npm", ["run", "--silent", "build"]);
  writeDeployment();
  for (const queue of queues()) await ensureQueue(queue);
  await step("wrangler", ["d1", "migrations", "apply", "beatcast", "--remote", "--config", config]);
  await step("wrangler", ["deploy", "--config", config, "--keep-vars"]);
}

/**
 * The binding is not in `wrangler.toml`, because a local run that binds Workers AI connects to Cloudflare's
 * network.
 */
function writeDeployment() {
  const built = JSON.parse(readFileSync(join(folder, "wrangler.json"), "utf8"));
  const deployment = { ...built, ai: { binding: "AI" }, vars: { ...built.vars, APP_ENV: "production" } };
  writeFileSync(config, JSON.stringify(deployment));
}

function queues() {
  const { producers, consumers } = JSON.parse(readFileSync(config, "utf8")).queues;
  return [...new Set([...producers, ...consumers].map(({ queue }) => queue))];
}

/** A deployment does not create queues. */
async function ensureQueue(name) {
  const { code } = await run("wrangler", ["queues", "info", name], { capture: true });
  if (code !== 0) await step("wrangler", ["queues", "create", name]);
}

async function check() {
  writeDeployment();
  const local = JSON.parse(readFileSync(join(folder, "wrangler.json"), "utf8"));
  const built = JSON.parse(readFileSync(config, "utf8"));
  const deployed = await bindings(config);
  const problems = [
    local.ai !== undefined && "A local run must not bind Workers AI.",
    !deployed.includes("env.AI") && "The deployment does not bind Workers AI.",
    !/env\.APP_ENV \("production"\)/.test(deployed) && "The deployment is not APP_ENV=production.",
    ["JOBS", "LOCKS", "DELIVERIES"].some((queue) => !deployed.includes(`env.${queue}`)) &&
      "The deployment lacks a queue for its jobs.",
    queues().join() !== "beatcast-jobs,beatcast-locks,beatcast-deliveries,beatcast-dead-letters" &&
      "The deployment reads from other queues.",
    !built.compatibility_flags.includes("global_fetch_strictly_public") &&
      "Webhooks could reach hosts of the operator's zone past its protection.",
    (built.observability?.logs?.invocation_logs !== false ||
      !built.observability.redact_query_string ||
      built.observability.traces?.enabled !== false) &&
      "The platform's logs would have the addresses of calendar feeds.",
    !built.upload_source_maps && "The Worker's source map would not be uploaded.",
    ...strayFiles(join(root, "dist", "client")).map((file) => `${file} would be served.`),
    (built.workers_dev !== false || built.preview_urls !== false) &&
      "The deployment has a second door: workers_dev and preview_urls must be off.",
    !deployed.includes("env.MAIL") && "The deployment has no way to send mail.",
  ].filter(Boolean);
  console.log(problems.length > 0 ? problems.join("\n") : "The deployment binds what it needs.");
  process.exitCode = problems.length > 0 ? 1 : 0;
}

async function bindings(file) {
  const { code, output } = await run("wrangler", ["deploy", "--dry-run", "--config", file], {
    capture: true,
  });
  if (code === 0) return output;
  console.error(output);
  process.exit(1);
}

async function step(command, args) {
  const { code } = await run(command, args);
  if (code !== 0) process.exit(code);
}
