/** What the forms of a part send, and how a specification is written in fields. */
import { addPartEndpoint, editPartEndpoint } from '#catalogue/contract/part-edits.ts';
import { partFormSchema } from '#catalogue/contract/part-form.ts';
import type { Part } from '#catalogue/contract/parts.ts';
import { type CategoryForm, categoryForms } from '#catalogue/rules/category-forms.ts';
import { formatValue } from '#catalogue/rules/specification-fields.ts';
import { isSame } from '#kernel/edits.ts';
import type { EndpointInput } from '#platform/contract/endpoint.ts';
import { callEndpoint, type IdempotentCall, isProblem, type Problem } from '#ui/api/api-client.ts';

type Values = Readonly<Record<string, unknown>>;

/** Each category has inputs of its own, so that another choice of category loses nothing. */
export function makeInputName(categoryId: string, field: string): string {
  return `${categoryId}-${field}`;
}

/** The one input of a category whose owners name the fields. */
export const freeFormField = 'details';

const inputNames = categoryForms.flatMap(({ id, isFreeForm, fields }) =>
  isFreeForm ? [makeInputName(id, freeFormField)] : fields.map(({ name }) => makeInputName(id, name)),
);

/** The specification as typed: numbers where numbers are needed, otherwise texts; empty fields are left out. */
function readSpecs(categoryId: string, values: Values): Record<string, unknown> {
  const { fields, isFreeForm } = findForm(categoryId);
  if (isFreeForm) return readLines(String(values[makeInputName(categoryId, freeFormField)] ?? ''));
  const entries = fields.flatMap(({ name, isNumber }): [string, unknown][] => {
    const typed = values[makeInputName(categoryId, name)];
    if (typeof typed !== 'string' || typed.trim() === '') return [];
    const number = /,\d{3}$/.test(typed.trim()) ? Number.NaN : Number(typed.replace(',', '.')); // ',600' may be thousands
    return [[name, isNumber && Number.isFinite(number) ? number : typed]];
  });
  return Object.fromEntries(entries);
}

/** The fields that are not of the specification. */
function omitInputs<Fields extends Values>(values: Fields): Fields {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !inputNames.includes(name))) as Fields;
}

/** The inputs of a specification, to be edited. */
export function writeSpecs({ category, specs }: Part): Record<string, string> {
  const texts = Object.entries(specs as Record<string, string | number | boolean>).map(
    ([name, value]) => [name, formatValue(value)] as const,
  );
  if (findForm(category).isFreeForm)
    return { [makeInputName(category, freeFormField)]: texts.map((each) => each.join(': ')).join('\n') };
  return Object.fromEntries(texts.map(([name, text]) => [makeInputName(category, name), text]));
}

/** Assigns a problem of the API to the inputs of this form. */
function translateProblem(problem: Problem, categoryId: string): Problem {
  const { isFreeForm } = findForm(categoryId);
  const errors = problem.errors?.map(({ path, message }) => {
    if (path === 'img') return { path: 'image', message };
    const field = /^specs\.?(.*)$/.exec(path)?.[1];
    if (field === undefined) return { path, message };
    const name = isFreeForm ? freeFormField : field;
    return { path: makeInputName(categoryId, name), message: isFreeForm ? `${field}: ${message}` : message };
  });
  return errors ? { ...problem, errors } : problem;
}

function findForm(categoryId: string): CategoryForm {
  return (
    categoryForms.find(({ id }) => id === categoryId) ?? {
      id: categoryId,
      label: categoryId,
      isFreeForm: true,
      fields: [],
    }
  );
}

/** 'Name: value' on each line; the server refuses lines without a value. */
function readLines(text: string): Record<string, unknown> {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return Object.fromEntries(
    lines.map((line) => {
      const [name = '', ...rest] = line.split(':');
      const value = rest.join(':').trim();
      if (value === 'Yes' || value === 'No') return [name.trim(), value === 'Yes'];
      return [name.trim(), /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value];
    }),
  );
}

