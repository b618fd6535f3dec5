// npm run tool -- season-backfill --from 2015-01-01 reads past reports. It resumes, and uses the settings of `npm
// start`.
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { getPlatformProxy } from "wrangler";
import { parseSettings } from "#app/settings/env.ts";
import { chooseMarketData } from "#market/choose-market-data.ts";
import { MarketError } from "#market/port.ts";
import { openDatabase } from "#platform/db/client.ts";
import { unreadDayRanges } from "#season/backfill.ts";
import { readRange } from "#season/sync.ts";
import { ensureMigrated } from "../setup/product.mjs";

/** After this many attempts, a rate-limited source ends the run. */
const TRIES = 8;
const FIRST_PAUSE_MS = 500;

const { values } = parseArgs({ options: { from: { type: "string", default: "2015-01-01" } } });
if (!/^\d{4}-\d\d-\d\d$/.test(values.from) || Number.isNaN(Date.parse(values.from))) {
  console.error("usage: npm run tool -- season-backfill --from YYYY-MM-DD");
  process.exit(1);
}
const settings = parseSettings({
  APP_ENV: "development",
  AUTH_SECRET: "used for nothing in this command, but required",
  ...process.env,
});
const state = resolve(process.env.BEATCAST_STATE ?? ".wrangler/state");
await ensureMigrated(state);
const platform = await getPlatformProxy<{ DB: D1Database }>({
  persist: { path: join(state, "v3") },
  remoteBindings: false,
});
try {
  const market = await chooseMarketData(settings, (url, init) => fetch(url, init));
  const clock = settings.MARKET_CLOCK;
  const store = {
    db: openDatabase(platform.env.DB),
    ledgerId: clock ? `${market.dataMode} ${clock}` : market.dataMode,
  };
  const marketNow = () => (clock ? new Date(clock) : new Date());
  const ranges = await unreadDayRanges(store, values.from, marketNow());
  console.log(`${market.name}: ${ranges.length} ranges to read since ${values.from}`);
  for (const [i, range] of ranges.entries()) {
    const { seen, changed, statements, rowsWritten } = await patiently(() =>
      readRange({ store, market, marketNow }, range),
    );
    console.log(
      `${i + 1}/${ranges.length} ${range.firstDay} to ${range.lastDay}: ${seen} reports, ${changed} changed, ${statements} statements, ${rowsWritten} rows written`,
    );
  }
} catch (error) {
  if (!(error instanceof MarketError)) throw error;
  console.error(`${error.message}. Run it again to go on.`);
  process.exitCode = 1;
} finally {
  await platform.dispose();
}

async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const isHopeless =
        !(error instanceof MarketError) ||
        ["unsupported", "unauthorized", "not_in_plan"].includes(error.reason);
      if (isHopeless || attempt === TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE_MS * 2 ** (attempt - 1)));
    }
  }
}
