import { useState } from "react";
import { userResponseSchema } from "#contract/account.ts";
import { apiFetch } from "#lib/api.ts";
import { messageOf } from "#lib/request.ts";
import { useSession } from "#lib/session.tsx";
import { showToast } from "#lib/toast-store.ts";

type Texts = { path: `/api/${string}`; saved: string; savedText: string; failedText: string };

/**
 * Flags as they are being changed on the page: `initial` until a switch is moved. `save` sends those that differ, and
 * only those, so that two tabs do not undo each other.
 */
export function useSavePreferences<Flags extends Record<string, boolean>>(initial: Flags, texts: Texts) {
  const { setUser } = useSession();
  const [changed, setChanged] = useState<Partial<Flags>>({});
  const [isPending, setIsPending] = useState(false);

  async function save() {
    setIsPending(true);
    try {
      setUser((await apiFetch(userResponseSchema, texts.path, { method: "PUT", body: changed })).user);
      setChanged({});
      showToast({ tone: "success", title: texts.saved, description: texts.savedText });
    } catch (failure) {
      const description = messageOf(failure, texts.failedText);
      showToast({ tone: "destructive", title: "Update Failed", description });
    } finally {
      setIsPending(false);
    }
  }

  return {
    flags: { ...initial, ...changed },
    change: (flag: keyof Flags, isOn: boolean) => setChanged({ ...changed, [flag]: isOn }),
    save,
    isPending,
  };
}
