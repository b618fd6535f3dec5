import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { MAX_NOTE_LENGTH } from "#contract/watchlist.ts";
import { refusedFields, useAction } from "#lib/use-action.ts";
import { watchCompany, watchlistQuery } from "#lib/watchlist.ts";
import { Button } from "#ui/button.tsx";
import { TextAreaField } from "#ui/field.tsx";
import { Pencil } from "#ui/icons.tsx";

export function Note({ symbol, note }: { symbol: string; note: string }) {
  const [text, setText] = useState<string | null>(null);
  const queryClient = useQueryClient();
  const save = useAction<string>({
    call: (changed) => watchCompany({ symbol, note: changed }),
    failure: { fallback: "The note could not be saved. Please try again." },
    refresh: () => queryClient.invalidateQueries({ queryKey: watchlistQuery().queryKey }),
    onSuccess: () => setText(null),
  });
  if (text === null)
    return (
      <div className="flex items-start gap-2 text-sm">
        {note !== "" && <p className="min-w-0 flex-1 whitespace-pre-line break-words">{note}</p>}
        <Button
          variant="ghost"
          size="sm"
          className={note === "" ? "-ml-3 text-muted" : "-mr-3"}
          onClick={() => setText(note)}
        >
          <Pencil className="size-4" />
          {note === "" ? "Add a note" : "Edit"}
          <span className="sr-only"> on {symbol}</span>
        </Button>
      </div>
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.run(text);
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-2">
      <TextAreaField
        label={`Note on ${symbol}`}
        rows={3}
        autoFocus
        value={text}
        maxLength={MAX_NOTE_LENGTH}
        error={save.error ? (refusedFields(save.error).note ?? save.message) : null}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="flex gap-2">
        <Button type="submit" size="sm" isLoading={save.isPending}>
          Save
        </Button>
        <Button variant="ghost" size="sm" onClick={() => setText(null)}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
