import { Tabs as ArkTabs, useTabsContext } from "@ark-ui/react/tabs";
import { type ReactNode, useEffect, useRef } from "react";

type TabsProps<Value extends string> = {
  label: string;
  tabs: readonly { value: Value; label: ReactNode }[];
  value: Value;
  onChange: (value: Value) => void;
  children: ReactNode;
};

export function Tabs<Value extends string>({ label, tabs, value, onChange, children }: TabsProps<Value>) {
  const list = useRef<HTMLDivElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `value` decides which tab is selected
  useEffect(() => {
    const chosen = list.current?.querySelector<HTMLElement>("[aria-selected=true]");
    if (!list.current || !chosen) return;
    list.current.scrollLeft = chosen.offsetLeft - (list.current.clientWidth - chosen.clientWidth) / 2;
  }, [value]);

  return (
    <ArkTabs.Root value={value} onValueChange={(details) => onChange(details.value as Value)}>
      <ArkTabs.List
        ref={list}
        aria-label={label}
        className="relative flex gap-1 overflow-x-auto rounded-md bg-sunken p-1"
      >
        {tabs.map((tab) => (
          <ArkTabs.Trigger
            key={tab.value}
            value={tab.value}
            className="inline-flex min-h-10 flex-1 items-center justify-center gap-2 whitespace-nowrap rounded-md px-4 text-sm font-semibold text-muted transition-colors duration-fast hover:text-ink data-[selected]:bg-raised data-[selected]:text-ink data-[selected]:shadow-card focus-ring"
          >
            {tab.label}
          </ArkTabs.Trigger>
        ))}
      </ArkTabs.List>
      {children}
    </ArkTabs.Root>
  );
}

type TabPanelProps = { value: string; className?: string; children: ReactNode };

/**
 * Only the selected panel is mounted: Ark unmounts a panel one frame late, and for that frame two fields could
 * have the same name.
 */
export function TabPanel({ value, className = "pt-6", children }: TabPanelProps) {
  if (useTabsContext().value !== value) return null;
  return (
    <ArkTabs.Content value={value} className={`${className} rounded-md focus-ring`}>
      {children}
    </ArkTabs.Content>
  );
}
