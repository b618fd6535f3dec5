import { randomBytes } from "node:crypto";
import { and, eq, inArray } from "drizzle-orm";
import { RECOVERY_CODE_COUNT } from "#contract/security.ts";
import { recoveryCodes } from "#platform/schema/security.ts";
import type { Accounts } from "../accounts.ts";
import { keyedHash, keyedHashes, keyIdOf } from "../sessions/token.ts";

/** Nothing mistakable; 32: a byte chooses one without bias. */
const ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789";
const CODE_LENGTH = 10;

/** Shown once: only keyed hashes are stored. */
export async function renewRecoveryCodes({ db, secrets }: Accounts, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, newCode);
  await db.batch([
    db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)),
    db.insert(recoveryCodes).values(
      codes.map((code) => ({
        userId,
        codeHash: keyedHash(secrets, "recovery", userId, plain(code)),
        keyId: keyIdOf(secrets[0]),
      })),
    ),
  ]);
  return codes;
}

/** Of two uses at once one succeeds. Answers whether it was right. */
export async function consumeRecoveryCode({ db, secrets }: Accounts, userId: string, code: string) {
  const hashes = keyedHashes(secrets, "recovery", userId, plain(code));
  const used = await db
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), inArray(recoveryCodes.codeHash, hashes)))
    .returning({ userId: recoveryCodes.userId });
  return used.length > 0;
}

function newCode(): string {
  const characters = [...randomBytes(CODE_LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join("");
  return `${characters.slice(0, CODE_LENGTH / 2)}-${characters.slice(CODE_LENGTH / 2)}`;
}

function plain(code: string): string {
  return code.toLowerCase().replace(/[^a-z0-9]/g, "");
}
