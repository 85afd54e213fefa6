/** The column of the filter "fits": what is known of each part, and for the latest builds whether it fits. */
import type { Column, Rows } from '#domain/catalogue/index/column.ts';
import type { FilterChoice } from '#domain/catalogue/lists/list-queries.ts';
import type { BuildPart, FitPart } from '#domain/fit/facts.ts';
import { canJoinBuild } from '#domain/fit/join-build.ts';
import { readFitPart } from '#domain/fit/read-fit-part.ts';

/** Answers for one build, by row. */
type Answers = Uint8Array<ArrayBuffer>;

const unanswered = 0;
const passes = 1;
const fails = 2;

/** One byte for each part of the category and build. */
const maxKeptBuilds = 32;

export function makeFitColumn(): Column {
  const facts: (FitPart | undefined)[] = [];
  /** By the facts of the build; the latest used is the last. */
  const kept = new Map<string, Answers>();

  /** Only parts that were written since the last time are checked. */
  function answer(parts: readonly BuildPart[]): Answers {
    const key = JSON.stringify(parts);
    const known = kept.get(key);
    kept.delete(key);
    if (kept.size >= maxKeptBuilds) kept.delete(kept.keys().next().value ?? '');
    const answers = grow(known ?? new Uint8Array(facts.length), facts.length);
    kept.set(key, answers);
    for (let row = 0; row < facts.length; row += 1) {
      if (answers[row] === unanswered) answers[row] = canJoinBuild(parts, facts[row]) ? passes : fails;
    }
    return answers;
  }

  return {
    write(row, part) {
      facts[row] = readFitPart(part);
      for (const answers of kept.values()) if (row < answers.length) answers[row] = unanswered;
    },
    move(from, to) {
      facts[to] = facts[from];
      facts.length = from;
      for (const answers of kept.values()) {
        if (to < answers.length) answers[to] = answers[from] ?? unanswered;
        if (from < answers.length) answers[from] = unanswered;
      }
    },
    applyFilter(choice, masks, bit) {
      const parts = readParts(choice);
      if (!parts) return;
      const answers = answer(parts);
      for (let row = 0; row < masks.length; row += 1) {
        masks[row] = (masks[row] as number) | (bit & -Number(answers[row] === fails));
      }
    },
    tally(rows: Rows, choice) {
      const parts = readParts(choice);
      if (!parts) return undefined;
      const answers = answer(parts);
      let count = 0;
      for (let index = 0; index < rows.length; index += 1) {
        count += Number(answers[rows[index] as number] === passes);
      }
      return { kind: 'flag', count };
    },
  };
}

function readParts(choice: FilterChoice | undefined): readonly BuildPart[] | undefined {
  return choice?.kind === 'build' ? (choice.parts ?? []) : undefined;
}

function grow(answers: Answers, length: number): Answers {
  if (answers.length >= length) return answers;
  const grown = new Uint8Array(Math.max(length, answers.length * 2));
  grown.set(answers);
  return grown;
}
