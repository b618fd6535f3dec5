import type { ReactNode, ThHTMLAttributes } from "react";
import { classes } from "./classes.ts";

type TableProps = {
  caption: string;
  children: ReactNode;
};

/**
 * A table that scrolls sideways. Its width of zero with a minimum of 100% keeps it from stretching the grid
 * around it.
 */
export function Table({ caption, children }: TableProps) {
  return (
    <section
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable with the keyboard
      tabIndex={0}
      className="w-0 min-w-full overflow-x-auto rounded-md border border-line focus-ring"
    >
      <table className="w-full text-left text-sm">
        <caption className="sr-only">{caption}</caption>
        {children}
      </table>
    </section>
  );
}

type HeadingCellProps = ThHTMLAttributes<HTMLTableCellElement> & { isNumeric?: boolean };

export function HeadingCell({ isNumeric, className, ...rest }: HeadingCellProps) {
  return (
    <th
      scope="col"
      {...rest}
      className={classes(
        "bg-sunken px-2 py-2.5 font-medium sm:px-4 text-muted whitespace-nowrap",
        isNumeric && "text-right",
        className,
      )}
    />
  );
}

type CellProps = { isNumeric?: boolean; className?: string; children?: ReactNode };

export function Cell({ isNumeric, className, children }: CellProps) {
  return (
    <td
      className={classes(
        "border-t border-line px-2 py-3 sm:px-4 print:px-2 print:py-0.5",
        isNumeric && "text-right figures",
        className,
      )}
    >
      {children}
    </td>
  );
}
