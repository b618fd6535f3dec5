import { spawn } from "node:child_process";

const START_TIMEOUT_MS = 180_000;
const PAST_MS = 400 * 24 * 3_600 * 1_000;

type Server = { url: string; stop: () => void };

/** The server has a database of its own. Throws after three minutes. */
export async function startServer(port: number): Promise<Server> {
  const url = `http://localhost:${port}`;
  const child = spawn(process.execPath, ["scripts/start.mjs"], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      PORT: String(port),
      MARKET_DATA: "sample",
      APP_ENV: "development",
      BEATCAST_STATE: "test-results/screenshots-state",
      // Nobody signs in with these.
      SIGN_IN_GOOGLE_CLIENT_ID: "of-the-pictures",
      SIGN_IN_GOOGLE_CLIENT_SECRET: "of-the-pictures",
      SIGN_IN_GITHUB_CLIENT_ID: "of-the-pictures",
      SIGN_IN_GITHUB_CLIENT_SECRET: "of-the-pictures",
      // Enough companies for a full week and four past quarters.
      SAMPLE_COMPANIES: "400",
      SEASON_FROM: new Date(Date.now() - PAST_MS).toISOString().slice(0, "2026-01-01".length),
    },
  });
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("The server did not start.")), START_TIMEOUT_MS);
    child.stdout.on("data", (text: Buffer) => {
      if (!text.includes("is ready")) return;
      clearTimeout(timer);
      resolve();
    });
    child.on("exit", () => reject(new Error("The server ended early.")));
  });
  return { url, stop: () => child.kill("SIGTERM") };
}
