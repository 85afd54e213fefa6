/** The fields that forms and calls share: what they take, what they make of it, and what they say to the rest. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { fillSample } from '#app/api/openapi.ts';
import { endpoints } from '#app/endpoints.ts';
import { reviewCursor, sortedCursor } from '#kernel/cursors.ts';
import {
  isStorable,
  makeIdField,
  optionalField,
  optionalText,
  phone,
  plainText,
  price,
  requiredText,
  wholeNumber,
} from '#kernel/fields.ts';
import { imageAddress } from '#kernel/image-address.ts';
import type { Endpoint } from '#platform/contract/endpoint.ts';

const missing = 'It is missing';
const noPicture =
  'The address of a picture begins with https://, or with one / when it is of this shop, and has no .. in it';

type Field = {
  field: z.ZodType;
  /** What is sent, and what is made of it. */
  taken: [sent: unknown, made: unknown][];
  /** By the one sentence that is said of it. */
  refused: Record<string, unknown[]>;
};

const asItIs = (text: string): [string, string] => [text, text];

const fields: Record<string, Field> = {
  'a text': {
    field: requiredText(10, missing),
    taken: [['  one \n two ', 'one \n two'], asItIs('x'.repeat(10))],
    refused: {
      [missing]: [undefined, null, 7, '', ' \t\u00a0\ufeff '],
      'At most 10 characters are possible': ['x'.repeat(11)],
      'This text contains characters that cannot be stored': ['a\0', '\udc00'],
    },
  },
  'a text that may be empty': {
    field: optionalText(10),
    taken: [['  ', '']],
    refused: { 'A text is needed here': [undefined] },
  },
  'the address of a picture': {
    field: imageAddress(missing),
    taken: [
      '/pictures/ssd-m2-640.jpg',
      '/images/ä%20b.jpg',
      '/a..b/c.jpg',
      'https://shop.example/a/../b.jpg?size=2',
    ].map(asItIs),
    refused: {
      [noPicture]: [
        ...['http://shop.example/a.jpg', 'http:', 'https:', 'https://', 'https:/a.jpg', 'a.jpg'],
        ...['https://user:word@shop.example/a.jpg', '//evil/x', '/\\evil/x', 'javascript:alert(1)'],
        ...['data:image/png;base64,AAAA', '/images/../x', '/images/%2e%2E/x', '/images/..\\x'],
        ...['/images/./x', '/..', '/a b.jpg'],
      ],
    },
  },
  'a whole number': {
    field: wholeNumber(1, 100, missing),
    taken: [
      [1, 1],
      [100, 100],
      ['7', 7],
      [' 42 ', 42],
      ['007', 7],
    ],
    refused: {
      [missing]: [undefined, null, ''],
      'A whole number is needed here': [
        ...['  ', 'seven', '1.5', '0x10', '1e2', '٧', [1], true],
        ...[1.5, Number.NaN, Number.POSITIVE_INFINITY],
      ],
      'Please leave out what separates thousands: 1299': ['1.000'],
      'At most 100 is possible': [101, 1e300, '99999999999', '9'.repeat(300)],
      'At least 1 is needed': [0, -1e300, '-3'],
    },
  },
  'an id': {
    field: makeIdField('a part'),
    taken: [],
    refused: {
      'The id of a part is required': [undefined, null, ''],
      'This is not the id of a part': ['7', 7],
    },
  },
  'a price': {
    field: price(missing),
    taken: [
      [0.01, 0.01],
      ['19.90', 19.9],
      ['19,90', 19.9],
      ['12,5', 12.5],
      [' 5 ', 5],
      [0.1 + 0.2, 0.1 + 0.2],
      [999_999.99, 999_999.99],
    ],
    refused: {
      [missing]: [undefined, ''],
      'A price in dollars is needed here, without a sign': [
        '$5',
        '149,99 €',
        '1,2345',
        '1e3',
        {},
        { toString: 1 },
      ],
      'At most $999,999.99 is possible': [1_000_000, '9'.repeat(100)],
      'At most two decimals are possible': [0.001, 1e-9, '0.234'],
      'Please leave out what separates thousands: 1299 or 1299.50': [
        ...['1,299', '1.299', '1.500', '1,299.00', '1.299,00', '1 299', '1’299'],
      ],
    },
  },
  'a telephone number': {
    field: phone(missing),
    taken: ['+1 555 010 9999', '(0171) 123-456', '01.23.45.67.89', '555/010999', '+8801712345678'].map(
      asItIs,
    ),
    refused: {
      'This is not a telephone number': [
        ...['12345', '+1234567890123456', 'call me', '555-SHOP-NOW', '++1555010999', '555 010 999 x2'],
      ],
    },
  },
};

describe.each(Object.entries(fields))('%s', (_, { field, taken, refused }) => {
  test.each(taken)('%o is taken as %o', (sent, made) => {
    expect(field.parse(sent)).toBe(made);
  });

  const cases = Object.entries(refused).flatMap(([sentence, all]) => all.map((sent) => ({ sent, sentence })));
  test.each(cases)('$sent is refused: $sentence', ({ sent, sentence }) => {
    expect(complaints(field, sent)).toEqual([sentence]);
  });
});

