import { type Action, useAction } from "#lib/use-action.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { ActionFailure } from "./notice.tsx";

type ConfirmDialogProps<Result> = {
  title: string;
  description: string;
  button: string;
  keep?: string;
  action: Action<void, Result>;
  onClose: () => void;
};

/**
 * Asks for confirmation of an action that cannot be undone. The dialog closes on success; on failure it stays
 * open and shows the failure.
 */
export function ConfirmDialog<Result>(props: ConfirmDialogProps<Result>) {
  const { title, description, button, keep = "Keep", action, onClose } = props;
  const { isPending, message, run } = useAction<void, Result>({
    ...action,
    onSuccess: (result) => {
      action.onSuccess?.(result);
      onClose();
    },
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isAlert
      title={title}
      description={description}
      footer={
        <>
          <ActionFailure message={message} />
          <Button variant="secondary" onClick={onClose}>
            {keep}
          </Button>
          <Button variant="danger" isLoading={isPending} onClick={() => run()}>
            {button}
          </Button>
        </>
      }
    />
  );
}
