/** The types of facts that a specification writes as text: how they are checked, read, and written again. */
import { z } from 'zod';
import { spellSocket } from '#catalogue/rules/facts/spellings.ts';

/** Numbers are in the unit that ends the name of their field. */
export type Fact =
  | string
  | number
  | boolean
  | readonly (string | number)[]
  | { readonly [name: string]: Fact | undefined };

export type FactType<Value extends Fact = Fact> = {
  /** Undefined: it cannot be read, and is not known. */
  parse(text: string): Value | undefined;
  /** What `parse` reads as the same. */
  format(value: Value): string;
  /** Of the text; missing: any. */
  schema?: z.ZodType<string, string>;
};

type CheckedType<Value extends Fact> = FactType<Value> & { schema: z.ZodType<string, string> };

/** No third value: what nobody knows is absent. */
export const yesOrNo = {
  schema: z.enum(['Yes', 'No']),
  parse: (text) => (text === 'Yes' || text === 'No' ? text === 'Yes' : undefined),
  format: (isSo) => (isSo ? 'Yes' : 'No'),
} as const satisfies CheckedType<boolean>;

/** A name as others write it, too. */
export function makeNameType(spell: (text: string) => string): FactType<string> {
  return { parse: (text) => spell(text) || undefined, format: (name) => name };
}

export const socketName = makeNameType(spellSocket);

export const memoryForm: FactType<'DIMM' | 'SO-DIMM'> = {
  schema: z.enum(['DIMM', 'SO-DIMM']),
  parse: (text) => (text === 'DIMM' || text === 'SO-DIMM' ? text : undefined),
  format: (form) => form,
};

/** 'AM4,AM5 / LGA1700' is kept as 'AM4, AM5, LGA1700'; `spell`: each entry as others write it. */
export function makeNameList(spell = (entry: string) => entry): CheckedType<readonly string[]> {
  return {
    schema: z
      .string()
      .overwrite((text) => [...new Set(splitList(text).map(spell))].join(', '))
      .min(1, 'Must not be empty')
      .max(400, 'Must have at most 400 characters')
      .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Must not contain control characters'),
    ...makeListType(spell, (entry) => entry),
  };
}

/** Of entries that can be read: `parse` has undefined for the others. */
export function makeListType<Entry extends string | number>(
  parse: (entry: string) => Entry | undefined,
  format: (entry: Entry) => string,
): FactType<readonly Entry[]> {
  return {
    parse(text) {
      const entries = new Set(splitList(text).flatMap((entry) => parse(entry) ?? []));
      return entries.size > 0 ? [...entries] : undefined;
    },
    format: (entries) => entries.map(format).join(', '),
  };
}

export function splitList(text: string): string[] {
  const entries = text.split(/[,;/]/).map((entry) => entry.replace(/\s+/gu, ' ').trim());
  return [...new Set(entries.filter(Boolean))];
}

/** Plugs of 6 + 2 pins count as such of eight. */
export type PowerConnectors = { sixPin: number; eightPin: number; sixteenPin: number };

const pinNames = { 6: 'sixPin', 8: 'eightPin', 16: 'sixteenPin' } as const;

/** '2 × 8-pin + 1 × 16-pin', or 'None'; 'x' and '6+2-pin' are read, too. */
export const powerConnectors: CheckedType<PowerConnectors> = {
  schema: z
    .string()
    .overwrite((text) => {
      const connectors = parseConnectors(text);
      return connectors ? formatConnectors(connectors) : text.trim();
    })
    .max(60, 'Must have at most 60 characters')
    .regex(/^(?:None|[1-9]\d? × (?:6|8|16)-pin(?: \+ [1-9]\d? × (?:6|8|16)-pin)*)$/, {
      message: 'Must be such as “2 × 8-pin”, “2 × 8-pin + 1 × 16-pin” or “None”',
    }),
  parse: parseConnectors,
  format: formatConnectors,
};

function formatConnectors(connectors: PowerConnectors): string {
  const plugs = Object.entries(pinNames).flatMap(([pins, name]) =>
    connectors[name] > 0 ? [`${connectors[name]} × ${pins}-pin`] : [],
  );
  return plugs.join(' + ') || 'None';
}

function parseConnectors(text: string): PowerConnectors | undefined {
  const connectors: PowerConnectors = { sixPin: 0, eightPin: 0, sixteenPin: 0 };
  if (/^\s*none\s*$/i.test(text)) return connectors;
  const plugs = text.replace(/6 ?\+ ?2/g, '8').split('+');
  for (const plug of plugs) {
    const [, count, pins] = /^\s*(\d{1,2})\s*[×x*]\s*(6|8|16)[ -]?pins?\s*$/i.exec(plug) ?? [];
    if (!count || !pins) return undefined;
    connectors[pinNames[pins as unknown as keyof typeof pinNames]] += Number(count);
  }
  return connectors;
}
