/** Saves what an owner sets, over what is stored. */
import { expect } from 'vitest';
import type { DeliveryRules } from '#delivery/rules/rules.ts';
import type { Person } from './given.ts';

export async function saveDeliveryRules(owner: Person, rules: DeliveryRules): Promise<void> {
  const { version } = (await owner.ask('GET', '/api/delivery-rules')).body;
  const saved = await owner.ask('PUT', '/api/delivery-rules', { version, rules });
  expect(saved).toMatchObject({ status: 200 });
}

export async function saveSettings(owner: Person, changes: Record<string, string>): Promise<void> {
  expect(await trySettings(owner, changes)).toMatchObject({ status: 200 });
}

/** Answers what the shop says of them. */
export async function trySettings(owner: Person, changes: Record<string, string>) {
  const { version } = (await owner.ask('GET', '/api/settings')).body;
  return await owner.ask('PATCH', '/api/settings', { version, ...changes });
}
