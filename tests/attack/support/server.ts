import type { TestProject } from "vitest/node";
import { startInstance } from "../../../scripts/instance.ts";

declare module "vitest" {
  export interface ProvidedContext {
    attackUrl: string;
  }
}

/** The instance under attack: the one that ATTACK_URL names, else a development instance of its own. */
export default async function setup(project: TestProject) {
  const given = process.env.ATTACK_URL;
  if (given) {
    project.provide("attackUrl", given);
    return;
  }
  const server = await startInstance("attack-state");
  project.provide("attackUrl", server.url);
  return () => server.kill();
}
