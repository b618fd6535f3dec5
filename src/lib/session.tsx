import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from "react";
import type { SessionResponse, SignInRequest, SignUpRequest, User } from "#contract/account.ts";
import type { TwoFactorVerifyRequest } from "#contract/security.ts";
import { isPageUnloading } from "./browser.ts";
import { onTokenChangedElsewhere, storedToken, storeToken } from "./request.ts";
import * as api from "./session-api.ts";

type SignInOutcome = { isSignedIn: true } | { isSignedIn: false; ticket: string };

type Session = {
  /** The signed-in user. `user` is null for a visitor and while the session is loading. */
  user: User | null;
  isLoading: boolean;
  /** Whether the person has signed out since this page was loaded, here or in another tab. */
  hasSignedOut: boolean;
  signIn: (request: SignInRequest, signal?: AbortSignal) => Promise<SignInOutcome>;
  verifyTwoFactor: (request: TwoFactorVerifyRequest) => Promise<void>;
  signUp: (request: SignUpRequest) => Promise<void>;
  signOut: () => Promise<void>;
  forget: () => void;
  setSession: (opened: SessionResponse) => void;
  setUser: (user: User) => void;
  refreshUser: () => Promise<void>;
};

const SessionContext = createContext<Session | null>(null);

export function SessionProvider({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient();
  const [user, setUser] = useState<User | null>(null);
  const [isLoading, setIsLoading] = useState(true);
  const [hasSignedOut, setHasSignedOut] = useState(false);

  const forget = useCallback(() => {
    storeToken(null);
    setUser(null);
    queryClient.clear();
  }, [queryClient]);

  const verify = useCallback(async () => {
    if (!storedToken()) {
      setUser(null);
      setIsLoading(false);
      return;
    }
    await api.verifySession().then(
      (answer) => setUser(answer.user),
      () => isPageUnloading() || forget(),
    );
    setIsLoading(false);
  }, [forget]);

  useEffect(() => {
    void verify();
    return onTokenChangedElsewhere(() => {
      setHasSignedOut(!storedToken());
      void verify();
    });
  }, [verify]);

  const setSession = useCallback(
    ({ user: opened, token }: SessionResponse) => {
      queryClient.clear();
      storeToken(token);
      setHasSignedOut(false);
      setUser(opened);
    },
    [queryClient],
  );

  const session = useMemo<Session>(
    () => ({
      user,
      isLoading,
      hasSignedOut,
      setSession,
      forget,
      setUser,
      signIn: async (request, signal) => {
        const answer = await api.signIn(request, signal);
        if ("ticket" in answer) return { isSignedIn: false, ticket: answer.ticket };
        setSession(answer);
        return { isSignedIn: true };
      },
      verifyTwoFactor: async (request) => setSession(await api.verifyTwoFactor(request)),
      signUp: async (request) => setSession(await api.signUp(request)),
      signOut: async () => {
        const ending = api.signOut();
        setHasSignedOut(true);
        forget();
        await ending.catch(() => undefined);
      },
      refreshUser: async () => setUser((await api.readProfile()).user),
    }),
    [user, isLoading, hasSignedOut, setSession, forget],
  );

  return <SessionContext value={session}>{children}</SessionContext>;
}

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error("useSession needs a SessionProvider around it.");
  return session;
}

/** Returns the signed-in user. Use it only inside `RequireUser`; it throws elsewhere. */
export function useUser(): User {
  const { user } = useSession();
  if (!user) throw new Error("Not authenticated");
  return user;
}
