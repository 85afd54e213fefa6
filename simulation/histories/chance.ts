/** Choices that a seed makes. Each has a name, so that leaving out one step of a history changes no other choice. */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/** A number of at least 0 and below 1; the same name always gives the same number. */
export type Chance = (name: string) => number;

export function makeChance(seed: number): Chance {
  return (name) => {
    // FNV-1a, then the finalizer of MurmurHash3
    let hash = 0x811c9dc5 ^ seed;
    hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
    for (let index = 0; index < name.length; index += 1)
      hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193);
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
  };
}

export function chooseFrom<Item>(chance: Chance, name: string, items: readonly Item[]): Item {
  if (items.length === 0) throw new Error(`There is nothing to choose from for ${name}.`);
  return items[Math.floor(chance(name) * items.length)] as Item;
}

/** A whole number from `min` to `max`, both included. */
export function chooseNumber(chance: Chance, name: string, min: number, max: number): number {
  return min + Math.floor(chance(name) * (max - min + 1));
}

export type Clock = { now(): Date; advance(ms: number): void };

/** A Monday morning. */
export const startOfHistory = Date.UTC(2027, 0, 4, 9);

export function makeClock(): Clock {
  let time = startOfHistory;
  return {
    now: () => new Date(time),
    advance(ms) {
      time += Math.max(1, Math.round(ms));
    },
  };
}

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
