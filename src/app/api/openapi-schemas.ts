/** Makes the generated description of the API exact, open and short: one schema for one thing. */
import { z } from 'zod';
import { definitions } from '#catalogue/rules/categories.ts';

type Node = { [key: string]: unknown };
type Schemas = Record<string, Node>;
export type Description = {
  paths: Record<string, Record<string, Node>>;
  components: { schemas: Schemas } & Node;
};
type Override = NonNullable<z.core.ToJSONSchemaParams['override']>;

const schemasPath = '#/components/schemas/';

/**
 * A number that may be sent as text has the bounds of what becomes of both. What is said of a reference is kept from
 * `@fastify/swagger`, which drops all that stands beside one, until `tidy`.
 */
export const adjustSchema: Override = ({ zodSchema, jsonSchema }) => {
  const { $ref, ...annotations } = jsonSchema;
  if ($ref && Object.keys(annotations).length > 0) {
    jsonSchema.allOf = [{ $ref }];
    delete jsonSchema.$ref;
  }
  if (!(zodSchema instanceof z.ZodPipe)) return;
  if (zodSchema.in instanceof z.ZodTransform) addArm(jsonSchema, { enum: ['', null] });
  if (!(zodSchema.out instanceof z.ZodNumber)) return;
  const { $schema, ...number } = z.toJSONSchema(zodSchema.out);
  jsonSchema.anyOf = jsonSchema.anyOf?.map((arm) => (arm.type === 'number' ? number : arm));
};

/** Of `optionalField`: without a value, too. */
function addArm(jsonSchema: z.core.JSONSchema.BaseSchema, arm: z.core.JSONSchema.BaseSchema): void {
  const described = { ...jsonSchema };
  for (const key of Object.keys(described)) delete jsonSchema[key];
  jsonSchema.anyOf = [described, arm];
}

/** The specifications of each category, under the names of their schemas; a part states some of the fields, or none. */
export function describeSpecs(): Schemas {
  const named = definitions.map(({ id, schema }) => {
    const { $schema, required, ...fields } = z.toJSONSchema(schema, { io: 'input' });
    return [`-${id}-specs`.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()), fields];
  });
  const specs = { anyOf: named.map(([name]) => ({ $ref: `${schemasPath}${name}` })) };
  return { ...Object.fromEntries(named), Specs: specs, StatedSpecsInput: { $ref: `${schemasPath}Specs` } };
}

/** Answers are open, and what nothing refers to is left out. */
export function tidyDescription(generated: Description): Description {
  const description = tidy(generated) as Description;
  const { paths, components } = description;
  const answers = Object.entries(components.schemas).filter(([name]) => !name.endsWith('Input'));
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  for (const part of [...answers, ...operations.map(({ responses }) => responses)]) openUp(part);
  const bases = answers
    .filter(([, schema]) => listFields(schema).length >= minBaseFields)
    .sort(([, a], [, b]) => listFields(b).length - listFields(a).length);
  for (const [name, schema] of answers) components.schemas[name] = compose(schema, bases, name) as Node;
  for (const operation of operations) operation.responses = compose(operation.responses, bases);
  const parameters = shareParameters(operations);
  return keepUsedSchemas({ ...description, components: { ...components, parameters } });
}

/** Without patterns beside formats, choices in choices, and what is so anyway. */
function tidy(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(tidy);
  if (!isNode(node)) return node;
  const tidied: Node = Object.fromEntries(
    Object.entries(node)
      .filter(([key, value]) => !isImplied(key, value))
      .map(([key, value]) => [key, tidy(value)]),
  );
  if (typeof tidied.format === 'string') delete tidied.pattern;
  if (tidied.format === 'date-time') tidied.pattern = 'Z$'; // in UTC
  if (Array.isArray(tidied.allOf) && tidied.allOf.length === 1) {
    Object.assign(tidied, tidied.allOf[0]);
    delete tidied.allOf;
  }
  if (Array.isArray(tidied.anyOf))
    tidied.anyOf = tidied.anyOf.flatMap((arm: Node) =>
      Object.keys(arm).join() === 'anyOf' ? (arm.anyOf as Node[]) : [arm],
    );
  return tidied;
}

