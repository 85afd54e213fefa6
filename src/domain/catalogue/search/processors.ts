/** Finds processors in searches for the parts that go with them: 'motherboard for ryzen 7 9800x3d'. */
import type { ProcessorPlatform } from '#domain/catalogue/category-definition.ts';
import { findMemoryGeneration, findSocketOfChipset } from '#domain/catalogue/processor-sockets.ts';

/** The platforms by the position of the word that tells them. */
export function findProcessors(words: readonly string[]): Map<number, ProcessorPlatform> {
  const platforms = new Map<number, ProcessorPlatform>();
  for (const [index, word] of words.entries()) {
    const socket = findSocket(word, words.slice(Math.max(0, index - 3), index));
    if (socket) platforms.set(index, { socket, ddr: findMemoryGeneration(socket) });
  }
  if (platforms.size > 0) return platforms;
  const core = words.findIndex((word) => /^i[3579]$/.test(word));
  return core < 0 ? platforms : new Map([[core, { socket: 'Intel', ddr: undefined }]]);
}

/** 'lga1700', 'b550': what fits it can be another part than a board. */
export function findPlatform(word: string): ProcessorPlatform | undefined {
  if (/^(?:am[1-5]|lga\d{4})$/.test(word)) {
    const socket = word.toUpperCase();
    return { socket, ddr: findMemoryGeneration(socket) };
  }
  const [chipset] = /^[a-z]{1,3}\d{2,3}e?(?=m?$|i$)/.exec(word) ?? [];
  const socket = chipset && findSocketOfChipset(chipset);
  return socket ? { socket, ddr: findMemoryGeneration(socket), chipset: word } : undefined;
}

/** Words that only say that a processor is meant. */
export function isProcessorWord(word: string): boolean {
  return /^(?:amd|intel|ryzen|core|ultra|i?[3579]|gen|generation|cpus?|processors?)$/.test(word);
}

/** Source: the makers' lists of processors. Numbers alone could be speeds or graphics chips. */
function findSocket(word: string, before: readonly string[]): string | undefined {
  const [, zen, ending] = /^([1-9])\d{3}(x3d|xt|x|ge?|f|series)?$/.exec(word) ?? [];
  if (zen && (before.includes('ryzen') || ending === 'x3d')) return Number(zen) < 7 ? 'AM4' : 'AM5';
  if (/^2\d\d(?:kf?|f|t)?$/.test(word) && before.includes('ultra')) return 'LGA1851';
  const [, core, letters] = /^(\d{1,2})\d{3}(kf?|ks|f|t)?$/.exec(word) ?? [];
  const isCore = before.some((each) => /^i[3579]$/.test(each)) || (letters && Number(core) >= 10);
  const generation = isCore ? core : /^(\d{1,2})th$/.exec(word)?.[1];
  return generation === undefined ? undefined : coreSockets[Number(generation)];
}

const coreSockets: Readonly<Record<number, string>> = {
  2: 'LGA1155',
  3: 'LGA1155',
  4: 'LGA1150',
  6: 'LGA1151',
  7: 'LGA1151',
  8: 'LGA1151',
  9: 'LGA1151',
  10: 'LGA1200',
  11: 'LGA1200',
  12: 'LGA1700',
  13: 'LGA1700',
  14: 'LGA1700',
};
