import { createOTP } from "@better-auth/utils/otp";

const STEP_MS = 30_000;
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Plays an authenticator app that got its key by hand. Returns the code of a step: 0 is now, -1 the one before. */
export function authenticator(key: string): (stepsAhead?: number) => Promise<string> {
  const letters = [...key.replace(/\s/g, "")];
  const bits = letters.map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  const secret = String.fromCharCode(...bytes);
  return (stepsAhead = 0) => createOTP(secret).hotp(Math.floor(Date.now() / STEP_MS) + stepsAhead);
}
