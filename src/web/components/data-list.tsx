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
    <table className="table table-zebra data-table">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ heading }) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={row._id}>
            {columns.map(({ heading, cell }) => (
              <td key={heading} data-label={heading}>
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
    <div className="part-picture thumbnail">
      <Picture of={src} alt="" sizes="5rem" />
    </div>
  );
}
