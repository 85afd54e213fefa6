/** What an import would do, or has done: counts, added parts, changed values, refused rows. */
import type { previewImportEndpoint } from '#catalogue/contract/imports.ts';
import { formatDollars } from '#kernel/money.ts';
import { countWords, formatNumber } from '#kernel/words.ts';
import type { EndpointResponse } from '#platform/contract/endpoint.ts';
import { type Column, DataTable } from '#ui/components/data-table.tsx';

export type Preview = EndpointResponse<typeof previewImportEndpoint>;

export function ImportPreview({ preview }: { preview: Preview }) {
  const { addedParts, changedParts, recognizedParts, quarantined, added, updated, recognized } = preview;
  return (
    <div className="mt-6 grid gap-8">
      <p role="status">{describeCounts(preview)}</p>
      <RefusedRows preview={preview} />
      <Reasons
        heading="Left out, because it cannot be true"
        caption="Values that are left out as not known"
        reasons={quarantined}
        total={sumRows(quarantined)}
      />
      {unusualPriceTables.map(({ kind, heading, caption }) => (
        <PlannedTable
          key={kind}
          heading={heading}
          caption={caption}
          rows={preview.unusualPrices.filter((each) => each.kind === kind)}
          total={preview[kind]}
          columns={[
            namedPart,
            { heading: 'Price now', cell: ({ before }) => formatDollars(before) },
            { heading: 'In the file', cell: ({ after }) => (after === null ? 'none' : formatDollars(after)) },
          ]}
        />
      ))}
      <PlannedTable
        heading="Changed"
        caption="Changed parts"
        rows={changedParts}
        total={updated}
        columns={[namedPart, { heading: 'Changes', cell: ({ fields }) => <FieldChanges fields={fields} /> }]}
      />
      <PlannedTable
        heading="Recognized"
        caption="Rows without a SKU that are parts of the shop"
        rows={recognizedParts}
        total={recognized}
        columns={[
          { heading: 'In the file', isName: true, cell: ({ rowName }) => rowName },
          { heading: 'Recognized as', cell: namedPart.cell },
          { heading: 'By', cell: ({ by }) => recognitions[by] },
        ]}
      />
      <PlannedTable
        heading="Added"
        caption="Added parts"
        rows={addedParts}
        total={added}
        columns={[
          namedPart,
          { heading: 'Category', cell: ({ category }) => category },
          { heading: 'Price', cell: ({ price }) => (price === null ? 'none' : formatDollars(price)) },
          { heading: 'Stock', cell: ({ stock }) => formatNumber(stock) },
        ]}
      />
    </div>
  );
}

/** After the import, too: they are what is left to mend. */
export function RefusedRows({ preview: { reasons, refusedRows } }: { preview: Preview }) {
  return <Reasons heading="Refused" caption="Refused rows" reasons={reasons} total={refusedRows} />;
}

type Planned = { heading: string; caption: string; total: number };

function Reasons({ reasons, ...planned }: Planned & { reasons: Preview['reasons'] }) {
  return (
    <PlannedTable
      {...planned}
      rows={reasons}
      shown={sumRows(reasons)}
      columns={[
        { heading: 'Reason', isName: true, cell: ({ reason }) => reason },
        { heading: 'Rows', cell: ({ rows }) => formatNumber(rows) },
        {
          heading: 'In rows',
          cell: ({ rows, firstRows }) => firstRows.join(', ') + (rows > firstRows.length ? ' …' : ''),
        },
      ]}
    />
  );
}

const unusualPriceTables = [
  { kind: 'jumps', heading: 'Prices that jump', caption: 'Prices that fall or rise unusually far' },
  { kind: 'removals', heading: 'Prices taken away', caption: 'Parts that have no price in the file' },
] as const;

const recognitions = { gtin: 'GTIN', mpn: 'part number', name: 'name and specification' } as const;

type PlannedTableProps<Row> = Planned & { rows: Row[]; shown?: number; columns: Column<Row>[] };

function PlannedTable<Row extends { sku: string } | { reason: string }>({
  heading,
  caption,
  rows,
  shown = rows.length,
  total,
  columns,
}: PlannedTableProps<Row>) {
  if (total === 0) return null;
  return (
    <section>
      <h3 className="mb-3 text-lg font-semibold">
        {heading}: {formatNumber(total)}
      </h3>
      <DataTable
        caption={caption}
        rows={rows.map((row) => ({ ...row, _id: 'sku' in row ? row.sku : row.reason }))}
        columns={columns}
      />
      {shown < total && <p className="mt-3 text-sm">… and {formatNumber(total - shown)} more.</p>}
    </section>
  );
}

const namedPart = {
  heading: 'Part',
  isName: true,
  cell: ({ name, sku }: { name: string; sku: string }) => (
    <>
      <span className="break-words">{name}</span>
      <span className="block text-sm font-normal break-all">{sku}</span>
    </>
  ),
} as const;

function FieldChanges({ fields }: { fields: Preview['changedParts'][number]['fields'] }) {
  return (
    <dl className="grid gap-1 break-words">
      {fields.map(({ field, before, after }) => (
        <div key={field}>
          <dt className="inline font-semibold">{field}: </dt>
          <dd className="inline">
            <del>{shorten(before)}</del> → <ins className="no-underline">{shorten(after)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

const maxShownLength = 120;

function shorten(value: string | null): string {
  if (value === null) return 'none';
  return value.length > maxShownLength ? `${value.slice(0, maxShownLength)} …` : value;
}

export function describeCounts(preview: Preview): string {
  const { encoding, rows, added, updated, same, recognized, repeated, refusedRows, unpriced } = preview;
  const counts = [
    `${formatNumber(added)} added`,
    `${formatNumber(updated)} changed`,
    `${formatNumber(same)} the same as before`,
    ...(recognized > 0 ? [`${formatNumber(recognized)} of these recognized without a SKU`] : []),
    ...(repeated > 0 ? [`${formatNumber(repeated)} the same part as an earlier row`] : []),
    `${formatNumber(refusedRows)} refused`,
  ];
  const sentence = `${countWords(rows, 'row')}: ${counts.join(', ')}.`;
  return [
    ...(encoding === 'UTF-8' ? [] : [`The file was read as ${encoding} text.`]),
    sentence,
    ...(unpriced > 0 ? [`${formatNumber(unpriced)} of these parts have no price and are not for sale.`] : []),
  ].join(' ');
}

function sumRows(reasons: Preview['reasons']): number {
  return reasons.reduce((sum, { rows }) => sum + rows, 0);
}
