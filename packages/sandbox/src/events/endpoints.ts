/** The endpoint that lists events. */
import { z } from 'zod';
import { endpoint, ok } from '../http/endpoint.ts';
import { invalidRequest } from '../http/errors.ts';
import { listPage, pageParameters } from '../http/pagination.ts';
import { list, text } from '../http/parameters.ts';
import { EVENT_TYPES, type EventRow, presentEvent } from './event.ts';

const maxTypes = 20;

export const listEvents = endpoint({
  method: 'GET',
  path: '/v1/events',
  parameters: z.strictObject({
    ...pageParameters,
    type: text().optional(),
    types: list(text()).optional(),
  }),
  answer: ({ ledger }, { type, types, ...input }) => {
    const where = { type: wantedTypes(type, types) };
    return ok(listPage(ledger, 'event', input, (row: EventRow) => presentEvent(ledger, row), where));
  },
});

/** One type, which may be a pattern such as charge.*, or a list of types. */
function wantedTypes(type: string | undefined, types: readonly string[] | undefined) {
  if (type !== undefined && types)
    throw invalidRequest({ code: 'parameters_exclusive', message: ONE_OF_BOTH });
  if (types && types.length > maxTypes)
    throw invalidRequest({ message: `You may only specify up to ${maxTypes} types.`, param: 'types' });
  return type === undefined ? types : EVENT_TYPES.filter((known) => isOfGroup(known, type));
}

function isOfGroup(type: string, group: string): boolean {
  const [start = '', ...rest] = group.split('*');
  return rest.length === 0 ? type === group : type.startsWith(start) && type.endsWith(rest.at(-1) ?? '');
}

const ONE_OF_BOTH = 'You may only specify one of these parameters: type, types.';
