import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer, request as forward } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import {
  Client as ClientV2,
  StreamableHTTPClientTransport as TransportV2,
} from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as TransportV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Instance, startInstance } from "../../scripts/instance.ts";

const root = join(import.meta.dirname, "../..");
const folder = join(root, "test-results", "api-client");
const tools = ["analyze", "calendar", "history", "track_record", "explain_base_rate", "prediction_as_of"];

let instance: Instance;
let key: string;

beforeAll(async () => {
  instance = await startInstance("api-clients");
  const seeded = await fetch(`${instance.url}/api/dev/seed`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: instance.url },
    body: "{}",
  });
  ({
    institution: { apiKey: key },
  } = (await seeded.json()) as { institution: { apiKey: string } });
  mkdirSync(folder, { recursive: true });
  const document = await (await fetch(`${instance.url}/api/openapi.json`)).text();
  writeFileSync(join(folder, "openapi.json"), document);
}, 240_000);
afterAll(() => instance?.kill());

/**
 * Runs without blocking, because kept-alive connections that the Worker closes meanwhile would be taken for open
 * ones.
 */
const run = async (
  command: readonly string[],
  { cwd = root, env = process.env }: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
) => (await promisify(execFile)(process.execPath, command, { cwd, env })).stdout;

it("the document passes the linter without an error", async () => {
  const linter = join(root, "node_modules/@redocly/cli/bin/cli.js");
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", CI: "true" };
  const args = [linter, "lint", join(folder, "openapi.json"), "--format=json"];
  const found = JSON.parse(await run(args, { cwd: folder, env }));
  expect(found.totals.errors).toBe(0);
});

it("a client generated from the document completes an analysis, and its types hold", async () => {
  const types = await run([
    join(root, "tests/long/generate-client.mjs"),
    `file://${join(folder, "openapi.json")}`,
  ]);
  writeFileSync(join(folder, "types.ts"), types);
  writeFileSync(
    join(folder, "client.ts"),
    `import createClient from "openapi-fetch";
import type { paths } from "./types.ts";

const client = createClient<paths>({
  baseUrl: process.env.BEATCAST_URL ?? "",
  headers: { authorization: \`Bearer \${process.env.BEATCAST_API_KEY}\` },
});
const { data, error } = await client.POST("/api/v1/analyze/{symbol}", { params: { path: { symbol: "AAPL" } } });
if (!data || typeof data === "string") throw new Error(error?.detail ?? "no JSON");
const probability: number = data.prediction.beatProbability;
const baseRate: number = data.model.baseRate;
console.log(JSON.stringify({ symbol: data.stock.symbol, probability, baseRate }));
`,
  );
  const options =
    "--noEmit --strict --skipLibCheck --module esnext --moduleResolution bundler --target es2024";
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  await run([
    compiler,
    ...options.split(" "),
    "--allowImportingTsExtensions",
    "--types",
    "node",
    join(folder, "client.ts"),
  ]);
  const env = { ...process.env, BEATCAST_URL: instance.url, BEATCAST_API_KEY: key };
  const printed = await run([join(folder, "client.ts")], { env });
  const { symbol, probability, baseRate } = JSON.parse(printed);
  expect(symbol).toBe("AAPL");
  expect(probability).toBeGreaterThan(0);
  expect(baseRate).toBeGreaterThan(0);
});

const headers = () => ({ authorization: `Bearer ${key}` });
const address = () => new URL("/mcp", instance.url);

