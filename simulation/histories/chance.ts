/** Choices that a seed makes. Each has a name, so that leaving out one step of a history changes no other choice. */

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
