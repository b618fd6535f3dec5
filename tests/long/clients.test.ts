import { execFile, execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../../scripts/instance.ts";
import { rateLimitRules } from "../../worker/contract/rules.ts";
import { inOneMinute } from "../in-one-minute.ts";

type Client = typeof import("../../clients/typescript/src/index.ts");

const root = join(import.meta.dirname, "../..");
/** A folder far from our own packages and settings. */
const folder = mkdtempSync(join(tmpdir(), "beatcast-clients-"));
const env: Record<string, string | undefined> = { ...process.env, NO_COLOR: "1" };
let product: ReturnType<typeof spawn> | undefined;

beforeAll(async () => {
  const port = await freePort();
  product = spawn(process.execPath, ["scripts/start.mjs"], {
    cwd: root,
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, PORT: String(port), BEATCAST_STATE: join(folder, "state"), QUIET: "1" },
  });
  let printed = "";
  for await (const text of product.stdout ?? []) {
    printed += text;
    if (/Its API key: +beatcast_\S+\n/.test(printed)) break;
  }
  env.BEATCAST_API_KEY = /Its API key: +(\S+)/.exec(printed)?.[1];
  env.BEATCAST_URL = `http://localhost:${port}`;
  expect(env.BEATCAST_API_KEY, printed).toBeDefined();
}, 300_000);

afterAll(() => {
  if (product?.pid) process.kill(-product.pid, "SIGTERM");
  rmSync(folder, { recursive: true, force: true });
});

async function run(file: string, args: readonly string[], more: Record<string, string> = {}) {
  const options = { cwd: folder, env: { ...env, ...more }, encoding: "utf8" } as const;
  const { stdout, stderr } = await promisify(execFile)(file, args, options);
  return { stdout, stderr };
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

describe("the TypeScript client, packed and installed into an empty folder", () => {
  const installed = join(folder, "node_modules/beatcast");
  const beatcast = (...args: string[]) =>
    run(process.execPath, [join(folder, "node_modules/.bin/beatcast"), ...args]);
  let client: Client;

  beforeAll(async () => {
    const pack = ["pack", "--silent", "--pack-destination", folder];
    execFileSync("npm", pack, { cwd: join(root, "clients/typescript"), stdio: "pipe" });
    writeFileSync(join(folder, "package.json"), '{"type":"module","private":true}');
    const [tarball = ""] = readdirSync(folder).filter((name) => name.endsWith(".tgz"));
    await run("npm", ["install", "--offline", "--no-audit", "--no-fund", join(folder, tarball)]);
    client = await import(pathToFileURL(join(installed, "dist/index.js")).href);
  });

  it("brings nothing else, with its types, license and examples", () => {
    expect(readdirSync(join(folder, "node_modules")).filter((name) => !name.startsWith("."))).toEqual([
      "beatcast",
    ]);
    expect(readdirSync(installed).toSorted()).toEqual([
      "LICENSE",
      "README.md",
      "dist",
      "examples",
      "package.json",
    ]);
    for (const file of ["index.js", "index.d.ts", "types.gen.d.ts", "cli.js"])
      expect(existsSync(join(installed, "dist", file)), file).toBe(true);
  });

  it("runs its examples, and their types hold", async () => {
    cpSync(join(installed, "examples"), join(folder, "examples"), { recursive: true });
    const options = "--noEmit --strict --module nodenext --target es2024 --types node".split(" ");
    const types = ["--typeRoots", join(root, "node_modules/@types")];
    const files = readdirSync(join(folder, "examples")).map((name) => join(folder, "examples", name));
    await run(process.execPath, [
      join(root, "node_modules/typescript/bin/tsc"),
      ...options,
      ...types,
      ...files,
    ]);
    const [analyze, record] = files.toSorted();
    const first = await run(process.execPath, [analyze ?? ""]);
    expect(first.stdout).toMatch(/^AAPL 0\.\d+ base rate 0\.\d+\n$/);
    expect(first.stderr).toContain("company running");
    const second = await run(process.execPath, [record ?? ""]);
    expect(second.stdout).toMatch(/^\d+ of \d{3} settled predictions were right\.\n$/);
  });

  it("prints the card, the week and the check of the ledger, and never the key", async () => {
    const card = (await beatcast("MSFT")).stdout;
    expect(card).toMatch(/^Microsoft.* \(MSFT\)\nReports .*\n\n\d+% likely to beat the consensus of \$/);
    expect(card).toMatch(/base rate of \d+%.*\nBase rate: \d+ reports of comparable companies/);
    expect(card).toContain("No investment advice.");
    const week = (await beatcast("week")).stdout;
    expect(week).toMatch(/^\d+ reports? this week\n.*consensus {5}to beat {2}base rate\n\n[MTWF]\w\w, /);
    for (const line of `${card}${week}`.split("\n")) expect(line.length, line).toBeLessThanOrEqual(85);
    const { stdout, stderr } = await beatcast("verify", "--evidence");
    expect(stdout).toMatch(/^ledger valid: \d+ entries\n$/);
    expect(stderr).toMatch(/The evidence of \d+ settled predictions is what was locked\./);
    expect(`${card}${week}${stdout}${stderr}`).not.toContain(env.BEATCAST_API_KEY);
    expect(JSON.parse((await beatcast("week", "--json")).stdout)).toMatchObject({ dataMode: "sample" });
  });

  it("says in a sentence what went wrong, and ends with 1", async () => {
    const failing = (args: string[], more: Record<string, string>) =>
      run(process.execPath, [join(folder, "node_modules/.bin/beatcast"), ...args], more).then(
        () => expect.unreachable(),
        ({ code, stderr }) => ({ code, stderr }),
      );
    expect(await failing(["ZZZZQ"], {})).toEqual({ code: 1, stderr: "No company is listed as ZZZZQ.\n" });
    const wrong = await failing(["AAPL"], { BEATCAST_API_KEY: "beatcast_wrong" });
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringMatching(/API key/) });
    expect(wrong.stderr).not.toContain("beatcast_wrong");
    const nowhere = { BEATCAST_URL: `http://localhost:${await freePort()}` };
    for (const args of [["week"], ["verify"]])
      expect((await failing(args, nowhere)).stderr).toMatch(
        /could not be reached\. Check the network and try again\.\n$/,
      );
  });

  const A_MINUTE_AND_MORE_MS = 120_000;

  it("counts a repeated analysis once, iterates what was made, and names a limit that was reached", {
    timeout: A_MINUTE_AND_MORE_MS,
  }, async () => {
    const { Beatcast, RateLimitError, AuthenticationError } = client;
    const settings = { apiKey: env.BEATCAST_API_KEY ?? "", url: env.BEATCAST_URL ?? "" };
    const one = new Beatcast(settings);
    const stages: string[] = [];
    const onStage = ({ stage, status }: { stage: string; status: string }) =>
      stages.push(`${stage} ${status}`);
    const idempotencyKey = crypto.randomUUID();
    const first = await one.analyze("NVDA", { onStage, idempotencyKey });
    const again = await one.analyze("NVDA", { idempotencyKey });
    expect(again.predictionId).toBe(first.predictionId);
    expect(stages).toEqual(expect.arrayContaining(["company running", "company done", "model done"]));
    const made = await all(one.listPredictions({ symbol: "NVDA", pageSize: 1 }));
    expect(made.filter(({ id }) => id === first.predictionId)).toHaveLength(1);
    const entries = await all(one.listLedger({ after: 1 }));
    expect(entries[0]?.seq).toBe(2);
    await expect(new Beatcast({ ...settings, apiKey: "beatcast_wrong" }).listRoots()).rejects.toThrow(
      AuthenticationError,
    );
    await inOneMinute();
    const impatient = new Beatcast({ ...settings, retries: 0 });
    const calls = Array.from({ length: rateLimitRules.api.capacity + 20 }, () => impatient.listRoots());
    const refused = (await Promise.allSettled(calls)).filter(({ status }) => status === "rejected");
    expect(refused.length).toBeGreaterThan(0);
    for (const { reason } of refused as PromiseRejectedResult[]) {
      expect(reason).toBeInstanceOf(RateLimitError);
      expect(reason.retryAfterSeconds).toBeGreaterThan(0);
    }
    // A refused request succeeds after waiting, as a client does on its own.
    await expect(one.listRoots()).resolves.toHaveProperty("roots");
  });
});

