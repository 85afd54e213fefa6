/** Tables of the dashboard: a table on wide screens, one card for each row on a phone. */
import type { ReactNode } from 'react';
import { Picture } from '#web/components/picture.tsx';

type Column<Row> = { heading: string; cell: (row: Row, index: number) => ReactNode };

export function DataTable<Row extends { _id: string }>({
  caption,
  columns,
  rows,
}: {
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
}) {
  return (
    <table className="table table-zebra max-lg:block">
      <caption className="sr-only">{caption}</caption>
      <thead className="max-lg:sr-only">
        <tr>
          {columns.map(({ heading }) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-lg:grid max-lg:gap-4">
        {rows.map((row, index) => (
          <tr
            key={row._id}
            className="max-lg:border-base-300 max-lg:rounded-box max-lg:grid max-lg:gap-2 max-lg:border max-lg:p-4"
          >
            {columns.map(({ heading, cell }) => (
              <td
                key={heading}
                data-label={heading}
                className="max-lg:grid max-lg:grid-cols-[8rem_1fr] max-lg:items-center max-lg:gap-2 max-lg:p-0 max-lg:break-words max-lg:before:text-sm max-lg:before:opacity-80 max-lg:before:content-[attr(data-label)]"
              >
                <div className="min-w-0">{cell(row, index)}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The picture of an order's part, small; its name stands beside it. */
export function PartThumbnail({ src }: { src: string }) {
  return (
    <div className="part-picture rounded-box w-20 overflow-hidden">
      <Picture of={src} alt="" sizes="5rem" />
    </div>
  );
}
