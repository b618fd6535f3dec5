import { useAction } from "#lib/use-action.ts";
import { Button, type ButtonProps } from "../button.tsx";
import { Copy } from "../icons.tsx";
import { ActionFailure } from "../notice.tsx";

type CopyButtonProps = Pick<ButtonProps, "variant" | "size" | "className" | "aria-label"> & {
  text: string;
  label?: string;
  then: string;
  /** The message when the browser refuses to copy. */
  otherwise: string;
};

export function CopyButton({
  text,
  label = "Copy",
  then,
  otherwise,
  variant = "secondary",
  ...button
}: CopyButtonProps) {
  const copied = useAction({
    call: () => navigator.clipboard.writeText(text),
    success: { title: "Copied", description: then },
    failure: { fallback: otherwise },
  });
  return (
    <>
      <Button variant={variant} {...button} onClick={() => copied.run()}>
        <Copy /> {label}
      </Button>
      <ActionFailure message={copied.message} className="order-last" />
    </>
  );
}
