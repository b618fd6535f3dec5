import { describe, expect, it } from "vitest";
import { hashPassword, needsRehash, verifyPassword } from "#accounts/password/hash.ts";
import { isSamePassword, passwordLength, passwordLengthError } from "#contract/password.ts";

describe("the measure of a password", () => {
  it.each([
    ["abc", 3],
    ["🔑".repeat(80), 80],
    ["ｐａｓｓ", 4],
    ["é", 1],
    ["ﬁ", 2],
    ["ﷺ", 18],
    ["\ud800", 1],
  ])("of %s is %i code points of its normal form", (password, length) => {
    expect(passwordLength(password)).toBe(length);
  });

  it("is the same for every way to type the same characters", () => {
    expect(isSamePassword("caf\u00e9 ①", "cafe\u0301 1")).toBe(true);
    expect(isSamePassword("Cafe", "cafe")).toBe(false);
  });

  it("takes 128 and refuses 129 of whatever kind", () => {
    for (const character of ["x", "🔑", "ｘ", "e\u0301"]) {
      expect(passwordLengthError(character.repeat(128), "settings")).toBeNull();
      expect(passwordLengthError(character.repeat(129), "sign-up")).toEqual({
        code: "password_too_long",
        message: "Password must be at most 128 characters long.",
      });
    }
    expect(passwordLengthError("ﷺ".repeat(8), "sign-up")?.code).toBe("password_too_long");
  });
});

it("a password is hashed at the cost that OWASP asks for, which the Worker's own tests lower", async () => {
  const hash = await hashPassword("correct horse");
  expect(hash).toMatch(/^scrypt\$32768\$8\$3\$/);
  expect([needsRehash(hash), needsRehash(hash.replace("32768", "16384"))]).toEqual([false, true]);
  expect(await verifyPassword(hash, "correct horse")).toBe(true);
  expect(await verifyPassword(hash, "correct house")).toBe(false);
});
