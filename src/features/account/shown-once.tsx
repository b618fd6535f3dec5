import { Button } from "#ui/button.tsx";
import { CopyButton } from "#ui/domain/copy-button.tsx";
import { Notice } from "#ui/notice.tsx";

export type ShownOnceTexts = {
  /** What it is, as a sentence names it: "key". */
  name: string;
  /** What it can do, or where it belongs. */
  warning: string;
  /** Where to store it, said after it was copied. */
  store: string;
  testId: string;
};

type ShownOnceProps = ShownOnceTexts & { value: string; onDone: () => void };

/** A new secret of the account, which nobody can read again. */
export function ShownOnce({ name, value, warning, store, testId, onDone }: ShownOnceProps) {
  return (
    <div className="flex flex-col gap-4">
      <Notice tone="warn" title={`This ${name} is shown once`}>
        {warning}
      </Notice>
      <p data-testid={testId} className="select-all break-all rounded-md bg-sunken p-4 font-mono text-sm">
        {value}
      </p>
      <div className="flex flex-wrap justify-end gap-3">
        <CopyButton text={value} then={store} otherwise={`Please select the ${name} and copy it.`} />
        <Button onClick={onDone}>I have saved it</Button>
      </div>
    </div>
  );
}
