/** The parts of a computer, by kind and in an order that does not depend on the order in which they were chosen. */
import type { BuildPart, FitKind, FitPart } from '#domain/fit/facts.ts';

type OfKind<Kind extends FitKind> = Extract<FitPart, { kind: Kind }>;

export type Build = readonly BuildPart[];

export function sortBuild(parts: Build): Build {
  return parts.toSorted(({ part: one }, { part: other }) =>
    one.id < other.id ? -1 : one.id > other.id ? 1 : 0,
  );
}

export function listKind<Kind extends FitKind>(
  build: Build,
  kind: Kind,
): { part: OfKind<Kind>; quantity: number }[] {
  return build.filter((each): each is { part: OfKind<Kind>; quantity: number } => each.part.kind === kind);
}

/** Every pair of a part of one kind and a part of the other. */
export function listPairs<One extends FitKind, Other extends FitKind>(
  build: Build,
  one: One,
  other: Other,
): [OfKind<One>, OfKind<Other>][] {
  const others = listKind(build, other);
  return listKind(build, one).flatMap(({ part }) =>
    others.map((each): [OfKind<One>, OfKind<Other>] => [part, each.part]),
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