const { available_quantity: _, ...editedFields } = partFormSchema.shape;

function pickFields(values: Values): Record<string, unknown> {
  return Object.fromEntries(Object.keys(editedFields).map((field) => [field, values[field]]));
}

/** The values that the person has seen, with 'specs.capacityGb' for a field of the specification. */
function readSeenFields(part: Part): Values {
  const specs = Object.entries(part.specs).map(([field, value]) => [`specs.${field}`, value]);
  return { ...pickFields(part), img: part.img, ...Object.fromEntries(specs) };
}

/** The fields that differ from what was seen, and what was seen of them. Undefined specs stay. An emptied field is null, an emptied brand ''. */
function makeEdit(fields: Values, typedSpecs: Values | undefined, seen: Values) {
  const changed = Object.keys(fields).filter((field) => !isSame(fields[field], seen[field]));
  const isMoved = changed.includes('category');
  const seenSpecs = isMoved ? {} : readSeenSpecs(seen);
  const specs = typedSpecs ?? seenSpecs;
  const names = [...new Set([...Object.keys(specs), ...Object.keys(seenSpecs)])];
  const changedSpecs = names.filter((name) => !isSame(specs[name], seenSpecs[name]));
  const pick = (names: string[], values: Values) =>
    Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
  const emptied = changed.includes('brand') && fields.brand === undefined ? { brand: '' } : {};
  return {
    ...pick(changed, fields),
    ...emptied,
    ...(changedSpecs.length > 0 || isMoved ? { specs: pick(changedSpecs, specs) } : {}),
    seen: {
      ...pick(changed, seen),
      ...(isMoved ? {} : { specs: pick(changedSpecs, seenSpecs) }),
    },
  };
}

function readSeenSpecs(seen: Values): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(seen).flatMap(([field, value]) =>
      field.startsWith('specs.') ? [[field.slice('specs.'.length), value]] : [],
    ),
  );
}

type NewPart = Values & { category: string };

export async function sendPart(
  values: NewPart,
  img: string,
  attempt: IdempotentCall,
): Promise<Problem | undefined> {
  const body = { ...omitInputs(values), specs: readSpecs(values.category, values), img };
  const answer = await attempt.send(
    addPartEndpoint,
    { body: body as EndpointInput<typeof addPartEndpoint>['body'] },
    'you find this part in Manage Products',
  );
  return isProblem(answer) ? translateProblem(answer, values.category) : undefined;
}

/** What the form has shown since it was opened; refusals change it. */
export type EditView = {
  quantity: number;
  hasSpecification: boolean;
  /** The values of others, from conflicts. */
  fields: Record<string, unknown>;
};

type PartEdit = {
  part: Part;
  values: Values & { category: string };
  img: string | undefined;
  available_quantity: number;
  view: EditView;
};

export async function saveEdit(edit: PartEdit): Promise<Problem | undefined> {
  const { part, values, img, available_quantity, view } = edit;
  const fields = { ...pickFields(values), ...(img ? { img } : {}) };
  const specs = view.hasSpecification ? readSpecs(values.category, values) : undefined;
  // the stock is sent only when it was edited: a sale during the edit is then no conflict
  const isStockSeen =
    available_quantity === part.available_quantity && view.quantity === part.available_quantity;
  const answer = await callEndpoint(editPartEndpoint, {
    params: { id: part._id },
    body: {
      ...makeEdit(fields, specs, { ...readSeenFields(part), ...view.fields }),
      ...(isStockSeen ? {} : { available_quantity, seen_quantity: view.quantity }),
    },
  });
  if (!isProblem(answer)) return undefined;
  const { available, current } = answer as { available?: number; current?: object };
  if (answer.refused === 'stock-changed' && available !== undefined) view.quantity = available;
  if (answer.refused === 'changed-meanwhile') Object.assign(view.fields, current);
  return translateProblem(answer, values.category);
}
