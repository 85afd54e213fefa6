/** Checks responses to invalid values of a field. */
import { expect } from 'vitest';
import type { FieldError } from '#kernel/refusals.ts';
import type { ApiResponse } from './given.ts';

/** Expects 400 with a readable sentence for the field. */
export function expectFieldError(answer: ApiResponse, field: string): void {
  expect(answer.status, JSON.stringify(answer.body).slice(0, 500)).toBe(400);
  expectSentences(answer, field);
}

/** Expects no 5xx; a refusal must name the field. */
export function expectNoFailure(answer: ApiResponse, field: string): void {
  expect(answer.status, JSON.stringify(answer.body).slice(0, 500)).toBeLessThan(500);
  if (answer.status < 300) return;
  expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
  if (answer.status !== 400 && mayDisagree.has(field)) return;
  if (answer.status === 401 && field === 'password') return;
  expectSentences(answer, field);
}

function expectSentences(answer: ApiResponse, field: string): void {
  const { errors } = answer.body as { errors?: FieldError[] };
  const own = errors?.filter(({ path }) => path === field || path.startsWith(`${field}.`)) ?? [];
  expect(own.length, JSON.stringify(answer.body).slice(0, 500)).toBeGreaterThan(0);
  for (const { message } of own) {
    expect(message).toMatch(/^[A-Z].{5,}/);
    expect(message).not.toMatch(
      /invalid (input|option|key|union|string)|expected|received|undefined|too (big|small)/i,
    );
  }
}

/** Fields whose conflict with stored data is refused without naming the field. */
const mayDisagree = new Set([
  'partsId',
  'jumps', // another import than the previewed one
  'removals',
  'orderId',
  'transactionId',
  'id',
  'email',
  'seen_quantity',
  'token',
  'fromBasket',
  'only',
  'isPreview', // a beginning in a shop without the sandbox
  'category',
  'page', // a path that is too long leads to no call
]);
