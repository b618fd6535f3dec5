type CompanyRowProps = {
  symbol: string;
  name: string;
  /** A line below the name. */
  note?: string | null;
  onChoose: (symbol: string) => void;
};

/** A company of a list, which leads to its analysis. */
export function CompanyRow({ symbol, name, note, onChoose }: CompanyRowProps) {
  return (
    <li>
      <button
        type="button"
        onClick={() => onChoose(symbol)}
        className="flex min-h-11 w-full items-baseline gap-3 rounded-md px-2 py-2 text-left hover:bg-sunken focus-ring"
      >
        <span className="w-16 shrink-0 font-semibold">{symbol}</span>
        <span className="min-w-0 flex-1">
          {name !== symbol && <span className="block truncate text-sm">{name}</span>}
          {note && <span className="block text-xs text-muted figures">{note}</span>}
        </span>
      </button>
    </li>
  );
}
