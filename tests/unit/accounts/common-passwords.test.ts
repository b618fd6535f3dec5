import { dictionary } from "@zxcvbn-ts/language-common";
import { describe, expect, it } from "vitest";
import { requireAcceptablePassword } from "#accounts/password/password-policy.ts";
import { passwordLength } from "#contract/password.ts";
import { AppError } from "#platform/errors.ts";

const words = dictionary["passwords-common"].map(String);
const [refused, further] = [words.slice(0, 3000), words.slice(3000, 6000)];

/** Returns the code with which a password is refused, or "taken" when it is accepted. */
function verdict(password: string): string {
  try {
    requireAcceptablePassword(password, "sign-up");
    return "taken";
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

/** Applies the rule itself to the whole list. */
function expected(password: string): string {
  if (passwordLength(password) < 6) return "password_too_short";
  return refused.includes(password.toLowerCase()) ? "password_too_common" : "taken";
}

describe("the built list of common passwords", () => {
  it("gives the verdict of the 3,000 commonest for every one of them, in capitals too", () => {
    const entered = refused.flatMap((word) => [word, word.toUpperCase()]);
    expect(entered.filter((word) => verdict(word) !== expected(word))).toEqual([]);
    expect(refused.filter((word) => verdict(word) === "password_too_common")).toHaveLength(2548);
    expect(refused.filter((word) => verdict(word) === "password_too_short")).toHaveLength(452);
  });

  it("takes the next 3,000, and what only resembles a common one", () => {
    const entered = [...further, ...refused.map((word) => `${word} ${word}`)];
    expect(entered.filter((word) => verdict(word) !== expected(word))).toEqual([]);
    expect(["", "\n", "password\n123456", "constructor", "__proto__"].map(verdict)).toEqual([
      "password_too_short",
      "password_too_short",
      "taken",
      "taken",
      "taken",
    ]);
  });
});
