/** A page of the dashboard that is one list: heading, controls, table and pages. */
import type { ReactNode } from 'react';
import type { ListPage } from '#ui/api/api-client.ts';
import { type Column, DataTable, type RowGroup } from '#ui/components/data-table.tsx';
import { ListPages, useFirstRowNumber } from '#ui/components/list-controls.tsx';

export function ListView<Row extends { _id: string }>({
  lead,
  heading,
  children,
  page,
  serial,
  serialNote,
  columns,
  group,
  ...pages
}: {
  /** Stands above the heading. */
  lead?: ReactNode;
  heading: string;
  /** Between the heading and the table. */
  children?: ReactNode;
  page: ListPage<Row>;
  /** The heading of a first column that numbers the rows. */
  serial?: string;
  /** Below that number. */
  serialNote?: (row: Row) => ReactNode;
  columns: Column<Row>[];
  group?: ((row: Row) => RowGroup | undefined) | undefined;
  empty?: ReactNode;
  isFiltered?: boolean;
}) {
  const firstNumber = useFirstRowNumber();
  const number = (row: Row, index: number) => (
    <>
      {firstNumber + index}
      {serialNote?.(row)}
    </>
  );
  const isStill = columns.some(({ width }) => width);
  const numbers = serial ? [{ heading: serial, cell: number, ...(isStill && { width: 'w-16' }) }] : [];
  return (
    <section className="list-view">
      {lead}
      <h2 className="dashboard-heading">{heading}</h2>
      {children}
      {page.rows.length > 0 && (
        <DataTable
          caption={heading}
          rows={page.rows}
          isFolded
          group={group}
          columns={[...numbers, ...columns]}
        />
      )}
      <ListPages page={page} {...pages} />
    </section>
  );
}
