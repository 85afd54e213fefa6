/** What a part says of the computers that it goes into: its socket, and the memory there. */
import type { Category } from '#catalogue/rules/categories.ts';
import { categories } from '#catalogue/rules/category-ids.ts';
import { readFitFacts, type SpecifiedPart } from '#catalogue/rules/facts/read-fit-part.ts';
import type { ProcessorPlatform } from '#catalogue/rules/listed-category.ts';
import { findMemoryGeneration } from '#catalogue/rules/processor-sockets.ts';

/** Parts of these are what others go with, and are named so whether they are on sale or not. */
export const platformCategories: readonly Category[] = categories.filter((category) => {
  const facts = readFitFacts({ category, specs: {} });
  return facts?.kind === 'Processor' || facts?.kind === 'Motherboard';
});

/** Undefined for parts that go into every computer, and where the socket is not known. */
export function findPlatformOfPart(part: SpecifiedPart): ProcessorPlatform | undefined {
  const facts = readFitFacts(part);
  if (facts?.kind === 'Processor') {
    const generations = facts.memoryGenerations ?? [];
    const latest = Math.max(0, ...generations);
    // of DDR3 and DDR4, nearly all boards have slots for DDR4
    const isCertain = latest > 0 && (generations.length === 1 || latest < 5);
    return makePlatform(facts.socket, isCertain ? latest : undefined);
  }
  return facts?.kind === 'Motherboard' ? makePlatform(facts.socket, facts.memoryGeneration) : undefined;
}

function makePlatform(socket: string | undefined, ddr: number | undefined): ProcessorPlatform | undefined {
  return socket === undefined
    ? undefined
    : { socket, ddr: ddr ?? findMemoryGeneration(socket) ?? (socket === 'LGA1151' ? 4 : undefined) };
}