test('ids of requests that come in capitals are put into small letters', async () => {
  const id = '01A1FD60-7A62-7151-BD49-87D46CAAFE76';
  const capital: string[] = [];
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    const sample = await fillSample(endpoint, id);
    for (const place of ['params', 'query', 'body'] as const) {
      const { cursor: _, ...fields } = { cursor: undefined, ...sample[place] }; // nobody writes those of pages
      const taken = JSON.stringify(endpoint[place]?.parse(fields) ?? '');
      if (taken.includes(id)) capital.push(`${name}: ${place}`);
    }
  }
  // texts in which ids stand: `parseBuild` and `findNamedOrders` read them
  const builds = ['checkFit: query', 'saveBuild: body', 'keepBuild: body', 'addBuildToBasket: body'];
  expect(capital).toEqual([...builds, 'shipOrders: body']);
});

describe('a text', () => {
  test('of a name or a place turns nothing around it', () => {
    const place = plainText(30, missing);
    for (const control of ['\u061c', '\u200e', '\u200f', '\u202a', '\u202e', '\u2066', '\u2069'])
      expect(complaints(place, `Main St${control}7`)).toEqual([
        'This text contains characters that change the direction of what is around it',
      ]);
    for (const name of ['תל אביב\n7', '王芳', 'नि‍धि']) expect(place.parse(name)).toBe(name);
  });

  test('is storable if and only if it is unchanged by UTF-8', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (any) => {
        const back = Buffer.from(any, 'utf8').toString('utf8');
        expect(isStorable(any)).toBe(back === any && !any.includes('\0'));
      }),
    );
  });
});

test('a limit of thousands is written as people write it', () => {
  expect(complaints(wholeNumber(2_000, 1_000_000, ''), 2_000_000)).toEqual(['At most 1,000,000 is possible']);
  expect(complaints(wholeNumber(2_000, 1_000_000, ''), 1)).toEqual(['At least 2,000 is needed']);
});

test.each([undefined, null, '', '  '])(
  'a field that may be empty takes %o for nothing, and refuses what is wrong',
  (nothing) => {
    const field = optionalField(phone(missing));
    expect(field.parse(nothing)).toBeUndefined();
    expect(field.parse('+1 555 010 9999')).toBe('+1 555 010 9999');
    expect(complaints(field, 'seven')).toEqual(['This is not a telephone number']);
  },
);

describe('a price', () => {
  const field = price(missing);

  test.each([0, -1, '-0.01'])('of %o is refused, first because it must be above 0', (value) => {
    expect(complaints(field, value)[0]).toBe('The price must be above 0');
  });

  test('in whole cents is always taken', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999_999 }), (cents) => {
        expect(Math.round(field.parse(cents / 100) * 100)).toBe(cents);
        expect(Math.round(field.parse((cents / 100).toFixed(2)) * 100)).toBe(cents);
      }),
    );
  });
});

describe('a cursor', () => {
  const id = '01a1fd60-7a62-7151-bd49-87d46caafe76';

  test('is decoded to what was encoded', () => {
    for (const place of [0, 3, 2_147_483_647, 1_795_259_127_975]) {
      expect(sortedCursor.parse(sortedCursor.encode({ place, id }))).toEqual({ place, id });
    }
  });

  test('of a list of reviews, too', () => {
    for (const bought of [true, false]) {
      const cursor = { bought, place: 1_795_259_127_975, id };
      expect(reviewCursor.parse(reviewCursor.encode(cursor))).toEqual(cursor);
    }
    expect(complaints(reviewCursor, `2~1~${id}`)).toEqual(['This is not the cursor of a next page']);
  });

  test.each(['', '1', `~${id}`, `-1~${id}`, `1.5~${id}`, `1~${id}~`, `1~${id.toUpperCase()}`, ` 1~${id}`])(
    '“%s” is none',
    (value) => {
      expect(complaints(sortedCursor, value)).toEqual(['This is not the cursor of a next page']);
    },
  );
});

function complaints(schema: z.ZodType, value: unknown): string[] {
  const parsed = schema.safeParse(value);
  return parsed.success ? [] : parsed.error.issues.map(({ message }) => message);
}

describe('a call', () => {
  /** Fields whose names are their sender's: specifications of parts, weights by category. */
  const free = [
    'addPart body.specs',
    'editPart body.specs',
    'editPart body.seen.specs',
    'saveDeliveryRules body.rules.weights',
  ];

  test('takes no field that it does not declare, at any depth', () => {
    const open = Object.entries<Endpoint>(endpoints).flatMap(([name, call]) =>
      (['params', 'query', 'body'] as const).flatMap((part) =>
        call[part] ? findOpen(call[part]).map((path) => `${name} ${[part, ...path].join('.')}`) : [],
      ),
    );
    expect(open).toEqual(free);
  });
});

type Definition = {
  type: string;
  shape?: Record<string, z.ZodType>;
  catchall?: z.ZodType;
  element?: z.ZodType;
  options?: z.ZodType[];
  innerType?: z.ZodType;
  in?: z.ZodType;
  out?: z.ZodType;
};

/** The objects of a schema that keep whatever fields are sent; the others refuse or drop what they do not declare. */
function findOpen(schema: z.ZodType): string[][] {
  const { type, shape = {}, catchall, ...inside } = schema.def as unknown as Definition;
  const isOpen =
    ['record', 'any', 'unknown', 'custom'].includes(type) || (catchall && catchall.def.type !== 'never');
  if (isOpen) return [[]];
  const children = [inside.element, ...(inside.options ?? []), inside.innerType, inside.in, inside.out];
  return [
    ...Object.entries(shape).flatMap(([name, field]) => findOpen(field).map((path) => [name, ...path])),
    ...children.flatMap((child) => (child ? findOpen(child) : [])),
  ];
}
