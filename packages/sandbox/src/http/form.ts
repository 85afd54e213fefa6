/** Parses Stripe's form encoding, in which brackets nest: metadata[order]=7, expand[]=x, expand[0]=x. */
import { invalidRequest } from './errors.ts';

export type FormTree = { [name: string]: string | FormTree };

const maxFields = 1_000;
const maxDepth = 8;

/** A body or query as a tree of strings; lists are trees whose names are 0, 1, 2 …. Throws an ApiError for malformed names. */
export function parseForm(encoded: string): FormTree {
  const tree = emptyTree();
  let count = 0;
  for (const [name, value] of new URLSearchParams(encoded)) {
    count += 1;
    if (count > maxFields) throw invalidRequest({ message: 'Too many parameters.' });
    put(tree, name, value);
  }
  return tree;
}

/** How Stripe writes a path in the tree: ['metadata', 'order'] is metadata[order]. */
export function fieldName(path: readonly PropertyKey[]): string {
  const [first = '', ...rest] = path.map(String);
  return first + rest.map((step) => `[${step}]`).join('');
}

function put(tree: FormTree, name: string, value: string): void {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name);
  const steps = match?.[1] ? [match[1], ...(match[2] ?? '').split(/\]?\[|\]/).slice(1, -1)] : [];
  if (steps.length === 0 || steps.length > maxDepth)
    throw invalidRequest({ message: `Invalid parameter name: ${name.slice(0, 100)}` });

  let place = tree;
  steps.forEach((step, index) => {
    const key = step === '' ? String(Object.keys(place).length) : step;
    const present = place[key];
    if (index === steps.length - 1) {
      if (typeof present === 'object') throw mixed(name);
      place[key] = value;
    } else {
      if (typeof present === 'string') throw mixed(name);
      const next = present ?? emptyTree();
      place[key] = next;
      place = next;
    }
  });
}

/** Without a prototype, so that a field named __proto__ or constructor is a field like any other. */
function emptyTree(): FormTree {
  return Object.create(null);
}

function mixed(name: string) {
  return invalidRequest({
    message: `Invalid object: ${name} was sent both as a value and as a list or an object.`,
  });
}
