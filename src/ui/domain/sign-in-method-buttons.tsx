import type { ProviderId } from "#contract/sign-in-methods.ts";
import { Button } from "../button.tsx";
import { Key } from "../icons.tsx";
import { ActionFailure } from "../notice.tsx";

type WayButtonsProps = {
  size: "sm" | "lg";
  /** Signs in with a passkey. `passkey` is null when the browser cannot use passkeys. */
  passkey: { isPending: boolean; message: string | null; run: () => void } | null;
  providers: readonly { id: ProviderId; name: string }[];
  leave: { pending: ProviderId | undefined; message: string | null; run: (id: ProviderId) => void };
};

export function SignInMethodButtons({ size, passkey, providers, leave }: WayButtonsProps) {
  return (
    <>
      {passkey && (
        <Button variant="secondary" size={size} isLoading={passkey.isPending} onClick={() => passkey.run()}>
          <Key className={size === "sm" ? "size-4" : undefined} /> Passkey
        </Button>
      )}
      {providers.map(({ id, name }) => (
        <Button
          key={id}
          variant="secondary"
          size={size}
          isLoading={leave.pending === id}
          onClick={() => leave.run(id)}
        >
          {name}
        </Button>
      ))}
      <ActionFailure message={passkey?.message ?? leave.message} />
    </>
  );
}
