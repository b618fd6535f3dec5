import { saveFile } from "#lib/browser.ts";
import { Button } from "#ui/button.tsx";
import { CopyButton } from "#ui/domain/copy-button.tsx";
import { Download } from "#ui/icons.tsx";
import { Notice } from "#ui/notice.tsx";

/** The recovery codes, once: to copy, to keep as a file, or to write down. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const text = `${codes.join("\n")}\n`;
  return (
    <div className="flex flex-col gap-4">
      <Notice tone="warn" title="These codes are shown once">
        Each signs you in once when you do not have your authenticator app. Keep them where nobody else can
        find them.
      </Notice>
      <ol className="grid grid-cols-2 gap-x-6 gap-y-1 rounded-md bg-sunken p-4 font-mono text-sm">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap justify-end gap-3">
        <CopyButton
          text={text}
          then="Keep the codes in a safe place."
          otherwise="Please write the codes down."
        />
        <Button
          variant="secondary"
          onClick={() => saveFile("beatcast-recovery-codes.txt", new Blob([text], { type: "text/plain" }))}
        >
          <Download /> Download
        </Button>
        <Button onClick={onDone}>I have saved them</Button>
      </div>
    </div>
  );
}
