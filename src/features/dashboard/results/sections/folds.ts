import { useState } from "react";
import { z } from "zod";
import { create } from "zustand";
import { useSession } from "#lib/session.tsx";

const savedSchema = z.object({
  userId: z.string().max(40),
  choices: z.record(z.string().max(40), z.boolean()),
});
type Saved = z.infer<typeof savedSchema>;

const STORAGE_KEY = "beatcast.sections";
const nobody: Saved = { userId: "", choices: {} };

const useSaved = create<Saved>()(readSaved);

export function useFold(
  id: string,
  isOpenOnWide: boolean,
): [isOpen: boolean, choose: (isOpen: boolean) => void] {
  const userId = useSession().user?.id ?? "";
  const choice = useSaved((saved) => (saved.userId === userId ? saved.choices[id] : undefined));
  const [isWide] = useState(isWideScreen);
  const isOpen = choice ?? (isOpenOnWide && isWide);
  return [isOpen, (next) => next !== isOpen && chooseFolds(userId, [id], next)];
}

export function chooseFolds(userId: string, ids: readonly string[], isOpen: boolean): void {
  const { userId: owner, choices } = useSaved.getState();
  const changed = Object.fromEntries(ids.map((id) => [id, isOpen]));
  const saved = { userId, choices: { ...(owner === userId ? choices : {}), ...changed } };
  useSaved.setState(saved);
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(saved));
  } catch {
    // If the browser's storage is blocked or full, the fold lasts until the page is left.
  }
}

function readSaved(): Saved {
  try {
    const parsed = savedSchema.safeParse(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "null"));
    return parsed.success ? parsed.data : nobody;
  } catch {
    return nobody;
  }
}

function isWideScreen(): boolean {
  return globalThis.matchMedia?.("(min-width: 64rem)").matches ?? true;
}
