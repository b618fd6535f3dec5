import { dictionary } from "@zxcvbn-ts/language-common";
import type { Plugin } from "vite";
import { MIN_PASSWORD_LENGTH, normalPassword, passwordLength } from "#contract/password.ts";

/** The name under which the Worker imports the list. */
const MODULE = "virtual:common-passwords";
const RESOLVED = `\0${MODULE}`;

/** How many of the commonest passwords are refused, as OWASP ASVS 5 (6.2.4) asks for at least. */
const REFUSED_COMMON_PASSWORDS = 3000;

/** The passwords that are refused as too common. Shorter ones than a sign-up takes are refused by their length. */
function refusedPasswords(): string[] {
  const commonest = dictionary["passwords-common"].slice(0, REFUSED_COMMON_PASSWORDS).map(String);
  return (
    commonest
      .map((password) => normalPassword(password).toLowerCase())
      .filter((password) => passwordLength(password) >= MIN_PASSWORD_LENGTH)
      // Compresses to 9.0 kB instead of 10.3.
      .toSorted()
  );
}

/**
 * Puts the refused passwords into the Worker as one text, a line each. The package they come from unpacks 49,233 words
 * and weighs 428 kB; the list weighs 21 kB.
 */
export function commonPasswords(): Plugin {
  return {
    name: "common-passwords",
    resolveId: (id) => (id === MODULE ? RESOLVED : undefined),
    load: (id) =>
      id === RESOLVED ? `export default ${JSON.stringify(refusedPasswords().join("\n"))};` : undefined,
  };
}
