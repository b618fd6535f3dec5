import { describe, expect, it } from "vitest";
import { networkOf, networkOfAddress } from "#platform/network.ts";

describe("attack: a stranger with many addresses", () => {
  it.each([
    ["203.0.113.7", "203.0.113.7"],
    ["2001:db8:1:2::1", "2001:db8:1:2::/64"],
    ["2001:0DB8:0001:0002:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["::ffff:cb00:7107", "203.0.113.7"],
    ["0:0:0:0:0:ffff:cb00:7107", "203.0.113.7"],
    ["not:an:address", "not:an:address"],
    ["1::2::3", "1::2::3"],
  ])("counts %s as %s", (address, network) => {
    expect(networkOfAddress(address.toLowerCase())).toBe(network);
  });

  it("gains nothing by naming an address of its own", () => {
    const of = (headers: Record<string, string>) =>
      networkOf(new Request("https://beatcast.test", { headers }));
    expect(of({ "x-forwarded-for": "198.51.100.1" })).toBe("local");
    expect(of({ "cf-connecting-ip": "2001:DB8::5", "x-forwarded-for": "198.51.100.1" })).toBe(
      "2001:db8:0:0::/64",
    );
  });
});
