import { Combobox, createListCollection } from "@ark-ui/react/combobox";
import { type ReactNode, type RefObject, useMemo } from "react";
import { Field, fieldClasses } from "./field.tsx";

type Suggestion = {
  value: string;
  detail: string;
  /** A short note at the end of the row, such as "Feb 6". */
  note?: string | undefined;
};

type SuggestFieldProps = {
  label: string;
  isLabelHidden?: boolean;
  hint?: ReactNode;
  error?: string | null;
  placeholder?: string;
  value: string;
  onValue: (value: string) => void;
  suggestions: readonly Suggestion[];
  input?: RefObject<HTMLInputElement | null>;
  maxLength?: number;
};

export function SuggestField(props: SuggestFieldProps) {
  const {
    label,
    isLabelHidden = false,
    hint,
    error,
    placeholder,
    value,
    onValue,
    suggestions,
    input,
    maxLength,
  } = props;
  const collection = useMemo(
    () => createListCollection({ items: [...suggestions], itemToString: (item) => item.value }),
    [suggestions],
  );
  return (
    <Field label={label} isLabelHidden={isLabelHidden} hint={hint} error={error ?? null}>
      {(wiring) => (
        <Combobox.Root
          collection={collection}
          inputValue={value}
          onInputValueChange={({ inputValue, reason }) => {
            if (reason !== "input-change") onValue(inputValue);
          }}
          value={[]}
          onValueChange={(details) => {
            const [chosen] = details.value;
            if (chosen) onValue(chosen);
          }}
          ids={{ input: wiring.id }}
          allowCustomValue
          selectionBehavior="preserve"
          invalid={Boolean(error)}
          positioning={{ sameWidth: true, gutter: 4 }}
          lazyMount
          unmountOnExit
        >
          <Combobox.Control>
            <Combobox.Input
              {...wiring}
              ref={input}
              // The combobox tells what was typed only after the event, and Enter may come before.
              onChange={(event) => onValue(event.currentTarget.value)}
              placeholder={placeholder}
              maxLength={maxLength}
              autoComplete="off"
              autoCapitalize="words"
              spellCheck={false}
              enterKeyHint="search"
              className={fieldClasses}
            />
          </Combobox.Control>
          {/*
            On a phone, the list is part of the page's flow, because a floating one would cover the button. With a mouse it
            always floats: pressing the mouse elsewhere closes the list, and a button below it would move away before the
            click completes.
          */}
          <Combobox.Positioner className="max-sm:media-touch:!static max-sm:media-touch:!mt-1 max-sm:media-touch:!transform-none">
            <Combobox.Content
              aria-label={`Suggestions for ${label}`}
              hidden={suggestions.length === 0}
              className="z-40 max-h-72 overflow-y-auto rounded-md border border-line bg-raised p-1 shadow-float outline-none"
            >
              {collection.items.map((item) => (
                <Combobox.Item
                  key={item.value}
                  item={item}
                  className="flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-3 data-[highlighted]:bg-primary-soft"
                >
                  <Combobox.ItemText className="w-16 shrink-0 font-semibold">{item.value}</Combobox.ItemText>
                  <span className="min-w-0 flex-1 truncate text-sm text-muted">{item.detail}</span>
                  {item.note && <span className="shrink-0 text-xs text-muted figures">{item.note}</span>}
                </Combobox.Item>
              ))}
            </Combobox.Content>
          </Combobox.Positioner>
        </Combobox.Root>
      )}
    </Field>
  );
}
