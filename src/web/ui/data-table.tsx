/** Tables of the dashboard: a table on wide screens, one card for each row on a phone. */
import { type ReactNode, useEffect, useRef } from 'react';
import { ResponsiveImage } from '#web/images/responsive-image.tsx';
import { focusHeading } from '#web/ui/focus.ts';

export type Column<Row> = {
  heading: string;
  cell: (row: Row, index: number) => ReactNode;
  /** Says what the row is about: read out with each of its cells, and focused when the focus is lost in the table. */
  isName?: true;
};

export function DataTable<Row extends { _id: string }>({
  caption,
  columns,
  rows,
}: {
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
}) {
  const body = useRowFocus(rows);
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
      <tbody ref={body}>
        {rows.map((row, index) => (
          <tr key={row._id}>
            {columns.map(({ heading, cell, isName }) => {
              const Cell = isName ? 'th' : 'td';
              return (
                <Cell
                  key={heading}
                  data-label={heading}
                  {...(isName ? ({ scope: 'row', tabIndex: -1 } as const) : {})}
                >
                  <div className="min-w-0">{cell(row, index)}</div>
                </Cell>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/**
 * When what had the focus goes with its row or with a new state of it, the name of the row that is there now gets the
 * focus; without any row, the heading.
 */
function useRowFocus(rows: unknown) {
  const body = useRef<HTMLTableSectionElement>(null);
  const place = useRef<number>(undefined); // of the row that has the focus

  useEffect(() => {
    const table = body.current;
    const note = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest('tr') : null;
      place.current = row ? [...(table?.rows ?? [])].indexOf(row) : undefined;
    };
    const forget = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof Element) place.current = undefined; // it went elsewhere by itself
    };
    table?.addEventListener('focusin', note);
    table?.addEventListener('focusout', forget);
    return () => {
      if (place.current !== undefined && isFocusLost()) focusHeading();
    };
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only other rows can take the focus away
  useEffect(() => {
    if (place.current === undefined || !isFocusLost()) return;
    const { rows: shown = [] } = body.current ?? {};
    const row = shown[Math.min(place.current, shown.length - 1)];
    row?.querySelector<HTMLElement>('[scope=row]')?.focus();
  }, [rows]);

  return body;
}

function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/** The picture of an order's part, small; its name stands beside it. */
export function PartThumbnail({ src }: { src: string }) {
  return (
    <div className="part-picture thumbnail">
      <ResponsiveImage of={src} alt="" sizes="5rem" />
    </div>
  );
}
