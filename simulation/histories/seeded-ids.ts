/** Ids from the seed: while a history runs, they take the place of the random ones of `node:crypto`. */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import type { Chance } from './chance.ts';
import type { Clock } from './clock.ts';

/** Returns what puts the random ones back. */
export function seedIds(chance: Chance, clock: Clock): () => void {
  const { randomUUID, randomUUIDv7 } = crypto;
  let count = 0;
  const digits = (name: string) =>
    Math.floor(chance(`id ${count} ${name}`) * 2 ** 32)
      .toString(16)
      .padStart(8, '0');
  const make = (head: string) => {
    count += 1;
    const [first, second, third] = [digits('a'), digits('b'), digits('c')];
    const time = head || `${first}${second.slice(0, 4)}`;
    const version = head ? '7' : '4';
    return `${time.slice(0, 8)}-${time.slice(8)}-${version}${second.slice(5)}-8${third.slice(0, 3)}-${first}${third.slice(4)}`;
  };
  replace({
    randomUUID: () => make('') as ReturnType<typeof randomUUID>,
    randomUUIDv7: () =>
      make(clock.now().getTime().toString(16).padStart(12, '0')) as ReturnType<typeof randomUUIDv7>,
  });
  return () => replace({ randomUUID, randomUUIDv7 });
}

function replace(functions: Pick<typeof crypto, 'randomUUID' | 'randomUUIDv7'>): void {
  Object.assign(crypto, functions);
  syncBuiltinESMExports();
}
