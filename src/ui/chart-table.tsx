import { useState } from "react";
import { type ChartShape, readingsOf } from "./chart-shape.ts";
import { Cell, HeadingCell, Table } from "./table.tsx";

type ChartTableProps = { caption: string; positionName: string; shape: ChartShape };

/** A chart's numbers as a table, newest or rightmost first; its rows are made only once it is opened. */
export function ChartTable({ caption, positionName, shape }: ChartTableProps) {
  const [isOpen, setIsOpen] = useState(false);
  const readings = readingsOf(shape);
  return (
    <details className="mt-1 print:hidden" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="link inline-block cursor-pointer text-xs">
        Show as a table<span className="sr-only">: {caption}</span>
      </summary>
      {isOpen && (
        <div className="mt-2 max-h-80 overflow-y-auto">
          <Table caption={caption}>
            <thead>
              <tr>
                <HeadingCell>{positionName}</HeadingCell>
                {readings.map(({ label }) => (
                  <HeadingCell key={label} isNumeric>
                    {label}
                  </HeadingCell>
                ))}
              </tr>
            </thead>
            <tbody>
              {shape.xLabels
                .map((name, i) => (
                  <tr key={name}>
                    <Cell className="whitespace-nowrap">{name}</Cell>
                    {readings.map(({ label, values, format }) => {
                      const value = values[i];
                      return (
                        <Cell key={label} isNumeric>
                          {value == null ? "—" : format(value)}
                        </Cell>
                      );
                    })}
                  </tr>
                ))
                .reverse()}
            </tbody>
          </Table>
        </div>
      )}
    </details>
  );
}
