/** The rows of the matrix of who may do what. */
import type { Person } from './given.ts';
import type { PreparedRequest } from './prepared-requests.ts';

export const standings = ['visitor', 'another', 'owner', 'administrator'] as const;
export type AccessLevel = (typeof standings)[number];

export type Row = { expected: Record<AccessLevel, number>; prepare(owner: Person): Promise<PreparedRequest> };

export const signedIn = { visitor: 401, another: 200, owner: 200, administrator: 200 };
export const everybody = { visitor: 200, another: 200, owner: 200, administrator: 200 };
export const everybodyWithSession = { ...everybody, visitor: 401 };
export const ownerOrAdministrator = { visitor: 401, another: 404, owner: 200, administrator: 200 };
/** An administrator neither. */
export const ownerOnly = { visitor: 401, another: 404, owner: 200, administrator: 404 };
export const person = { visitor: 401, another: 403, owner: 200, administrator: 200 };
export const administrators = { visitor: 401, another: 403, owner: 403, administrator: 200 };
