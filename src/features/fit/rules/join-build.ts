/** What one more part would do to a build: for lists, which check thousands. */
import type { BuildPart, FitKind, FitPart } from '#catalogue/rules/facts/facts.ts';
import { readBoardName } from '#fit/rules/board-names.ts';
import { type Build, sortBuild } from '#fit/rules/build.ts';
import { type BuildVerdict, checkCandidate, isRefused } from '#fit/rules/check-build.ts';

/** A build has one of them: another one takes its place. Memory and drives come on top. */
export function isReplaced(kind: FitKind): boolean {
  return kind !== 'Memory' && kind !== 'Drive';
}

/** The parts that stay when a part of this kind joins them. */
export function keepOthers<Part extends BuildPart>(parts: readonly Part[], kind: FitKind): readonly Part[] {
  return isReplaced(kind) ? parts.filter(({ part }) => part.kind !== kind) : parts;
}

/** One more of a part that is in the build is another candidate. */
const candidateId = 'candidate';

export function checkOneMore(parts: readonly BuildPart[], part: FitPart): BuildVerdict {
  return checkCandidate(keepOthers(parts, part.kind), makeCandidate(part));
}

/** One unit or several of a part that is not in the build. */
export function makeCandidate(part: FitPart, quantity = 1): BuildPart {
  return { part: { ...part, id: candidateId }, quantity };
}

/** Its function is false only for what certainly does not fit. Parts that no rule is about fit everything. */
export function makeJoinCheck(parts: readonly BuildPart[]): (part: FitPart | undefined) => boolean {
  const others = new Map<FitKind, Build>();
  return (part) => {
    if (!part) return true;
    const build = others.get(part.kind) ?? sortBuild(keepOthers(parts, part.kind));
    others.set(part.kind, build);
    return !isRefused(build, makeCandidate(part));
  };
}

/** Builds with the same text get the same verdicts. */
export function formatDecidingBuild(parts: readonly BuildPart[]): string {
  const texts = parts.map(({ part, quantity }) => `${quantity} ${formatDecidingFacts(part)}`);
  return texts.sort().join();
}

/** Parts with the same text get the same verdicts. */
export function formatDecidingFacts(part: FitPart): string {
  return JSON.stringify({ ...part, id: undefined, name: readName(part) });
}

/** What rules read from a name: the generation of a processor and what it draws, and what is special of a board. */
function readName(part: FitPart): unknown {
  if (part.kind === 'Processor') return part.name;
  return part.kind === 'Motherboard' ? readBoardName(part) : undefined;
}