describe("the Python client, packed and installed into an empty environment", () => {
  const system = ["/usr/bin/python3", "python3"].find((one) => {
    try {
      execFileSync(one, ["-c", "import httpx, pandas, venv"], { stdio: "ignore" });
      return true;
    } catch {
      return false;
    }
  });
  const python = join(folder, "python/bin/python");

  it("runs its tests and its examples", async ({ skip }) => {
    if (!system)
      return skip("Python has no httpx or pandas: apt-get install python3-httpx python3-pandas python3-venv");
    const source = join(folder, "source");
    cpSync(join(root, "clients/python"), source, { recursive: true });
    await run(system, ["-m", "venv", "--system-site-packages", join(folder, "python")]);
    const offline = ["--no-deps", "--no-index", "--quiet"];
    await run(python, ["-m", "pip", "wheel", "--no-build-isolation", ...offline, "-w", folder, source]);
    const [wheel = ""] = readdirSync(folder).filter((name) => name.endsWith("-py3-none-any.whl"));
    await run(python, ["-m", "pip", "install", ...offline, join(folder, wheel)]);
    const { stdout: packed } = await run(python, [
      "-c",
      "import beatcast, pathlib; print(*sorted(p.name for p in pathlib.Path(beatcast.__file__).parent.iterdir()))",
    ]);
    expect(packed).toContain("py.typed");
    const { stderr } = await run(python, [
      "-W",
      "error::DeprecationWarning",
      "-m",
      "unittest",
      "discover",
      "-s",
      join(source, "tests"),
    ]);
    expect(stderr).toMatch(/Ran 17 tests in .*\n\nOK/);
    const example = async (name: string) => (await run(python, [join(source, "examples", name)])).stdout;
    expect(await example("analyze.py")).toMatch(/AAPL 0\.\d+ base rate 0\.\d+\n$/);
    expect(await example("frames.py")).toMatch(
      /symbol reportDate[\s\S]*\n\d+ of \d{3} settled predictions were right\.\n$/,
    );
    expect(await example("many.py")).toMatch(/^AAPL 0\.\d+\nMSFT 0\.\d+\nNVDA 0\.\d+\n$/);
  });
});
