import { expect, it } from "vitest";
import { playAlerts } from "../../scripts/bench/play-alerts.ts";

it("200 people hear once each of 800 reports, with mailboxes that refuse, a busy service and two ticks at once", async () => {
  const alerted = await playAlerts({ people: 200, reports: 40, busySeconds: 2 });
  expect(alerted).toMatchObject({ due: 800, sent: 792, refused: 8, twice: 0, missing: 0, listed: 800 });
});
