/** The parts of a computer, by kind and in an order that does not depend on the order in which they were chosen. */
import type { BuildPart, FitKind, FitPart } from '#catalogue/rules/facts/facts.ts';

type OfKind<Kind extends FitKind> = Extract<FitPart, { kind: Kind }>;

export type Build = {
  parts: readonly BuildPart[];
  ofKind: ReadonlyMap<FitKind, readonly BuildPart[]>;
  /** The candidate: rules need to say nothing that is not about it. Undefined: they say everything. */
  subject: BuildPart | undefined;
};

export function sortBuild(parts: readonly BuildPart[]): Build {
  const sorted = parts.toSorted(compareIds);
  return { parts: sorted, ofKind: Map.groupBy(sorted, ({ part }) => part.kind), subject: undefined };
}

/** In its place, without sorting the others again: lists try thousands. */
export function addSubject({ parts, ofKind }: Build, subject: BuildPart): Build {
  const { kind } = subject.part;
  const own = insert(ofKind.get(kind) ?? [], subject);
  return { parts: insert(parts, subject), ofKind: new Map(ofKind).set(kind, own), subject };
}

function insert(parts: readonly BuildPart[], added: BuildPart): readonly BuildPart[] {
  const place = parts.findIndex((each) => compareIds(added, each) < 0);
  return place === -1 ? [...parts, added] : parts.toSpliced(place, 0, added);
}

function compareIds({ part: one }: BuildPart, { part: other }: BuildPart): number {
  return one.id < other.id ? -1 : one.id > other.id ? 1 : 0;
}

export function listKind<Kind extends FitKind>(
  { ofKind }: Pick<Build, 'ofKind'>,
  kind: Kind,
): readonly { part: OfKind<Kind>; quantity: number }[] {
  return (ofKind.get(kind) ?? []) as readonly { part: OfKind<Kind>; quantity: number }[];
}

/** Those of a kind that each have findings of their own; of the candidate’s kind the candidate alone. */
export function listSubjects<Kind extends FitKind>(build: Build, kind: Kind): OfKind<Kind>[] {
  const { subject } = build;
  if (subject?.part.kind === kind) return [subject.part as OfKind<Kind>];
  return listKind(build, kind).map(({ part }) => part);
}

/**
 * Every pair of a part of one kind and a part of the other; those with the candidate, where there is one. `third`: a kind
 * that the findings about a pair name, too.
 */
export function listPairs<One extends FitKind, Other extends FitKind>(
  build: Build,
  one: One,
  other: Other,
  third?: FitKind,
): [OfKind<One>, OfKind<Other>][] {
  const kind = build.subject?.part.kind;
  if (kind !== undefined && ![one, other, third].includes(kind)) return [];
  const others = listSubjects(build, other);
  return listSubjects(build, one).flatMap((part) =>
    others.map((each): [OfKind<One>, OfKind<Other>] => [part, each]),
  );
}

/** The sum over all units; undefined when one of the parts does not say it. */
export function sumOver<Part>(
  parts: readonly { part: Part; quantity: number }[],
  read: (part: Part) => number | undefined,
): number | undefined {
  let sum = 0;
  for (const { part, quantity } of parts) {
    const value = read(part);
    if (value === undefined) return undefined;
    sum += value * quantity;
  }
  return sum;
}

/** The sum over all units of the parts that say it. */
export function sumKnown<Part>(
  parts: readonly { part: Part; quantity: number }[],
  read: (part: Part) => number | undefined,
): number {
  return parts.reduce((sum, { part, quantity }) => sum + (read(part) ?? 0) * quantity, 0);
}
