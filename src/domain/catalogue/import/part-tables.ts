/** Parts as a table of texts: the columns of CSV files that an export writes and an import reads. */
import { definitions } from '#domain/catalogue/categories.ts';
import type { RowFields } from '#domain/catalogue/category-definition.ts';
import { type Category, categories } from '#domain/catalogue/parts.ts';
import type { SpecificationField } from '#domain/catalogue/specification-fields.ts';
import { specificationFields } from '#domain/catalogue/specifications.ts';
import type { FieldError } from '#domain/refusals.ts';

const partColumns = [
  'sku',
  'category',
  'name',
  'brand',
  'description',
  'price',
  'available_quantity',
  'minimum_order',
  'off_sale',
  'featured',
  'img',
] as const;

/** Holds what has no column of its own, as JSON: the fields that owners named themselves. */
const freeSpecs = 'specs';

/** The columns that a table of parts of these categories has; each specification has its own, as 'specs.capacityGb'. */
export function listColumns(categoriesShown: readonly Category[]): string[] {
  const fields = categoriesShown.flatMap((category) => Object.keys(specificationFields[category]));
  return [...partColumns, ...[...new Set(fields)].map((field) => `specs.${field}`), freeSpecs];
}

/** Columns of a header that no table of parts has, or that stand in it twice. */
export function findWrongColumns(header: readonly string[]): string[] {
  const known = new Set(listColumns(categories));
  return header.filter((column, index) => !known.has(column) || header.indexOf(column) !== index);
}

/** The cells of a row under this header; cells of specifications that are empty are left out. */
export function parseCells(
  header: readonly string[],
  cells: readonly string[],
): { fields: RowFields } | { problems: FieldError[] } {
  const fields: Record<string, unknown> = {};
  const specs: Record<string, unknown> = {};
  for (const [index, column] of header.entries()) {
    const cell = readText(cells[index] ?? '');
    const field = /^specs\.(.+)$/.exec(column)?.[1];
    if (column === freeSpecs) {
      const given = cell === '' ? {} : readObject(cell);
      if (!given) return { problems: [{ path: freeSpecs, message: 'This is no JSON object' }] };
      Object.assign(specs, given);
    } else if (field === undefined) fields[column] = cell;
    else if (cell.trim() !== '') specs[field] = numericFields.has(field) ? readNumber(cell) : cell;
  }
  return { fields: Object.keys(specs).length > 0 ? { ...fields, specs } : fields };
}

/** The cells under this header of a part as an import reads it. */
export function formatCells(header: readonly string[], { specs, ...fields }: RowFields): string[] {
  const rest = { ...(specs as Record<string, unknown>) };
  const isFreeForm = definitions.some((each) => each.id === fields.category && each.isFreeForm);
  const cells = header.map((column) => {
    const field = /^specs\.(.+)$/.exec(column)?.[1];
    if (field === undefined) return column === freeSpecs ? '' : formatText(fields[column]);
    if (isFreeForm) return '';
    const value = rest[field];
    delete rest[field];
    return formatText(value);
  });
  if (Object.keys(rest).length > 0) cells[header.indexOf(freeSpecs)] = JSON.stringify(rest);
  return cells;
}

const numericFields = new Set(
  Object.values(specificationFields).flatMap((fields) =>
    Object.entries<SpecificationField>(fields).flatMap(([field, { measure }]) => (measure ? [field] : [])),
  ),
);

function formatText(value: unknown): string {
  return value === undefined || value === null ? '' : formatCell(String(value));
}

/**
 * A text as a cell that no spreadsheet takes for a formula: an apostrophe stands before one that begins like one, and
 * before one that would lose an apostrophe when it is read. Numbers stay. Source: OWASP, 'CSV Injection'.
 */
export function formatCell(text: string): string {
  return /^'*[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
}

/** The text that `cellOf` has made a cell of. */
function readText(cell: string): string {
  return /^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell;
}

function readNumber(cell: string): unknown {
  return /^\s*-?\d+(\.\d+)?(e[+-]?\d+)?\s*$/i.test(cell) ? Number(cell) : cell;
}

function readObject(cell: string): object | undefined {
  try {
    const value: unknown = JSON.parse(cell);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
