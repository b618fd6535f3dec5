import { useRef } from "react";
import { MAX_AVATAR_BYTES, type User } from "#contract/account.ts";
import { useSession } from "#lib/session.tsx";
import { useAction } from "#lib/use-action.ts";
import { Button } from "#ui/button.tsx";
import { Camera } from "#ui/icons.tsx";
import { ActionFailure } from "#ui/notice.tsx";
import { removePhoto, storePhoto } from "../api.ts";

/** The photo's width and height in pixels: twice its size on the page, for high-resolution screens. */
const SIDE_PIXELS = 512;
const QUALITY = 0.88;

const TYPES = ["image/png", "image/jpeg", "image/webp"];

export function ChangePhoto({ user }: { user: User }) {
  const { setUser } = useSession();
  const input = useRef<HTMLInputElement>(null);
  const { isPending, message, run } = useAction<File | null, { user: User }>({
    call: async (file) => (file ? storePhoto(await resizePicture(file)) : removePhoto()),
    success: (_, file) => ({
      title: "Profile Updated",
      description: file ? "Your photo has been changed." : "Your photo has been removed.",
    }),
    failure: {
      fallback: (error) =>
        error instanceof InvalidPictureError
          ? error.message
          : "The photo could not be changed. Please try another one.",
    },
    onSuccess: (saved) => setUser(saved.user),
  });

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
          const [chosen] = event.target.files ?? [];
          if (chosen) run(chosen);
          event.target.value = "";
        }}
      />
      <Button variant="secondary" size="sm" isLoading={isPending} onClick={() => input.current?.click()}>
        <Camera className="size-4" /> Change Photo
      </Button>
      {user.avatarUrl && (
        <Button variant="ghost" size="sm" disabled={isPending} onClick={() => run(null)}>
          Remove
        </Button>
      )}
      <ActionFailure message={message} />
    </div>
  );
}

/** An error whose message is shown to the person. */
class InvalidPictureError extends Error {
  override readonly name = "InvalidPictureError";
}

/**
 * Cuts the picture to a square and resizes it. Returns WebP, or PNG when the browser cannot write WebP. Throws
 * for a file that is not a readable picture.
 */
async function resizePicture(file: Blob): Promise<Blob> {
  if (!TYPES.includes(file.type)) throw new InvalidPictureError("Please choose a PNG, JPEG or WebP picture.");
  if (file.size > MAX_AVATAR_BYTES) throw new InvalidPictureError("The picture may be at most 2 MB.");
  const source = await createImageBitmap(file);
  try {
    const side = Math.min(source.width, source.height);
    const target = Math.min(side, SIDE_PIXELS);
    const canvas = document.createElement("canvas");
    canvas.width = target;
    canvas.height = target;
    const context = canvas.getContext("2d");
    if (!context) throw new Error("This browser cannot resize pictures.");
    const [left, top] = [(source.width - side) / 2, (source.height - side) / 2];
    context.imageSmoothingQuality = "high";
    context.drawImage(source, left, top, side, side, 0, 0, target, target);
    return await new Promise((resolve, reject) =>
      canvas.toBlob(
        (blob) => (blob ? resolve(blob) : reject(new Error("The picture could not be saved."))),
        "image/webp",
        QUALITY,
      ),
    );
  } finally {
    source.close();
  }
}
