import { expect, it } from "vitest";
import { parseSettings } from "#app/settings/env.ts";
import { parseAuthorities, parseLogWitnesses } from "#record/receipts/witnesses.ts";
import { LogWitnessDouble } from "./log-witness-double.ts";

const { key } = new LogWitnessDouble("witness.example/w1", "");
const certificate = "AB".repeat(32);

it("lists of witnesses are read, and malformed ones are not", () => {
  expect(
    parseAuthorities(
      ` https://one.example/tsr certificate=${certificate} policy=1.2.3 , http://two.example,`,
    ),
  ).toEqual([
    { url: "https://one.example/tsr", certificate: certificate.toLowerCase(), policy: "1.2.3" },
    { url: "http://two.example", certificate: null, policy: null },
  ]);
  expect(parseLogWitnesses(`https://w.example/ ${key}`)).toEqual([{ url: "https://w.example", key }]);
  expect([parseAuthorities(" "), parseLogWitnesses(",")]).toEqual([[], []]);
  for (const text of [
    "ftp://a.example",
    "nothing",
    "https://a.example certificate=12",
    "https://a.example what",
  ])
    expect(parseAuthorities(text), text).toBeNull();
  expect(parseAuthorities("https://a.example/rsa, https://a.example/ec"), "one host twice").toBeNull();
  expect(parseLogWitnesses("https://w.example")).toBeNull();
  expect(parseAuthorities([1, 2, 3, 4, 5, 6].map((n) => `https://c${n}.example`).join())).toBeNull();
});

it("wrong ones are named among the wrong settings, and http is refused in production where the answer proves nothing", () => {
  const development = {
    APP_ENV: "development",
    AUTH_SECRET: "a secret of the tests, long enough to sign with",
  };
  const refusal = (more: object) => {
    try {
      parseSettings({ ...development, ...more });
      return "";
    } catch (error) {
      return String(error);
    }
  };
  expect(refusal({})).toBe("");
  expect(refusal({ LEDGER_TIMESTAMP_AUTHORITIES: "nothing" })).toContain(
    "LEDGER_TIMESTAMP_AUTHORITIES: is a list as: ",
  );
  const open = {
    APP_ENV: "production",
    LEDGER_TIMESTAMP_AUTHORITIES: "http://a.example",
    LEDGER_LOG_WITNESSES: `http://w.example ${key}`,
  };
  const lines = refusal(open).split("\n");
  expect(lines).toContain(
    "LEDGER_LOG_WITNESSES: must be https in production: what it answers could be changed on its way",
  );
  expect(lines.filter((line) => line.startsWith("LEDGER_TIMESTAMP_AUTHORITIES"))).toEqual([]);
});
