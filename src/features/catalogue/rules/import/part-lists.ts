/** Translates rows of pc-part-dataset (https://github.com/docyx/pc-part-dataset), a list for each kind of part. */
import {
  isMissing,
  type RowFields,
  readDecimalComma,
  readNumber,
  readNumbers,
} from '#catalogue/rules/import/import-values.ts';
import { listedCategories } from '#catalogue/rules/listed-categories.ts';
import type { PartDatasetList } from '#catalogue/rules/listed-category.ts';
import { makePlainName } from '#catalogue/rules/part-names.ts';
import type { Category } from '#catalogue/rules/parts.ts';
import type { SpecificationField } from '#catalogue/rules/specification-fields.ts';
import { type FieldError, keepFirstPerField } from '#kernel/refusals.ts';

type CategoryList = PartDatasetList & {
  category: Category;
  fields: Readonly<Record<string, SpecificationField>>;
};

const lists = listedCategories.flatMap(({ id, fields, partDataset }): CategoryList[] =>
  partDataset ? [{ ...partDataset, category: id, fields }] : [],
);

export function recognizeList(fields: readonly string[]): string | undefined {
  return lists.find(
    ({ marks, lackedMarks = [] }) =>
      marks.every((mark) => fields.includes(mark)) && !lackedMarks.some((mark) => fields.includes(mark)),
  )?.name;
}

export function recognizeListFile(fileName: string): string | undefined {
  return lists.find(({ name }) => fileName.replace(/\..*$/, '') === name)?.name;
}

/** The names of all columns that are read of the lists. */
export function listListColumns(): string[] {
  return lists.flatMap(({ marks, lackedMarks = [], columns, columnsOfNumbers = [] }) => [
    ...['name', 'price', ...marks, ...lackedMarks, ...columnsOfNumbers],
    ...Object.values(columns).filter((column) => column !== undefined),
  ]);
}

/** The list of a kind of part that the shop has no category for. */
export function recognizeForeignList(fileName: string): string | undefined {
  const name = fileName.replace(/\..*$/, '');
  return otherLists.includes(name) && !lists.some((list) => list.name === name) ? name : undefined;
}

/** Of pc-part-dataset, whether or not a category has come to read one of them. */
const otherLists =
  `case-accessory case-fan external-hard-drive fan-controller headphones keyboard monitor mouse optical-drive os sound-card
  speakers thermal-paste ups webcam wired-network-card wireless-network-card`.split(/\s+/);

/** What tells how the rows of a list are read; a given category is the one of every row. */
export type ListReading = { list: string; category: Category | undefined };

/** Undefined: the row is not of the given category. */
export function translateListRow(
  { list, category: given }: ListReading,
  row: RowFields,
): RowFields | undefined {
  const reading = given ? readAs(given, row) : readSpecification(list, row);
  if (!reading) return undefined;
  const { category, specs } = reading;
  const fields = Object.entries(specs).map(([field, value]) => [field, isMissing(value) ? undefined : value]);
  return {
    category,
    name: typeof row.name === 'string' ? makePlainName(row.name) : row.name,
    price: row.price ?? null,
    available_quantity: row.available_quantity,
    specs: Object.fromEntries(fields) as RowFields,
  };
}

/** Names the list's own fields; one problem per field. */
export function translateProblems(
  { list, category: given }: ListReading,
  problems: readonly FieldError[],
): FieldError[] {
  const isRead = ({ name, category }: CategoryList) => (given ? category === given : name === list);
  const names: Readonly<Record<string, string>> = Object.assign(
    {},
    ...lists.filter(isRead).map(({ columns }) => columns),
  );
  const translated = problems.map(({ path, message }) => {
    const field = path.replace(/^specs\./, '');
    return { path: names[field] ?? field, message };
  });
  return keepFirstPerField(translated);
}

/** Of CSV with semicolons: decimal commas become points, except in columns with several numbers. */
export function readDecimalCommas(row: RowFields): RowFields {
  const plain = lists.flatMap(({ columnsOfNumbers = [] }) => columnsOfNumbers);
  const entries = Object.entries(row).map(([column, value]): [string, unknown] =>
    plain.includes(column) ? [column, value] : [column, readDecimalComma(value)],
  );
  return Object.fromEntries(entries);
}

type CategoryReading = { category: Category; specs: RowFields };

function readAs(category: Category, row: RowFields): CategoryReading | undefined {
  const list = lists.find((each) => each.category === category);
  if (!list) return { category, specs: readFreeForm(row) };
  return list.isOwnRow?.(row) === false ? undefined : { category, specs: readFields(list, row) };
}

function readFreeForm({ name: _, price: __, available_quantity: ___, ...fields }: RowFields): RowFields {
  const stated = Object.entries(fields).filter(([, value]) => !isMissing(value));
  return Object.fromEntries(
    stated.map(([field, value]) => [
      field.replaceAll('_', ' '),
      Array.isArray(value) ? value.join(', ') : readNumber(value),
    ]),
  );
}

function readSpecification(name: string, row: RowFields): CategoryReading {
  const list = lists.find((each) => each.name === name && each.isOwnRow?.(row) !== false);
  if (!list) throw new Error(`No category has this row of the list ${name}`);
  return { category: list.category, specs: readFields(list, row) };
}

/** Of the least and the greatest in one cell it is the greatest. */
function readFields(
  { columns, columnsOfNumbers = [], fields, readOthers }: CategoryList,
  row: RowFields,
): RowFields {
  const values = Object.entries(columns).map(([field, column = '']) => {
    const value = row[column];
    const greatest = columnsOfNumbers.includes(column) ? readNumbers(value).at(-1) : undefined;
    return [field, fields[field]?.measure ? (greatest ?? readNumber(value)) : value];
  });
  return { ...Object.fromEntries(values), ...readOthers?.(row) };
}
