/** Schemas of request parameters, and Stripe's error for each way to get one wrong. */
import { z } from 'zod';
import { type ApiError, invalidRequest, missingParameter } from './errors.ts';
import { type FormTree, fieldName } from './form.ts';

const maxMetadataKeys = 50;
const maxMetadataKeyLength = 40;
const maxMetadataValueLength = 500;

/** Validates the parameters; throws Stripe's error for the first fault. */
export function readParameters<Input>(schema: z.ZodType<Input>, tree: FormTree): Input {
  const result = schema.safeParse(tree);
  if (result.success) return result.data;
  throw toError(result.error.issues, tree);
}

const maxTextLength = 5_000;

export function text() {
  return z.string().transform((value, context) => {
    if (value === '') return refuse(context, cannotBeEmpty);
    if (value.length > maxTextLength) return refuse(context, tooLong(value, maxTextLength));
    return value;
  });
}

/** Text that can be unset: an empty value becomes null. */
export function unsettableText(maxLength: number) {
  return z.string().transform((value, context) => {
    if (value.length > maxLength) return refuse(context, tooLong(value, maxLength));
    return value === '' ? null : value;
  });
}

export function unsettableEmail() {
  return unsettableText(800).transform((value, context) => {
    if (value === null || /^[^\s@]+@[^\s@]+$/.test(value)) return value;
    return refuse(context, () => ({ code: 'email_invalid', message: `Invalid email address: ${value}` }));
  });
}

/** An absolute http or https URL. */
export function webAddress() {
  return text().transform((value, context) => {
    const address = URL.parse(value);
    if (address && ['http:', 'https:'].includes(address.protocol)) return value;
    return refuse(context, () => ({ code: 'url_invalid', message: 'Not a valid URL' }));
  });
}

/** A list of event types; '*' means all. */
export function eventNames() {
  return list(text()).transform((names, context) => {
    if (names.every((name) => name === '*' || /^[a-z_]+(\.[a-z_]+)+$/.test(name))) return names;
    return refuse(context, () => ({ message: `Invalid event name: ${names.join(', ').slice(0, 100)}` }));
  });
}

/** An integer within bounds. */
export function integer(bounds: { min?: number; max?: number } = {}) {
  return z.string().transform((value, context) => {
    const refuseInteger = (message: string) =>
      refuse(context, () => ({ code: 'parameter_invalid_integer', message }));
    const number = Number(value);

    if (value === '') return refuse(context, cannotBeEmpty);
    if (!/^-?\d{1,15}$/.test(value)) return refuseInteger(`Invalid integer: ${value.slice(0, 100)}`);
    if (bounds.min !== undefined && number < bounds.min)
      return refuseInteger(`This value must be greater than or equal to ${bounds.min}.`);
    if (bounds.max !== undefined && number > bounds.max)
      return refuseInteger(
        `This value must be less than or equal to ${bounds.max} (it currently is '${number}').`,
      );
    return number;
  });
}

export function boolean() {
  return z.string().transform((value, context) => {
    if (value === 'true' || value === 'false') return value === 'true';
    return refuse(context, () => ({
      code: 'parameter_invalid_string',
      message: `Invalid boolean: ${value.slice(0, 100)}`,
    }));
  });
}

export function choiceParameter<const Choice extends string>(choices: readonly Choice[]) {
  return z.string().transform((value, context) => {
    const choice = choices.find((known) => known === value);
    if (choice !== undefined) return choice;
    return refuse(context, (param) => ({
      message: `Invalid ${param}: must be one of ${joinWords(choices)}`,
    }));
  });
}

/** A list, sent as name[]=a or name[0]=a. */
export function list<Item extends z.ZodType<unknown, string>>(item: Item) {
  return z.record(z.string().regex(/^\d+$/), item).transform((tree) => Object.values(tree));
}

