import type { TestProject } from "vitest/node";
import { startInstance } from "../../../scripts/instance.ts";
import { openIdServer, serveOpenId } from "./openid-provider.ts";
import { openIdSettings } from "./openid-settings.ts";

declare module "vitest" {
  export interface ProvidedContext {
    attackUrl: string;
    /** Null when the instance is not ours to configure. */
    openIdIssuer: string | null;
  }
}

/** Starts the instance to attack: the one that ATTACK_URL names, or else a development instance. */
export default async function setup(project: TestProject) {
  const given = process.env.ATTACK_URL;
  project.provide("openIdIssuer", null);
  if (given) {
    project.provide("attackUrl", given);
    return;
  }
  const { server: provider, issuer } = await openIdServer();
  const server = await startInstance("attack-state", openIdSettings(issuer));
  serveOpenId(provider, issuer, server.url);
  project.provide("attackUrl", server.url);
  project.provide("openIdIssuer", issuer);
  return async () => {
    provider.close();
    await server.kill();
  };
}
