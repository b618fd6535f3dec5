import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Instance, startInstance } from "../../scripts/instance.ts";
import { anEmail, Outsider, PASSWORD } from "./support/outsider.ts";

/** This instance may be killed, unlike one that somebody named by its address. */
describe.skipIf(process.env.ATTACK_URL)("attack 11: a crash in the middle of a paid guest's set-up", () => {
  let server: Instance;
  beforeAll(async () => {
    server = await startInstance("crash-state");
  });
  afterAll(() => server.kill());

  it("killed 120 ms into it, it can be done again", async () => {
    const guest = new Outsider(server.url);
    const email = anEmail();
    const checkoutId = await guest.pay(await guest.openCheckout("premium"), email);
    await guest.call("GET", `/api/subscription/checkout-success/${checkoutId}`);
    const begun = guest
      .call("POST", "/api/auth/setup-password", { email, password: PASSWORD })
      .catch(() => null);
    await new Promise((resolve) => setTimeout(resolve, 120));
    await server.kill();
    await begun;
    await server.start();
    const again = await guest.call("POST", "/api/auth/setup-password", { email, password: PASSWORD });
    // The account may have been complete before the crash, and then its password signs in.
    const { status, body } = again.status === 200 ? again : await guest.signIn(email);
    expect([status, JSON.stringify(again.body)]).toEqual([200, expect.any(String)]);
    guest.token = String(body.token);
    expect((await guest.profile()).subscriptionTier).toBe("premium");
  });
});
