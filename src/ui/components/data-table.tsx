/** Tables of the dashboard: on a phone each row is a card, in long lists folded to what is needed at once. */
import { Fragment, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { focusElement, focusHeading, isFocusLost } from '#ui/components/focus.ts';
import { FramedImage } from '#ui/images/responsive-image.tsx';

export type Column<Row> = {
  heading: string;
  cell: (row: Row, index: number) => ReactNode;
  isName?: true;
  /** On a phone it stands before the name, where room is kept for it until it comes. */
  isPicture?: true;
  /** A class; the columns of a table that has any stand still while its rows come, the others sharing what is left. */
  width?: string;
};

/** Rows that belong together; the first of them has the head. */
export type RowGroup = { head?: ReactNode };

export function DataTable<Row extends { _id: string }>({
  caption,
  columns,
  rows,
  isFolded,
  group,
}: {
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  /** On a phone a row is at most 120 px high until it is unfolded. */
  isFolded?: true;
  group?: ((row: Row) => RowGroup | undefined) | undefined;
}) {
  const body = useRowFocus(rows);
  const hasPictures = columns.some(({ isPicture }) => isPicture);
  return (
    <table
      className={`table table-zebra data-table${isFolded ? ' is-folded' : ''}${hasPictures ? ' has-pictures' : ''}`}
    >
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ heading, width }) => (
            <th key={heading} scope="col" className={width}>
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={body}>
        {rows.map((row, index) => {
          const rowGroup = group?.(row);
          return (
            <Fragment key={row._id}>
              {rowGroup?.head && (
                <tr className="group-head">
                  <th scope="rowgroup" colSpan={columns.length} tabIndex={-1}>
                    {rowGroup.head}
                  </th>
                </tr>
              )}
              <tr className={rowGroup && 'is-grouped'}>
                {columns.map(({ heading, cell, isName, isPicture }) => {
                  const Cell = isName ? 'th' : 'td';
                  return (
                    <Cell
                      key={heading}
                      className={isPicture && 'is-picture'}
                      data-label={heading}
                      {...(isName ? ({ scope: 'row', tabIndex: -1 } as const) : {})}
                    >
                      <div className="min-w-0">{cell(row, index)}</div>
                      {isFolded && isName && (
                        <details className="row-more">
                          <summary>More</summary>
                        </details>
                      )}
                    </Cell>
                  );
                })}
              </tr>
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
}

/** When the focused element disappears from a row, focuses the header cell of the row now in its place, or the heading. */
function useRowFocus(rows: unknown) {
  const body = useRef<HTMLTableSectionElement>(null);
  const focusedRowIndex = useRef<number>(undefined);

  useEffect(() => {
    const table = body.current;
    const rememberRow = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest('tr') : null;
      focusedRowIndex.current = row ? [...(table?.rows ?? [])].indexOf(row) : undefined;
    };
    const forgetRow = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof Element) focusedRowIndex.current = undefined; // the focus has moved out of the table
    };
    table?.addEventListener('focusin', rememberRow);
    table?.addEventListener('focusout', forgetRow);
    return () => {
      if (focusedRowIndex.current !== undefined && isFocusLost()) focusHeading();
    };
  }, []);

  // before a button that is gone would send the focus to the heading
  // biome-ignore lint/correctness/useExhaustiveDependencies: only new rows can remove the focused element
  useLayoutEffect(() => {
    if (focusedRowIndex.current === undefined || !isFocusLost()) return;
    const { rows: shownRows = [] } = body.current ?? {};
    const row = shownRows[Math.min(focusedRowIndex.current, shownRows.length - 1)];
    const name = row?.querySelector<HTMLElement>('[scope^=row]');
    if (name) focusElement(name);
  }, [rows]);

  return body;
}

export function PartThumbnail({ src }: { src: string }) {
  return <FramedImage frame="part-picture thumbnail" of={src} alt="" sizes="5rem" />;
}
