/** Opens the isolated processes of a shop. */
import { fileURLToPath } from 'node:url';
import {
  type Isolation,
  type IsolationSettings,
  makeIsolation,
} from '#platform/system/isolation/isolation.ts';

export function openIsolation(settings: Omit<IsolationSettings, 'program'> = {}): Isolation {
  return makeIsolation({ ...settings, program });
}

const program = fileURLToPath(new URL('main.ts', import.meta.url));
