import { dictionary } from "@zxcvbn-ts/language-common";
import type { Plugin } from "vite";
import { MIN_PASSWORD_LENGTH, normalizePassword, passwordLength } from "#contract/password.ts";

const MODULE = "virtual:common-passwords";
const RESOLVED = `\0${MODULE}`;

/** OWASP ASVS 5 (6.2.4) asks for at least this many. */
const REFUSED_COMMON_PASSWORDS = 3000;

/** Shorter passwords are refused anyway. */
function refusedPasswords(): string[] {
  const commonest = dictionary["passwords-common"].slice(0, REFUSED_COMMON_PASSWORDS).map(String);
  return (
    commonest
      .map((password) => normalizePassword(password).toLowerCase())
      .filter((password) => passwordLength(password) >= MIN_PASSWORD_LENGTH)
      // Sorting compresses to 9.0 kB instead of 10.3 kB.
      .toSorted()
  );
}

/** The list has 21 kB, while the package has 428 kB. */
export function commonPasswords(): Plugin {
  return {
    name: "common-passwords",
    resolveId: (id) => (id === MODULE ? RESOLVED : undefined),
    load: (id) =>
      id === RESOLVED ? `export default ${JSON.stringify(refusedPasswords().join("\n"))};` : undefined,
  };
}
