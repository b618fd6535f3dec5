import { useRef, useState } from "react";
import { MAX_AVATAR_BYTES, type User, userResponseSchema } from "#contract/account.ts";
import { apiFetch } from "#lib/api.ts";
import { messageOf } from "#lib/request.ts";
import { useSession } from "#lib/session.tsx";
import { showToast } from "#lib/toast-store.ts";
import { Button } from "#ui/button.tsx";
import { Camera } from "#ui/icons.tsx";
import { resizePicture } from "./resize-picture.ts";

const TYPES = ["image/png", "image/jpeg", "image/webp"];
const path = "/api/account/avatar";

/** Chooses, resizes and stores a picture at once; a picture that is there can be removed. */
export function ChangePhoto({ user }: { user: User }) {
  const { setUser } = useSession();
  const input = useRef<HTMLInputElement>(null);
  const [isPending, setIsPending] = useState(false);

  async function store(change: () => Promise<{ user: User }>, description: string) {
    setIsPending(true);
    try {
      setUser((await change()).user);
      showToast({ tone: "success", title: "Profile Updated", description });
    } catch (failure) {
      const text = messageOf(failure, "The photo could not be changed. Please try another one.");
      showToast({ tone: "destructive", title: "Update Failed", description: text });
    } finally {
      setIsPending(false);
    }
  }

  function choose(file: File | undefined) {
    if (!file) return;
    const problem = !TYPES.includes(file.type)
      ? "Please choose a PNG, JPEG or WebP picture."
      : file.size > MAX_AVATAR_BYTES
        ? "The picture may have at most 2 MB."
        : null;
    if (problem) showToast({ tone: "destructive", title: "Update Failed", description: problem });
    else
      void store(async () => {
        const body = await resizePicture(file);
        const headers = { "content-type": body.type };
        return apiFetch(userResponseSchema, path, { method: "PUT", body, headers });
      }, "Your photo has been changed.");
  }

  return (
    <div className="flex flex-wrap gap-2">
      <input
        ref={input}
        type="file"
        accept={TYPES.join(",")}
        aria-label="Photo"
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          choose(event.target.files?.[0]);
          event.target.value = "";
        }}
      />
      <Button variant="secondary" size="sm" isLoading={isPending} onClick={() => input.current?.click()}>
        <Camera className="size-4" /> Change Photo
      </Button>
      {user.avatarUrl && (
        <Button
          variant="ghost"
          size="sm"
          disabled={isPending}
          onClick={() =>
            void store(
              () => apiFetch(userResponseSchema, path, { method: "DELETE" }),
              "Your photo has been removed.",
            )
          }
        >
          Remove
        </Button>
      )}
    </div>
  );
}
