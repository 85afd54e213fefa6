/** The column of a category's index that says which parts fit a build. Loops avoid branches, which are unpredictable. */
import { LRUCache } from 'lru-cache';
import type { BuildPart, FitPart } from '#catalogue/rules/facts/facts.ts';
import { readFitPart } from '#catalogue/rules/facts/read-fit-part.ts';
import type { Column, Rows } from '#catalogue/rules/index/column.ts';
import { keepColumn } from '#catalogue/rules/index/columns.ts';
import { hashText } from '#catalogue/rules/index/slot-table.ts';
import { copyTo, noNumbers } from '#catalogue/rules/index/states.ts';
import type { FilterChoice } from '#catalogue/rules/lists/list-queries.ts';
import { formatDecidingBuild, formatDecidingFacts, makeJoinCheck } from '#fit/rules/join-build.ts';

/** Stores the number of each part's set of facts: many parts share one, and the rules are slow. */
export function makeFitColumn(): Column {
  const state = {
    sets: [] as (FitPart | undefined)[],
    /** By the hash of what decides: the texts themselves would take more than the rest. */
    numbers: new Map<number, number>(),
    column: noNumbers,
  };
  const check = makeSetCheck(() => state.sets);

  function getSetNumber(part: FitPart | undefined): number {
    const text = formatSet(part);
    for (let hash = hashText(text); ; hash += 1) {
      const known = state.numbers.get(hash);
      if (known !== undefined && formatSet(state.sets[known]) === text) return known;
      if (known !== undefined) continue; // another text has the hash
      state.numbers.set(hash, state.sets.length);
      return state.sets.push(part) - 1;
    }
  }

  return {
    ...keepColumn(state, (part) => getSetNumber(readFitPart(part))),
    readFacts: (row) => state.sets[state.column[row] as number],
    settle(choice, maxValues) {
      const parts = readParts(choice);
      return parts ? state.sets.length - check(parts, maxValues).count : 0;
    },
    applyFilter(choice, masks, bit) {
      const parts = readParts(choice);
      if (!parts) return;
      const { fits } = check(parts);
      const values = state.column;
      for (let row = 0; row < masks.length; row += 1) {
        masks[row] = (masks[row] as number) | (fits[values[row] as number] === 1 ? 0 : bit);
      }
    },
    tally(rows: Rows, choice) {
      const parts = readParts(choice);
      if (!parts) return undefined;
      const { fits } = check(parts);
      const values = state.column;
      let count = 0;
      for (let index = 0; index < rows.length; index += 1) {
        count += fits[values[rows[index] as number] as number] as number;
      }
      return { kind: 'flag', count };
    },
  };
}

const formatSet = (part: FitPart | undefined) => (part ? formatDecidingFacts(part) : '');

/** One byte for each set of facts, and build. */
const maxKeptBuilds = 32;

/** Checks at most `maxSets` of the sets that are new since the last time. */
type SetCheck = (parts: readonly BuildPart[], maxSets?: number) => Answers;

function makeSetCheck(readSets: () => readonly (FitPart | undefined)[]): SetCheck {
  /** By the facts of the build. */
  const kept = new LRUCache<string, Answers>({ max: maxKeptBuilds });
  return (parts, maxSets = Number.POSITIVE_INFINITY) => {
    const sets = readSets();
    const key = formatDecidingBuild(parts);
    const answers = kept.get(key) ?? { fits: new Uint8Array(16), count: 0, canJoin: makeJoinCheck(parts) };
    kept.set(key, answers);
    if (answers.fits.length < sets.length)
      answers.fits = copyTo(new Uint8Array(sets.length * 2), answers.fits);
    const end = Math.min(sets.length, answers.count + maxSets);
    for (; answers.count < end; answers.count += 1)
      answers.fits[answers.count] = Number(answers.canJoin(sets[answers.count]));
    return answers;
  };
}

/** By set, of the first `count`: 1 when it fits. */
type Answers = {
  fits: Uint8Array<ArrayBuffer>;
  count: number;
  canJoin: ReturnType<typeof makeJoinCheck>;
};

function readParts(choice: FilterChoice | undefined): readonly BuildPart[] | undefined {
  return choice?.kind === 'build' ? (choice.parts ?? []) : undefined;
}
