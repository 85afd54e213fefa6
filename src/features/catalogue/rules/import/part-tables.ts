/** Parts as tables of texts: the columns and cells of CSV files. */
import { definitions, getDefinition } from '#catalogue/rules/categories.ts';
import {
  parseObject,
  type RowFields,
  readDecimalComma,
  readDollars,
} from '#catalogue/rules/import/import-values.ts';
import { partColumns, partNumberNames } from '#catalogue/rules/import/part-rows.ts';
import { type Category, categories } from '#catalogue/rules/parts.ts';
import { formatCell, parseCell } from '#kernel/csv-cells.ts';
import type { FieldError } from '#kernel/refusals.ts';

const otherSpecsColumn = 'specs';

export function listColumns(includedCategories: readonly Category[]): string[] {
  const fields = includedCategories.flatMap((category) => Object.keys(getDefinition(category).fields));
  return [...partColumns, ...[...new Set(fields)].map((field) => `specs.${field}`), otherSpecsColumn];
}

/** As the file names them, without those that have no heading: spreadsheets write columns that are empty now. */
export function findWrongColumns(header: readonly string[], headings: readonly string[] = header): string[] {
  const known = new Set(['', ...listColumns(categories), ...partNumberNames]);
  return headings.filter((_, index) => {
    const column = header[index] ?? '';
    return !known.has(column) || (column !== '' && header.indexOf(column) !== index);
  });
}

export function parseCells(
  header: readonly string[],
  cells: readonly string[],
  hasDecimalCommas = false,
): { fields: RowFields } | { problems: FieldError[] } {
  const fields: Record<string, unknown> = {};
  const specs: Record<string, unknown> = {};
  const price = readDollars(cells[header.indexOf('price')] ?? '');
  const hasPointsInThousands = hasDecimalCommas && readDecimalComma(price) !== price;
  for (const [index, column] of header.entries()) {
    const field = /^specs\.(.+)$/.exec(column)?.[1];
    const isNumber = column === 'price' || (field !== undefined && numericFields.has(field));
    const written = parseCell(cells[index] ?? '');
    const text = column === 'price' ? readDollars(written) : written;
    const cell = hasDecimalCommas && isNumber ? readDecimalComma(text) : text;
    if (column === '') {
      if (cell.trim() !== '')
        return { problems: [{ path: '', message: 'A cell is in a column without a heading' }] };
    } else if (column === otherSpecsColumn) {
      const otherSpecs = cell === '' ? {} : parseObject(cell);
      if (!otherSpecs) return { problems: [{ path: otherSpecsColumn, message: 'This is no JSON object' }] };
      Object.assign(specs, otherSpecs);
    } else if (field === undefined)
      fields[column] = column === 'name' ? cell.replace(/\s*[\r\n]\s*/g, ' ') : cell;
    else if (cell.trim() !== '')
      specs[field] = isNumber ? parseNumber(hasPointsInThousands ? removeThousands(cell) : cell) : cell;
  }
  return { fields: Object.keys(specs).length > 0 ? { ...fields, specs } : fields };
}

export function formatCells(header: readonly string[], { specs, ...fields }: RowFields): string[] {
  const rest = { ...(specs as Record<string, unknown>) };
  const isFreeForm = definitions.some((each) => each.id === fields.category && each.isFreeForm);
  const cells = header.map((column) => {
    const field = /^specs\.(.+)$/.exec(column)?.[1];
    if (field === undefined) return column === otherSpecsColumn ? '' : formatText(fields[column]);
    if (isFreeForm) return '';
    const value = rest[field];
    delete rest[field];
    return formatText(value);
  });
  if (Object.keys(rest).length > 0) cells[header.indexOf(otherSpecsColumn)] = JSON.stringify(rest);
  return cells;
}

const numericFields = new Set(
  definitions.flatMap(({ fields }) =>
    Object.entries(fields).flatMap(([field, { measure }]) => (measure ? [field] : [])),
  ),
);

function formatText(value: unknown): string {
  return value === undefined || value === null ? '' : formatCell(String(value));
}

function removeThousands(cell: string): string {
  return /^\s*[1-9]\d{0,2}(\.\d{3})+\s*$/.test(cell) ? cell.replaceAll('.', '') : cell;
}

function parseNumber(cell: string): unknown {
  return /^\s*-?\d+(\.\d+)?(e[+-]?\d+)?\s*$/i.test(cell) ? Number(cell) : cell;
}
