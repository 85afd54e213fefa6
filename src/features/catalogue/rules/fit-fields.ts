/** Fields of specifications that decide what fits: lists of names, connectors of power, yes or no. */
import { z } from 'zod';
import {
  getText,
  type SpecificationField,
  type SpecificationValues,
} from '#catalogue/rules/specification-fields.ts';

/** No third value: what nobody knows is absent. */
export const yesOrNo = z.enum(['Yes', 'No']);

/** 'AM4,AM5 / LGA1700' is kept as 'AM4, AM5, LGA1700'; `spell`: each entry as others write it. */
export function makeSpecificationList(spell = (entry: string) => entry) {
  return z
    .string()
    .overwrite((text) => [...new Set(splitList(text).map(spell))].join(', '))
    .min(1, 'Must not be empty')
    .max(400, 'Must have at most 400 characters')
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Must not contain control characters');
}

export const specificationList = makeSpecificationList();

export function splitList(text: string): string[] {
  const entries = text.split(/[,;/]/).map((entry) => entry.replace(/\s+/gu, ' ').trim());
  return [...new Set(entries.filter(Boolean))];
}

/** Undefined: not known. */
export function readList(specs: SpecificationValues, field: string): string[] | undefined {
  const entries = splitList(getText(specs, field));
  return entries.length > 0 ? entries : undefined;
}

/** Undefined: not known. */
export function readYesOrNo(specs: SpecificationValues, field: string): boolean | undefined {
  const word = specs[field];
  return word === 'Yes' || word === 'No' ? word === 'Yes' : undefined;
}

/** Plugs of 6 + 2 pins count as such of eight. */
export type PowerConnectors = { sixPin: number; eightPin: number; sixteenPin: number };

const pinNames = { 6: 'sixPin', 8: 'eightPin', 16: 'sixteenPin' } as const;

/** '2 × 8-pin + 1 × 16-pin', or 'None'; 'x' and '6+2-pin' are read, too. */
export const powerConnectors = z
  .string()
  .overwrite((text) => {
    const connectors = parseConnectors(text);
    return connectors ? formatConnectors(connectors) : text.trim();
  })
  .max(60, 'Must have at most 60 characters')
  .regex(/^(?:None|[1-9]\d? × (?:6|8|16)-pin(?: \+ [1-9]\d? × (?:6|8|16)-pin)*)$/, {
    message: 'Must be such as “2 × 8-pin”, “2 × 8-pin + 1 × 16-pin” or “None”',
  });

export function formatConnectors(connectors: PowerConnectors): string {
  const plugs = Object.entries(pinNames).flatMap(([pins, name]) =>
    connectors[name] > 0 ? [`${connectors[name]} × ${pins}-pin`] : [],
  );
  return plugs.join(' + ') || 'None';
}

/** Undefined: not known. */
export function readConnectors(specs: SpecificationValues, field: string): PowerConnectors | undefined {
  return parseConnectors(getText(specs, field));
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

export const connectorsField = {
  label: 'Power connectors',
  group: 'Power',
  explanation:
    'The plugs that the card needs from the power supply; a plug of 6 + 2 pins serves sockets of six and of eight.',
} as const satisfies SpecificationField;