/** The bounds of every whole number of JavaScript; that a parameter is not required. */
function isImplied(key: string, value: unknown): boolean {
  if (typeof value === 'number') return Math.abs(value) === Number.MAX_SAFE_INTEGER;
  return key === 'required' && value === false;
}

/** A later release may add members to answers. */
function openUp(node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  if ('additionalProperties' in node && node.additionalProperties === false) delete node.additionalProperties;
  for (const value of Object.values(node)) openUp(value);
}

/** Smaller objects have members in common by accident. */
const minBaseFields = 4;

/** An object that has all members of a named one is that one, and what it has besides. */
function compose(node: unknown, bases: [string, Node][], ownName?: string): unknown {
  if (Array.isArray(node)) return node.map((item) => compose(item, bases));
  if (!isNode(node)) return node;
  const base = bases.find(([name, schema]) => name !== ownName && contains(node, schema));
  if (!base)
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, compose(value, bases)]));
  const [name, { properties: shared, required: demanded = [] }] = base;
  const { properties, required, type, ...annotations } = node;
  const more = Object.entries(properties as Node).filter(([field]) => !(field in (shared as Node)));
  const needed = (required as string[]).filter((field) => !(demanded as string[]).includes(field));
  const isRequired = needed.length > 0 ? { required: needed } : {};
  const rest = compose({ type, properties: Object.fromEntries(more), ...isRequired }, bases);
  const reference = { $ref: `${schemasPath}${name}` };
  return { ...annotations, ...(more.length === 0 ? reference : { allOf: [reference, rest] }) };
}

function contains({ properties, required }: Node, base: Node): boolean {
  if (!isNode(properties) || !Array.isArray(required)) return false;
  const isDemanded = ((base.required ?? []) as string[]).every((field) => required.includes(field));
  return (
    isDemanded &&
    listFields(base).every(([field, value]) => JSON.stringify(properties[field]) === JSON.stringify(value))
  );
}

function listFields({ properties }: Node): [string, unknown][] {
  return isNode(properties) ? Object.entries(properties) : [];
}

/** Moves the parameters that several operations have into one list; others of the same name are numbered. */
function shareParameters(operations: Node[]): Node {
  const texts = operations.flatMap(({ parameters = [] }) =>
    (parameters as Node[]).map((parameter) => JSON.stringify(parameter)),
  );
  const names = new Map<string, string>();
  for (const text of texts.filter((each, index) => texts.indexOf(each) < index)) {
    const { name } = JSON.parse(text) as { name: string };
    const others = [...names].filter(([other]) => other !== text && JSON.parse(other).name === name);
    names.set(text, names.get(text) ?? `${name}${others.length === 0 ? '' : `.${others.length + 1}`}`);
  }
  for (const operation of operations) {
    if (!operation.parameters) continue;
    operation.parameters = (operation.parameters as Node[]).map((parameter) => {
      const name = names.get(JSON.stringify(parameter));
      return name ? { $ref: `#/components/parameters/${name}` } : parameter;
    });
  }
  return Object.fromEntries([...names].map(([text, name]) => [name, JSON.parse(text)]));
}

/** Only what is used; requests and answers have different names only where they are different things. */
function keepUsedSchemas(description: Description): Description {
  const { schemas, ...others } = description.components;
  const used = new Set<string>();
  const look = (node: unknown): void => {
    for (const [, name = ''] of JSON.stringify(node).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      look(schemas[name]);
    }
  };
  look([description.paths, others]);
  const names = [...used].map((name) => {
    const plain = name.replace(/Input$/, '');
    const isSame = !used.has(plain) || JSON.stringify(schemas[plain]) === JSON.stringify(schemas[name]);
    return [name, isSame ? plain : name] as const;
  });
  const kept = Object.fromEntries(names.map(([name, shown]) => [shown, schemas[name]]));
  let text = JSON.stringify({ ...description, components: { ...others, schemas: kept } });
  for (const [name, shown] of names)
    text = text.replaceAll(`"${schemasPath}${name}"`, `"${schemasPath}${shown}"`);
  return JSON.parse(text);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
