import type { ProfileUpdate, SignInRequest, SignUpRequest } from "#contract/account.ts";
import type { Database } from "#db/client.ts";
import { openLibrary } from "./library.ts";
import { type Profile, readProfile, updateProfile } from "./profile.ts";
import { endSession, findSession, type Session } from "./session.ts";
import { type OpenedSession, signIn } from "./sign-in.ts";
import { signUp } from "./sign-up.ts";

/** What the rest of the product may ask of accounts. */
export type Accounts = {
  authenticate(request: Request): Promise<Session | null>;
  signUp(request: SignUpRequest, headers: Headers): Promise<OpenedSession>;
  signIn(request: SignInRequest, headers: Headers): Promise<OpenedSession>;
  signOut(session: Session): Promise<void>;
  profile(userId: string): Promise<Profile>;
  updateProfile(userId: string, update: ProfileUpdate): Promise<void>;
};

/** Accounts on this database. The library is opened at its first use: most calls only check a session. */
export function openAccounts(
  db: Database,
  settings: { secret: string; origin: string },
  now: () => Date,
): Accounts {
  let opened: ReturnType<typeof openLibrary> | undefined;
  const library = () => {
    opened ??= openLibrary(db, settings);
    return opened;
  };
  return {
    authenticate: (request) => findSession(db, request, now()),
    signUp: (request, headers) => signUp(library(), request, headers),
    signIn: (request, headers) => signIn(library(), db, request, headers),
    signOut: (session) => endSession(db, session),
    profile: (userId) => readProfile(db, userId),
    updateProfile: (userId, update) => updateProfile(db, userId, update, now()),
  };
}
