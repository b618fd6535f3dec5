import { Combobox, createListCollection } from "@ark-ui/react/combobox";
import { Dialog } from "@ark-ui/react/dialog";
import { Portal } from "@ark-ui/react/portal";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo, useState } from "react";
import { easternDay } from "#contract/time.ts";
import { earningsCalendarQuery } from "#lib/calendar.ts";
import { symbolQuery } from "#lib/symbols.ts";
import { chooseTheme, useTheme } from "#lib/theme.ts";
import { type Company, type SearchEntry, searchEntries } from "./search-entries.ts";

type SearchPaletteProps = {
  isOpen: boolean;
  onClose: () => void;
  isMember: boolean;
  onSignOut?: (() => void) | undefined;
};

export default function SearchPalette(props: SearchPaletteProps) {
  const { isOpen, onClose } = props;
  return (
    <Dialog.Root open={isOpen} onOpenChange={(details) => !details.open && onClose()} lazyMount unmountOnExit>
      <Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-overlay animate-fade-in data-[state=closed]:animate-fade-out" />
        <Dialog.Positioner className="fixed inset-0 z-50 flex items-start justify-center p-3 sm:pt-[12vh]">
          <Dialog.Content className="flex max-h-[min(34rem,calc(100dvh-1.5rem))] w-full max-w-xl flex-col overflow-hidden rounded-lg border border-line bg-raised shadow-float outline-none animate-fade-in data-[state=closed]:animate-fade-out">
            <Dialog.Title className="sr-only">Search</Dialog.Title>
            <Finder {...props} />
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

const SIGN_OUT = "#sign-out";
const THEME = "#theme";

function Finder({ onClose, isMember, onSignOut }: SearchPaletteProps) {
  const [typed, setTyped] = useState("");
  const { isDark } = useTheme();
  const companies = useCompanies(useDeferredValue(typed.trim()), isMember);
  const entries = useMemo(() => {
    const found = searchEntries(typed, { isMember, today: easternDay(Date.now()), companies });
    const ours: SearchEntry[] = [
      { group: "Actions", key: THEME, title: isDark ? "Light theme" : "Dark theme", detail: "", href: THEME },
      ...(onSignOut && isMember
        ? [{ group: "Actions" as const, key: SIGN_OUT, title: "Sign out", detail: "", href: SIGN_OUT }]
        : []),
    ];
    const text = typed.trim().toLowerCase();
    return [...found, ...ours.filter(({ title }) => title.toLowerCase().includes(text))];
  }, [typed, isMember, companies, isDark, onSignOut]);
  const collection = useMemo(
    () =>
      createListCollection({
        items: entries,
        itemToValue: ({ key }) => key,
        itemToString: ({ title }) => title,
      }),
    [entries],
  );
  const groups = [...Map.groupBy(entries, ({ group }) => group)];

  const open = (key: string | undefined) => {
    const href = entries.find((entry) => entry.key === key)?.href;
    if (!href) return;
    onClose();
    if (href === SIGN_OUT) onSignOut?.();
    else if (href === THEME) chooseTheme(isDark ? "light" : "dark");
    else follow(href);
  };

  return (
    <Combobox.Root
      collection={collection}
      open
      inputValue={typed}
      onInputValueChange={({ inputValue, reason }) => reason === "input-change" && setTyped(inputValue)}
      value={[]}
      onValueChange={({ value: [key] }) => open(key)}
      inputBehavior="autohighlight"
      selectionBehavior="preserve"
      closeOnSelect={false}
      className="flex min-h-0 flex-col"
    >
      <Combobox.Control className="flex items-center border-b border-line">
        <Combobox.Input
          aria-label="Search companies, weeks and actions"
          placeholder="A company, a week or an action"
          autoFocus
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={80}
          className="h-13 min-w-0 flex-1 bg-transparent px-4 text-base outline-none placeholder:text-muted"
        />
        <Dialog.CloseTrigger className="mr-3 rounded-sm border border-line px-1.5 py-0.5 text-xs text-muted focus-ring">
          Esc<span className="sr-only"> closes the search</span>
        </Dialog.CloseTrigger>
      </Combobox.Control>
      {/* The list counts as a layer under the dialog, which receives no taps, so it enables them itself. */}
      <Combobox.Content
        aria-label="Found"
        className="min-h-0 overflow-y-auto p-2 outline-none !pointer-events-auto"
      >
        {entries.length === 0 && <p className="px-3 py-6 text-center text-sm text-muted">Nothing found</p>}
        {groups.map(([group, ofGroup]) => (
          <Combobox.ItemGroup key={group} className="pb-1">
            <Combobox.ItemGroupLabel className="eyebrow block px-3 pb-1 pt-2">
              {group}
            </Combobox.ItemGroupLabel>
            {ofGroup.map((entry) => (
              <Combobox.Item
                key={entry.key}
                item={entry}
                className="flex min-h-10 cursor-pointer items-center gap-3 rounded-md px-3 text-sm data-[highlighted]:bg-primary-soft"
              >
                <Combobox.ItemText className="shrink-0 font-semibold">{entry.title}</Combobox.ItemText>
                <span className="min-w-0 flex-1 truncate text-muted">{entry.detail}</span>
              </Combobox.Item>
            ))}
          </Combobox.ItemGroup>
        ))}
      </Combobox.Content>
    </Combobox.Root>
  );
}

/**
 * Returns the companies that match the text. Members search all companies; visitors, those that report this
 * week or next.
 */
function useCompanies(text: string, isMember: boolean): readonly Company[] {
  const searched = useQuery({
    ...symbolQuery(text),
    enabled: isMember && text !== "",
    placeholderData: keepPreviousData,
  });
  const calendar = useQuery({
    ...earningsCalendarQuery(null),
    enabled: !isMember,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { data } = calendar;
  return useMemo(() => {
    if (isMember) return searched.data ? [...searched.data.matches, ...searched.data.nearest] : [];
    const wanted = text.toLowerCase();
    const companies = (data?.items ?? []).filter(
      ({ symbol, name }) => symbol.toLowerCase().startsWith(wanted) || name.toLowerCase().includes(wanted),
    );
    return companies.toSorted((a, b) => (b.marketCap ?? 0) - (a.marketCap ?? 0));
  }, [isMember, searched.data, data, text]);
}

/** Opens the address as if a link to it had been clicked, so that the app navigates without loading a new page. */
function follow(href: string) {
  const link = document.createElement("a");
  link.href = href;
  document.body.append(link);
  link.click();
  link.remove();
}
