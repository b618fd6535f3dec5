import type { DataGroup } from "#contract/retention.ts";

const heading = "bg-sunken px-4 py-2.5 text-left font-medium text-muted";
const cell = "px-4 align-top max-sm:block sm:border-t sm:border-line sm:py-3";
const label = "font-medium text-muted sm:hidden";

function DataTable({ id, title, data }: DataGroup) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="mt-2">
      <h3 id={`${id}-title`} className="heading-3">
        {title}
      </h3>
      <table className="mt-2 w-full rounded-md border border-line text-sm max-sm:block sm:table-fixed">
        <thead className="max-sm:sr-only">
          <tr>
            <th scope="col" className={heading}>
              What
            </th>
            <th scope="col" className={heading}>
              What for
            </th>
            <th scope="col" className={heading}>
              How long
            </th>
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {data.map(({ what, why, retention }) => (
            <tr key={what} className="max-sm:block max-sm:py-3 max-sm:not-first:border-t max-sm:border-line">
              <th scope="row" className={`${cell} text-left font-medium`}>
                {what}
              </th>
              <td className={`${cell} max-sm:mt-1`}>
                <span className={label}>What for: </span>
                {why}
              </td>
              <td className={`${cell} max-sm:mt-1`}>
                <span className={label}>How long: </span>
                {retention}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

type Groups = { groups: readonly DataGroup[] };

export function StoredData({ groups }: Groups) {
  return groups
    .filter(({ id }) => id !== "browser-data")
    .map((group) => <DataTable key={group.id} {...group} />);
}

export function BrowserData({ groups }: Groups) {
  return groups
    .filter(({ id }) => id === "browser-data")
    .map((group) => <DataTable key={group.id} {...group} />);
}
