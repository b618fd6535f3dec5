import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { normalizePassword } from "#contract/password.ts";

/** The scrypt parameters that OWASP ASVS 5 recommends. One hash takes about 185 ms of CPU time in workerd. */
const CURRENT = { N: 2 ** 15, r: 8, p: 3 };
const KEY_BYTES = 32;
const SALT_BYTES = 16;
const MAX_MEMORY_BYTES = 96 * 1024 * 1024;

type Parameters = { N: number; r: number; p: number };

/**
 * Returns a salted hash that contains its parameters, so that they can be raised later:
 * `scrypt$32768$8$3$salt$key`.
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(password, salt, CURRENT);
  return [
    "scrypt",
    CURRENT.N,
    CURRENT.r,
    CURRENT.p,
    salt.toString("base64url"),
    key.toString("base64url"),
  ].join("$");
}

export async function verifyPassword(hash: string, password: string): Promise<boolean> {
  const parsed = parse(hash);
  if (!parsed) return false;
  const key = await derive(password, parsed.salt, parsed.parameters);
  return key.byteLength === parsed.key.byteLength && timingSafeEqual(key, parsed.key);
}

export function needsRehash(hash: string): boolean {
  const parameters = parse(hash)?.parameters;
  return (
    !parameters || parameters.N !== CURRENT.N || parameters.r !== CURRENT.r || parameters.p !== CURRENT.p
  );
}

function parse(hash: string): { parameters: Parameters; salt: Buffer; key: Buffer } | null {
  const match = /^scrypt\$(\d{1,8})\$(\d{1,3})\$(\d{1,3})\$([\w-]+)\$([\w-]+)$/.exec(hash);
  if (!match) return null;
  const [, N, r, p, salt = "", key = ""] = match;
  return {
    parameters: { N: Number(N), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, "base64url"),
    key: Buffer.from(key, "base64url"),
  };
}

function derive(password: string, salt: Buffer, { N, r, p }: Parameters): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(
      normalizePassword(password),
      salt,
      KEY_BYTES,
      { N, r, p, maxmem: MAX_MEMORY_BYTES },
      (error, key) => (error ? reject(error) : resolve(key)),
    );
  });
}
