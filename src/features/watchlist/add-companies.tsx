import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import type { ImportResponse } from "#contract/watchlist.ts";
import { counted } from "#lib/numbers.ts";
import { useAction } from "#lib/use-action.ts";
import { FileTooLarge, importTickers, watchlistQuery } from "#lib/watchlist.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { Document } from "#ui/icons.tsx";
import { Notice } from "#ui/notice.tsx";

export function AddCompanies() {
  const queryClient = useQueryClient();
  const [text, setText] = useState("");
  const file = useRef<HTMLInputElement>(null);
  const add = useAction<string | File, ImportResponse>({
    call: importTickers,
    failure: {
      fallback: (error) =>
        error instanceof FileTooLarge ? error.message : "Nothing was added. Please try again.",
    },
    refresh: () => queryClient.invalidateQueries({ queryKey: watchlistQuery().queryKey }),
    onSuccess: () => setText(""),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== "") add.run(text);
  };
  return (
    <section aria-label="Add companies" className="flex flex-col gap-3 print:hidden">
      <form noValidate onSubmit={submit} className="flex flex-wrap items-start gap-2">
        <div className="min-w-[min(12.5rem,100%)] flex-1 sm:max-w-md">
          <TextField
            label="Tickers to add"
            isLabelHidden
            placeholder="Add tickers, such as AAPL, MSFT"
            value={text}
            maxLength={10_000}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
        <Button type="submit" isLoading={add.isPending}>
          Add
        </Button>
        <Button variant="secondary" disabled={add.isPending} onClick={() => file.current?.click()}>
          <Document className="size-4" />
          Import a CSV
        </Button>
        <input
          ref={file}
          type="file"
          hidden
          accept=".csv,.txt,text/csv,text/plain"
          aria-label="A broker's CSV file"
          onChange={(event) => {
            const [chosen] = event.target.files ?? [];
            if (chosen) add.run(chosen);
            // The field is emptied so that the same file can be chosen again.
            event.target.value = "";
          }}
        />
      </form>
      <p className="text-sm text-muted">
        A broker's CSV is read by its column Symbol, Ticker or Instrument. Nothing else of the file is stored.
      </p>
      {add.message && (
        <Notice tone="danger" isAnnounced title="Nothing was added">
          {add.message}
        </Notice>
      )}
      {add.result && <Imported {...add.result} />}
    </section>
  );
}

function Imported(result: ImportResponse) {
  const { added, known, unread, unreadCount, leftOut, leftOutCount, limit } = result;
  const isWhole = unreadCount + leftOutCount === 0;
  return (
    <Notice
      tone={isWhole ? "success" : "warn"}
      isAnnounced
      title={`${counted(added.length, "company", "companies")} added${known.length > 0 ? `, ${known.length} there already` : ""}`}
    >
      {leftOutCount > 0 && (
        <p className="break-words">
          Left out, because your plan has room for {counted(limit, "company", "companies")}:{" "}
          {leftOut.join(", ")}
          {leftOutCount > leftOut.length && ` and ${leftOutCount - leftOut.length} more`}.
        </p>
      )}
      {unreadCount > 0 && (
        <details open={unread.length <= 5}>
          <summary className="cursor-pointer rounded-sm focus-ring">
            {counted(unreadCount, "line")} gave no company
          </summary>
          <ul className="mt-1 max-h-60 list-disc overflow-y-auto pl-5">
            {unread.map(({ line, text, reason }) => (
              <li key={`${line} ${text}`} className="break-words">
                Line {line}, “{text}”: {reason}
              </li>
            ))}
          </ul>
          {unreadCount > unread.length && <p>The first {unread.length} are listed.</p>}
        </details>
      )}
    </Notice>
  );
}