/** Clients created as their own packages create them. */
const clients = {
  "version 1": async () => {
    const client = new ClientV1({ name: "test", version: "1.0.0" });
    await client.connect(new TransportV1(address(), { requestInit: { headers: headers() } }));
    return client;
  },
  "version 2": async () => {
    const client = new ClientV2({ name: "test", version: "1.0.0" });
    await client.connect(new TransportV2(address(), { requestInit: { headers: headers() } }));
    return client;
  },
  "version 2 with the newest revision of the protocol": async () => {
    const client = new ClientV2({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
    await client.connect(new TransportV2(address(), { requestInit: { headers: headers() } }));
    expect(client.getNegotiatedProtocolVersion()).toBe("2026-07-28");
    return client;
  },
};

it.each(Object.entries(clients))(
  "the MCP project's client of %s lists the tools and completes an analysis",
  async (_, connect) => {
    const client = await connect();
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(tools);
    const result = await client.callTool({ name: "analyze", arguments: { symbol: "MSFT" } });
    expect(result.isError).toBeFalsy();
    expect(result.structuredContent).toMatchObject({
      symbol: "MSFT",
      beatProbability: expect.any(Number),
      baseRate: expect.any(Number),
      noAdvice: expect.stringContaining("no investment advice"),
    });
    const refused = await client.callTool({ name: "analyze", arguments: { symbol: "ZZZZQ" } });
    expect(refused.isError).toBe(true);
    await client.close();
  },
);

/** What an assistant stores about one connection; `opened` is the address to which it sends the person. */
function aConnection() {
  const stored: { client?: object; tokens?: { access_token: string }; verifier?: string; opened?: URL } = {};
  const provider = {
    redirectUrl: "http://localhost:9/callback",
    clientMetadata: { client_name: "Test assistant", redirect_uris: ["http://localhost:9/callback"] },
    state: () => "state-of-the-test",
    clientInformation: () => stored.client,
    saveClientInformation: (client: object) => {
      stored.client = client;
    },
    tokens: () => stored.tokens,
    saveTokens: (given: { access_token: string }) => {
      stored.tokens = given;
    },
    redirectToAuthorization: (url: URL) => {
      stored.opened = url;
    },
    saveCodeVerifier: (verifier: string) => {
      stored.verifier = verifier;
    },
    codeVerifier: () => stored.verifier ?? "",
  };
  return { stored, provider };
}

const posted = async (path: string, body: object, token?: string) => {
  const answer = await fetch(new URL(path, instance.url), {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(token ? { authorization: `Bearer ${token}` } : { origin: instance.url }),
    },
    body: JSON.stringify(body),
  });
  return answer.json() as Promise<Record<string, string>>;
};

it.each([
  ["1", ClientV1, TransportV1],
  ["2", ClientV2, TransportV2],
] as const)(
  "the MCP project's client of version %s gets from the 401 to an analysis by a person's consent",
  async (version, Client, Transport) => {
    const { stored, provider } = aConnection();
    const open = () =>
      new Transport(address(), { authProvider: provider as never }) as unknown as TransportV2;
    const client = () => new Client({ name: "test", version: "1.0.0" }) as unknown as ClientV2;
    const first = open();
    await expect(client().connect(first)).rejects.toThrow(/[Uu]nauthorized|[Aa]uthorization/);
    expect(stored.opened?.pathname).toBe("/oauth/authorize");
    const email = `assistant-${version}@example.com`;
    const { token } = await posted("/api/auth/signup", {
      email,
      password: "correct horse battery",
      fullName: "A",
    });
    const query = stored.opened?.search.slice(1) ?? "";
    const { redirectTo } = await posted("/api/oauth/consent", { query, isAllowed: true }, token);
    const callback = new URL(redirectTo ?? "");
    expect(callback.searchParams.get("state")).toBe("state-of-the-test");
    const code = callback.searchParams.get("code") ?? "";
    await first.finishAuth((version === "1" ? code : callback.searchParams) as never);
    const connected = client();
    await connected.connect(open());
    const result = await connected.callTool({ name: "analyze", arguments: { symbol: "NVDA" } });
    expect(result.structuredContent).toMatchObject({ symbol: "NVDA", analysesLeft: 9 });
    await connected.close();
  },
);

/**
 * The conformance runner sends no key, so a proxy adds one. Scenarios that need tools made for the runner cannot
 * pass here.
 */
it("passes the scenarios of the protocol's conformance runner that a server of tools and prompts can pass", async () => {
  const proxy = createServer((request, response) => {
    const forwarded = forward(
      new URL(request.url ?? "/", instance.url),
      { method: request.method, headers: { ...request.headers, ...headers() } },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    request.pipe(forwarded);
  });
  const url = await new Promise<string>((resolve) =>
    proxy.listen(0, "127.0.0.1", () =>
      resolve(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}/mcp`),
    ),
  );
  const runner = join(root, "node_modules/@modelcontextprotocol/conformance/dist/index.js");
  for (const scenario of [
    ...["server-initialize", "ping", "tools-list", "resources-list", "prompts-list"],
    "dns-rebinding-protection",
  ]) {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [runner, "server", "--url", url, "--scenario", scenario],
      { cwd: folder, encoding: "utf8" },
    );
    expect(stdout).toMatch(/Passed: (\d+)\/\1, 0 failed, 0 warnings/);
  }
  proxy.close();
});