/** The `expand` parameter: which ids are replaced by their objects. */
export function expansions<const Name extends string>(names: readonly Name[]) {
  const item = z.string().transform((value, context) => {
    const name = names.find((known) => known === value);
    if (name !== undefined) return name;
    return refuse(context, () => ({ message: `This property cannot be expanded (${value.slice(0, 100)}).` }));
  });
  return list(item)
    .transform((wanted): ReadonlySet<Name> => new Set(wanted))
    .default(new Set());
}

/** Metadata to merge into the stored one; an empty value removes a key, null instead of an object removes all. */
export function metadata() {
  const cleared = z.literal('').transform(() => null);
  const entries = z.record(z.string(), z.string()).transform((given, context) => {
    const changes = Object.entries(given);
    if (changes.length > maxMetadataKeys)
      return refuse(context, () => ({ message: `Metadata can have up to ${maxMetadataKeys} keys.` }));
    for (const [name, value] of changes) {
      if (name.length > maxMetadataKeyLength)
        return refuse(context, () => ({
          message: `Metadata keys can have up to ${maxMetadataKeyLength} characters, but you passed in a key that is ${name.length} characters. Invalid key: ${name}`,
        }));
      if (value.length > maxMetadataValueLength)
        return refuse(context, () => ({
          message: `Metadata values can have up to ${maxMetadataValueLength} characters, but you passed in a value that is ${value.length} characters. Invalid value: ${value}`,
        }));
    }
    return given;
  });
  return z.union([cleared, entries]).optional();
}

/** The stored metadata (JSON) with a request's changes. */
export function mergedMetadata(present: string, changes: Record<string, string> | null | undefined): string {
  if (changes === undefined) return present;
  if (changes === null) return '{}';
  const entries = Object.entries({ ...JSON.parse(present), ...changes });
  return JSON.stringify(Object.fromEntries(entries.filter(([, value]) => value !== '')));
}

type Fault = { code?: string; message: string };

/** Records a fault; the parameter's name is only known later. */
function refuse(context: z.RefinementCtx, fault: (param: string) => Fault): never {
  context.addIssue({ code: 'custom', params: { fault } });
  return z.NEVER;
}

function toError(issues: readonly z.core.$ZodIssue[], tree: FormTree): ApiError {
  const issue = issues.flatMap(innermost)[0];
  if (!issue) throw new Error('A schema refused without saying why.');
  const param = fieldName(issue.path);

  if (issue.code === 'custom' && typeof issue.params?.fault === 'function') {
    const fault: Fault = issue.params.fault(param);
    return invalidRequest({ ...fault, param });
  }
  if (issue.code === 'unrecognized_keys') {
    const names = issue.keys.map((key) => fieldName([...issue.path, key]));
    const [first = ''] = names;
    const message = `Received unknown parameter${names.length > 1 ? 's' : ''}: ${names.join(', ')}`;
    return invalidRequest({ code: 'parameter_unknown', message, param: first });
  }
  let sent: string | FormTree | undefined = tree;
  for (const step of issue.path) sent = typeof sent === 'object' ? sent[String(step)] : undefined;
  if (sent === undefined) return missingParameter(param);
  return invalidRequest({
    message: typeof sent === 'string' ? 'Invalid object' : `Invalid string: ${param}`,
    param,
  });
}

/** The fault of a union is that of the branch that got deepest into the value. */
function innermost(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const branches = issue.errors.flat().map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
  const depth = (inner: z.core.$ZodIssue) => (inner.code === 'custom' ? Infinity : inner.path.length);
  return branches.toSorted((a, b) => depth(b) - depth(a)).flatMap(innermost);
}

function cannotBeEmpty(param: string): Fault {
  return {
    code: 'parameter_invalid_empty',
    message: `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`,
  };
}

function tooLong(value: string, maxLength: number): (param: string) => Fault {
  return () => ({
    message: `Invalid string: ${value.slice(0, 5)}...${value.slice(-5)}; must be at most ${maxLength} characters`,
  });
}

/** 'a, b, or c' */
function joinWords(choices: readonly string[]): string {
  if (choices.length < 2) return choices.join('');
  return `${choices.slice(0, -1).join(', ')}, or ${choices.at(-1)}`;
}
