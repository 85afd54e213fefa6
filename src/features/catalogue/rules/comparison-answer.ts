/** What is known to be better in which of several parts, and what is not known, in sentences. */
import { withNonBreakingSpaces } from '#kernel/non-breaking-spaces.ts';
import { uncapitalize } from '#kernel/words.ts';

/** A fact in which more or less is better. */
export type ComparedFact = {
  label: string;
  /** As shown, by part; undefined: not known. */
  values: readonly (string | undefined)[];
  /** By part: it is known to be better than another, and none is known to be better than it. */
  isBest: readonly boolean[];
};

/** `compare`: by how much the first part is better; undefined: nobody can say. What is shown as the same is equal. */
export function findBest(
  values: readonly (string | undefined)[],
  compare: (one: number, other: number) => number | undefined,
): boolean[] {
  const lead = (one: number, other: number) =>
    values[one] === values[other] ? 0 : (compare(one, other) ?? 0);
  return values.map((_, one) => {
    const leads = [...values.keys()].map((other) => lead(one, other));
    return leads.some((lead) => lead > 0) && leads.every((lead) => lead >= 0);
  });
}

/** `better`: a sentence in pieces. `unknown` is undefined when everything that decides is known of all. */
export function answerComparison(
  partNames: readonly string[],
  facts: readonly ComparedFact[],
  isSoldOut: readonly boolean[] = [],
): { better: { names?: string; text: string }[]; unknown: string | undefined } {
  const names = shortenNames(partNames);
  const isPair = names.length === 2;
  const nameParts = (parts: readonly number[]) => {
    if (parts.length === names.length) return isPair ? 'both' : 'all';
    return join(parts.map((part) => names[part] ?? ''));
  };
  const won = groupByParts(facts, ({ isBest }, part) => isBest[part] === true);
  const clauses = won.map(({ parts, facts }, index) => {
    const verb = index > 0 ? '' : parts.length === 1 ? ' is' : ' are';
    const praise = index > 0 ? ' in ' : isPair ? ' better in ' : ' best in ';
    const values = facts.map((fact) => `${uncapitalize(fact.label)} (${writeValues(fact, parts, isPair)})`);
    const end = index === won.length - 1 ? '.' : '; ';
    return { names: join(parts.map((part) => names[part] ?? '')), text: verb + praise + join(values) + end };
  });
  const missing = groupByParts(facts, ({ values }, part) => values[part] === undefined);
  const gaps = missing.map(
    ({ parts, facts }) => `of ${nameParts(parts)}: ${join(facts.map(({ label }) => uncapitalize(label)))}`,
  );
  const soldOut = [...names.keys()].filter((part) => isSoldOut[part]);
  return {
    better: [
      ...(clauses.length > 0
        ? [{ text: 'By what is known, ' }, ...clauses]
        : [{ text: `Nothing that is known of ${isPair ? 'both' : 'all'} makes one better.` }]),
      ...(soldOut.length > 0 ? [{ text: ` Sold out: ${nameParts(soldOut)}.` }] : []),
    ],
    unknown: gaps.length > 0 ? `Not known ${gaps.join('; ')}.` : undefined,
  };
}

/** The facts of the same parts together, in the order of the parts that come first. */
function groupByParts(facts: readonly ComparedFact[], holds: (fact: ComparedFact, part: number) => boolean) {
  const groups = new Map<string, { parts: number[]; facts: ComparedFact[] }>();
  for (const fact of facts) {
    const parts = [...fact.values.keys()].filter((part) => holds(fact, part));
    if (parts.length === 0) continue;
    const group = groups.get(String(parts)) ?? { parts, facts: [] };
    groups.set(String(parts), group);
    group.facts.push(fact);
  }
  return [...groups.values()];
}

function writeValues({ values }: ComparedFact, parts: readonly number[], isPair: boolean): string {
  const best = values[parts[0] ?? 0];
  return withNonBreakingSpaces(
    isPair ? `${best}, not ${values.find((_, part) => !parts.includes(part))}` : `${best}`,
  );
}

/** Without the words that all have at their end: 'Samsung 990 PRO' and 'Crucial T500' of '… 2 TB M.2-2280'. */
function shortenNames(names: readonly string[]): string[] {
  const words = names.map((name) => withNonBreakingSpaces(name).split(' '));
  let shared = 0;
  while (
    words.every((list) => list.length > shared + 1 && list.at(-1 - shared) === words[0]?.at(-1 - shared))
  )
    shared += 1;
  return words.map((list) => list.slice(0, list.length - shared).join(' '));
}

function join(texts: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(texts);
}
