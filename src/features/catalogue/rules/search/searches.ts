/** Parses searches: what parts must have, which words say nothing, and what the shop does not sell ('monitor': `otherKinds`). */
import { brandsOfSeveralWords } from '#catalogue/rules/brands.ts';
import type { ProcessorPlatform } from '#catalogue/rules/listed-category.ts';
import {
  findCoreSocket,
  findMemoryGeneration,
  findSocketOfChipset,
} from '#catalogue/rules/processor-sockets.ts';
import {
  findCategory,
  findCategoryWords,
  findKinds,
  findTypicalCategory,
  findWanted,
  joinPhrases,
  listProcessorWords,
  makeCategoryMark,
  type NamedWord,
  nameKind,
  processorMark,
  shortNames,
} from '#catalogue/rules/search/kinds.ts';
import { makeBrandMark, variants } from '#catalogue/rules/search/part-words.ts';
import type { WordCondition } from '#catalogue/rules/search/word-index.ts';
import { canBeBeginning, isAccessory, isAmount, splitIntoWords } from '#catalogue/rules/search/words.ts';

/** What a part must have, may have, must not have. */
export type WordRole = 'required' | 'optional' | 'excluded';

/** A part has it with one of the spellings or the mark; `isBeginning`: or with a word that begins with a spelling. */
export type SearchedWord = {
  typed: string;
  spellings: readonly string[];
  /** The mark of a category that the word names (`=ssd`). */
  mark?: string;
  isBeginning: boolean;
  role: WordRole;
  /** The shop does not sell it, unless its parts say so. */
  isOtherKind?: true;
  /** No part has such a word, nor a similar one. */
  isUnknown?: true;
};

const maxWords = 12;
const maxExcludedWords = 4;

/**
 * `isSorted`: not by relevance, so that only parts of the kind that is named are meant, not those that serve it.
 * Without duplicates. Stop words are left out, and words that say little are optional, unless there are no others. The last
 * word may be incomplete; so may be what names a kind while somebody types: “cooler” of “Cooler Master”.
 */
export function parseSearch(text: string, { isSorted = false, isTyping = false } = {}): SearchedWord[] {
  const [included, excluded] = separateExcluded(joinPhrases(text.replace(notSold, 'accessory')));
  const words = [...new Set(splitIntoWords(separateAmounts(included).replace(letteredModels, '$1$2')))];
  const all = findKinds(words);
  const significant = all.filter(({ typed }) => !stopWords.has(typed));
  const named = (significant.length > 0 || excluded.length > 0 ? significant : all).slice(0, maxWords);
  const wanted = findWanted(all);
  const { tellingWords = [] } = findCategoryWords(wanted?.mark ?? findWantedKind(included)) ?? {};
  const computer = computerItIsFor.exec(included)?.slice(1).find(Boolean) ?? '';
  const ofComputer = splitIntoWords(computer).filter((word) => fits.test(word));
  const isPassing = (word: string) =>
    (passingWords.has(word) || ofComputer.includes(word)) && !tellingWords.includes(word);
  const isOptional = (word: NamedWord) => (word.mark === undefined ? isPassing(word.typed) : word !== wanted);
  const hasRequired = !named.every(isOptional);
  const letterCount = [...excluded, ...named.map(({ typed }) => typed)].filter(isOneLetter).length;
  const listOwnSpellings = (typed: string) =>
    typed === 'quiet' && !hasRequired ? [typed, 'bequiet'] : listSpellings(typed); // the maker, too
  const searched = named.map((word, index): SearchedWord => {
    const { typed, mark } = word;
    const isOtherKind =
      mark === undefined &&
      (otherKinds.has(typed) || isAccessory(typed)) &&
      !tellingWords.includes(typed) &&
      !(wanted && named.indexOf(wanted) < index && brought.test(included));
    return {
      typed,
      spellings: typed.includes(' ') || (isSorted && word === wanted) ? [] : listOwnSpellings(typed),
      ...(mark === undefined ? {} : { mark }),
      isBeginning:
        isBeginning(typed, index === named.length - 1, letterCount) &&
        !isOtherKind &&
        (mark === undefined || isTyping),
      role: isOptional(word) && hasRequired ? 'optional' : 'required',
      ...(isOtherKind && { isOtherKind }),
    };
  });
  const { searchWords = [] } = findCategoryWords(wanted?.mark) ?? {}; // 'cooler without heatsink'
  const lacked = excluded.filter((word) => !searchWords.includes(word)).slice(0, maxExcludedWords);
  return [...understandProcessors(searched), ...lacked.map(makeExcluded)];
}

/** 'what do you have' */
export const saysNothing = (text: string) => splitIntoWords(text).every((word) => stopWords.has(word));

/** 'psu with three cables', 'board with wifi so that I need no cable': what comes with a part of a kind. */
const brought = /\b(?:with|so that|takes|taking|holds|holding)\b/i;

const isOneLetter = (word: string) => word.length === 1;

/**
 * The last word may be incomplete. What begins with one letter is found by reading a large piece of the index, so that only
 * one such beginning is looked for, and none where there are other letters.
 */
function isBeginning(word: string, isLast: boolean, letterCount: number): boolean {
  return isOneLetter(word) ? isLast && letterCount === 1 : isLast || canBeBeginning(word);
}

/** 'Z790-A': a letter alone would be no word. */
const letteredModels = /\b([a-z]{1,3}\d{2,4}[a-z]?)-([ai])\b/gi;

/** '2tbssd', 'ddr532gb', 'ryzen77800x3d'. */
function separateAmounts(text: string): string {
  return text
    .replace(amountsBeforeNames, '$& ')
    .replace(/\bddr[2-5](?=\d{1,3} ?gb\b)/gi, '$& ')
    .replace(/\br([3579])[ -]?(?=[1-9]\d{3}(?:x3d|xt?|gt?|ge|f)?\b)/gi, 'ryzen $1 ')
    .replace(/\b(\d{1,2})c ?\/ ?(\d{1,3})t\b/gi, '$1core $2thread')
    .replace(/\bpci[- ]express\b/gi, 'pcie')
    .replace(/\blow[- ]noise\b/gi, 'quiet')
    .replace(/\b(\d{1,2}(?:\.\d)?)[ -]?gigabit\b(?! card)/gi, '$1gbe') // otherwise “Gigabyte” is meant
    .replace(/\bgigabit(?=[ -](?:lan|ethernet|network|nic|port|switch)s?\b)/gi, 'lan')
    .replace(/\b(?:core ?)?ultra ?([579]) ?(?=2\d\d(?:kf?|f|t)?\b)/gi, 'core ultra $1 ')
    .replace(/\b(ryzen) ?([3579])(?=\d{4})/gi, '$1 $2 ');
}

const amountsBeforeNames = new RegExp(
  String.raw`\d ?[gt]b(?=(?:${shortNames.join('|')}|ddr\d|nvme|sata|kit|vram)s?\b)`,
  'gi',
);

/** The sizes that drives of one kind are sold in: who has none of one takes its neighbour. */
const neighbours = [
  [120, 125, 128],
  [240, 250, 256],
  [480, 500, 512],
  [960, 1000, 1024],
  [1920, 2000, 2048],
  [3840, 4000, 4096],
  [7680, 8000, 8192],
];

/** With the neighbours of capacities; undefined where there are none. */
export function takeNeighbours(words: readonly SearchedWord[]): SearchedWord[] | undefined {
  const near = words.map((word): SearchedWord => {
    const [, number, unit] = /^(\d+(?:\.\d+)?)(gb|tb)$/.exec(word.typed) ?? [];
    const gigabytes = Number(number) * (unit === 'tb' ? 1000 : 1);
    const sizes = neighbours.find((each) => each.includes(gigabytes));
    if (!sizes || word.role !== 'required') return word;
    return { ...word, spellings: sizes.map((size) => `${size}gb`), isBeginning: false };
  });
  // a word that all drives have: boards and memory have capacities, too
  return near.some((word, index) => word !== words[index]) ? [...near, ...parseSearch('storage')] : undefined;
}

/** With two neighbouring letters of models exchanged, '7800tx', '7800xd3'; undefined where there is none. Digits keep their order. */
export function swapLetters(words: readonly SearchedWord[]): SearchedWord[] | undefined {
  const swapped = words.map((word): SearchedWord => {
    if (word.mark !== undefined || word.role !== 'required' || !isShortOrModel.test(word.typed)) return word;
    const others = [...word.typed].flatMap((letter, index) => {
      const next = word.typed[index + 1] ?? '';
      const isLast = index === word.typed.length - 2 && /^\d{4}/.test(word.typed); // '7800xd3'
      if (!(isLast ? /[a-z]\w/ : /[a-z]{2}/).test(letter + next) || letter === next) return [];
      return [word.typed.slice(0, index) + next + letter + word.typed.slice(index + 2)];
    });
    return others.length > 0 ? { ...word, spellings: [...word.spellings, ...others] } : word;
  });
  return swapped.some((word, index) => word !== words[index]) ? swapped : undefined;
}

const isShortOrModel = /^(?:[a-z]{2,5}|(?=[a-z\d]*\d)(?=\d*[a-z]+\d*$|[a-z]+\d+[a-z]*$)[a-z\d]{3,12})$/;

/** 'A vs B', 'compare A and B', 'A or B' of two models: what is to be seen side by side. Otherwise one. */
export function splitComparison(typed: string): string[] {
  const text = typed.replace(/\b(\d+) (?=(?:or|vs\.?) \d+ ?(w|gb|tb|mhz|mm)\b)/gi, '$1$2 ');
  const [, one, other] =
    /^\s*(?:compare(?: between)?|comparison of|difference between) (.+) (?:and|with|to|against|vs\.?) (.+)$/i.exec(
      text,
    ) ?? [];
  const sides =
    one && other
      ? [one, other]
      : text.split(/\s(?:vs\.?|versus|compared (?:to|with)|against|better th[ae]n)\s/i);
  const models = sides.length > 1 ? sides : text.split(/\so[ru]?\s/i);
  const isOfModels = models.length > 1 && models.every((side) => /[a-z]*\d{3,}/i.test(side));
  const compared = (sides.length > 1 || isOfModels ? models : [text])
    .map((side) => side.trim())
    .filter(Boolean);
  return compared.length <= maxCompared ? compared : [text];
}

const maxCompared = 3;

/** Each of several words, or each of one. */
export const areAlike = (sides: readonly string[]) =>
  new Set(sides.map((side) => side.includes(' '))).size < 2;

/** 'A or B' of which no part has all the words, each of several: 'gold or platinum psu' is one kind of thing. */
export function splitAlternatives(text: string): string[] {
  const sides = text.split(/\sor\s/i).map((side) => side.trim());
  return sides.length > 1 &&
    sides.length <= maxCompared &&
    (areAlike(sides) || sides.slice(1).every((side) => side.includes(' ')))
    ? sides
    : [];
}

/**
 * What stands behind the last side or before the first one can be said of all: 'b760 vs z790 matx', 'ddr5 5200 or 5600'. As much
 * of it as leaves parts for every side; neither a number of a model nor what makes it another one.
 */
export function shareWords(sides: readonly string[], isFound: (side: string) => boolean): readonly string[] {
  const [first = [], last = []] = [sides[0], sides.at(-1)].map((side) =>
    side?.replace(/(\d) (?=[gt]b\b)/gi, '$1').split(' '),
  );
  const ends = listCounts(last)
    .map((count) => last.slice(-count))
    .filter(([word = '']) => !/^\d+$/.test(word) && !variants.includes(word.toLowerCase()));
  const begins = listCounts(first).map((count) => first.slice(0, count));
  const areFound = (ways: readonly string[]) => new Set(ways).size === ways.length && ways.every(isFound);
  const withEnds =
    ends
      .map((end) => sides.map((side, index) => (index < sides.length - 1 ? [side, ...end].join(' ') : side)))
      .find(areFound) ?? sides;
  return (
    begins
      .map((begin) => withEnds.map((side, index) => (index > 0 ? [...begin, side].join(' ') : side)))
      .find(areFound) ?? withEnds
  );
}

/** The greatest first, at most three, so that few ways are tried; one word is left. */
const listCounts = (words: readonly string[]) => [3, 2, 1].filter((count) => count < words.length);

/** 'ram for ryzen 5 5600': what is wanted, and what it is to go with. Undefined where nothing could be meant. */
export function splitPurpose(text: string): { wanted: string; partner: string } | undefined {
  const lacked = (text.match(exclusions) ?? []).map((each) => each.trim());
  const [, wanted = '', rest = ''] =
    /^(.+?) (?:(?:compatible|working|to go|works?|goes) with|(?:that |which )?(?:fits?|takes?|runs?|supports?|accepts?)|for)(?: an?| my| the)? (.*\d.*)$/i.exec(
      text.replace(exclusions, ' ').trim(),
    ) ?? [];
  const [socket, others] =
    /^(am\d|lga ?\d{3,4})\b(?: (?:socket|board|motherboard|mobo|cpu|processor))*(.*)/i.exec(rest)?.slice(1) ??
    [];
  const kind = findWantedKind(wanted);
  const isOfWanted = kind === processorMark ? coreCounts : amountsOfWanted;
  const amounts = others === undefined ? (rest.match(isOfWanted) ?? []) : [others];
  const partner = socket ?? rest.replace(isOfWanted, ' ').trim();
  const isOfPlatform = kind && listProcessorWords(kind, { socket: 'AM4', ddr: 4 }).length > 0;
  return isOfPlatform && partner ? { wanted: [wanted, ...amounts, ...lacked].join(' '), partner } : undefined;
}

/** Of the memory or the cooler, not of the processor or board that it is for. */
const amountsOfWanted =
  /\b(?:\d{1,2} ?[x×] ?)?\d+ ?(?:gb|tb|mhz|mt\/s|mm)\b|\b(?:ddr[2-5]|white|black|a?rgb)\b/gi;

/** 'cpu for lga775 quad core'. */
const coreCounts = /\b(?:\d{1,2}|dual|quad|six|hexa|octa|eight)[- ]?cores?\b/gi;

/** What is wanted, with the words of what goes with the platform. */
export function writePurpose(typed: string, platform: ProcessorPlatform): string {
  const wanted = nameKind(typed);
  const kind = findWantedKind(wanted);
  const fitting = kind ? listProcessorWords(kind, platform) : [];
  return [wanted, ...fitting.filter((word) => !/^ddr\d$/.test(word) || !/\bddr\d/i.test(wanted))].join(' ');
}

function findWantedKind(text: string): string | undefined {
  const category = findCategory(text);
  return category && makeCategoryMark(category);
}

/** The required words, and none of the excluded ones. */
export function requireWords(words: readonly SearchedWord[]): WordCondition {
  return { all: words.flatMap((word) => (word.role === 'optional' ? [] : [requireWord(word)])) };
}

/**
 * The search for words that are written apart or as one: '990pro' for '990 pro', 'b 650' for 'b650'. Undefined when there
 * is no other way to write them.
 */
export function respellWords(words: readonly SearchedWord[]): WordCondition | undefined {
  const required = words.filter(({ role }) => role === 'required');
  const excluded = words.filter(({ role }) => role === 'excluded').map(requireWord);
  const apart = required.map(requireSplit);
  const ways = [
    apart,
    ...listRuns(required).map(({ start, end }) => [
      requireWord(joinWords(required.slice(start, end))),
      ...apart.slice(0, start),
      ...apart.slice(end),
    ]),
  ];
  if (ways.length === 1 && !required.some((word) => listSplits(word).length > 0)) return undefined;
  if (required.length > maxRespelledWords) return undefined;
  const terms = required.reduce((sum, word) => sum + 1 + listSplits(word).length, 0);
  const tried = ways.slice(0, Math.floor(maxRespelledTerms / terms));
  if (tried.length === 0) return undefined;
  return { any: tried.map((way) => ({ all: [...way, ...excluded] })) };
}

/** The ways to write words grow faster than their number; a question that means something has few. */
const maxRespelledWords = 6;
const maxRespelledTerms = 150;

const maxJoinedWords = 5;

/** Words that may be one: two neighbours, or more of a part number: 'st 4000 nc 001'. */
export function listRuns(words: readonly SearchedWord[]): { start: number; end: number }[] {
  return words.flatMap((_, start) =>
    Array.from({ length: maxJoinedWords - 1 }, (_, more) => ({ start, end: start + 2 + more })).filter(
      ({ end }) => {
        const run = words.slice(start, end);
        const isModel =
          run.every(({ mark }) => mark === undefined) && run.some(({ typed }) => /\d/.test(typed));
        return end <= words.length && (run.length === 2 || isModel);
      },
    ),
  );
}

/** The words by which parts are ranked: exact ones, and the kind that they are typical of; `isRespelled`: also those that are written apart or as one. */
export function listRankingWords(words: readonly SearchedWord[], isRespelled = false): string[] {
  const included = words.filter(({ role }) => role !== 'excluded');
  const terms = included.flatMap(({ typed, spellings, mark, role }, index) => {
    if (mark !== undefined && role !== 'optional') return [mark];
    if (!isRespelled) return included.length > 1 ? spellings : [...spellings, makeBrandMark(typed)];
    const next = included[index + 1];
    const joined = next ? joinWords(included.slice(index, index + 2)).spellings : [];
    return [...spellings, ...splitWord(typed), ...joined];
  });
  const isOfKind = included.some(({ mark }) => mark !== undefined);
  const typical = isOfKind ? undefined : findTypicalCategory(included.map(({ typed }) => typed).join(' '));
  return [...new Set(typical ? [...terms, makeCategoryMark(typical)] : terms)];
}

/** A number or model must be exact in a partial match; the number of a processor is another thing in other parts. */
export function limitToExactModels(words: readonly SearchedWord[]): SearchedWord[] {
  const required = words.filter(({ role }) => role === 'required');
  const hasKind = required.some(({ mark }) => mark !== undefined);
  return required.map((each) => {
    const { isUnknown: _, ...known } = each;
    const word: SearchedWord = hasKind ? known : each; // parts of the kind are better than none
    if (!/\d/.test(word.typed)) return word;
    return { ...word, isBeginning: false, ...(word.isOtherKind && { spellings: ['=processor'] }) };
  });
}

/** The mark of what is wanted, where more is said of it: 'case for nh-d15' is no cooler. */
export function findKindOfMost(required: readonly SearchedWord[]): string | undefined {
  const isSold = !required.some(({ isOtherKind }) => isOtherKind);
  return isSold && required.length > 1 ? required.find(({ mark }) => mark !== undefined)?.mark : undefined;
}

/** 'card with three fans': what the words are typical of, where nothing else is meant. */
export function findTypicalMark(text: string, words: readonly SearchedWord[]): string | undefined {
  const isNamed = words.some(({ mark }) => mark !== undefined);
  const isOther = words.some(
    ({ isOtherKind, typed }) => isOtherKind || (/\d/.test(typed) && (isNamed || !ofMemory.test(typed))),
  );
  const category = isOther ? undefined : findCategory(text);
  return category && makeCategoryMark(category);
}

/** No models of memory, as other numbers are: “1x16gb” of a single stick, “ddr4”. */
const ofMemory = /^(?:\dmodule|(?:\dx)?\d+gb|ddr\d)$/;

/** 'case with room for four disks': any of the kind is better than none, unless a model is missed. */
export const isOfAnyModel = (required: readonly SearchedWord[]) =>
  findKindOfMost(required) !== undefined &&
  !required.some(({ typed }) => /\d{3}|\d[a-z]|[a-z]\d/.test(typed));

/** 'usb headset': a case that says USB is no nearer to it. */
export function areOtherThings(words: readonly SearchedWord[]): boolean {
  return words.filter(({ isOtherKind, role }) => isOtherKind && role === 'required').length > 1;
}

/** How much a part without the word is missed, among the parts that have some of the words. */
export function weighWord({ typed, mark, role, isOtherKind, isUnknown }: SearchedWord): number {
  if (role !== 'required') return 0;
  if (isOtherKind) return 10;
  if (fits.test(typed) || findPlatform(typed)) return 8;
  if (/^(?:ddr\d|ecc)$/.test(typed)) return 6;
  if (/^(?:\d{1,2}|3\.[01])$/.test(typed) || passingWords.has(typed)) return 1; // '3.1' of ATX
  if (mark !== undefined) return 4;
  if (isAmount(typed) || isUnknown) return 3;
  return /\d/.test(typed) ? 4 : 2;
}

/** A processor or socket means parts that go with it, if these are named; otherwise a processor is not sold. */
function understandProcessors(words: readonly SearchedWord[]): SearchedWord[] {
  const processors = findProcessors(words.map(({ typed }) => typed));
  const kind = words.find(({ mark, role }) => mark !== undefined && role === 'required')?.mark;
  const isFitting = words.some(({ typed }) => /^ddr\d$/.test(typed) || findPlatform(typed));
  return words.map((word, index): SearchedWord => {
    const processor = processors.get(index);
    if (
      (kind === undefined && !isFitting) ||
      (kind === processorMark && (processor || !isChipset(word.typed)))
    )
      return processor && !/^\d+thgen$/.test(word.typed) ? { ...word, isOtherKind: true } : word;
    if (processors.size > 0 && isProcessorWord(word.typed) && !processor)
      return { ...word, role: 'optional' };
    const platform = processor ?? (kind && findPlatform(word.typed));
    if (!platform) return word;
    const fitting = kind === undefined ? [] : listProcessorWords(kind, platform);
    if (fitting.includes(word.typed)) return word;
    if (fitting.length === 0) return { ...word, role: 'optional' };
    // boards are called by their chipset; nothing else is called by the number of a processor
    const own = processor || kind === processorMark ? [] : word.spellings;
    return { ...word, spellings: [...own, ...fitting], isBeginning: false };
  });
}

function requireWord({ spellings, mark, isBeginning, role }: SearchedWord): WordCondition {
  const any = spellings.map((word): WordCondition => ({ word, isBeginning }));
  const condition = { any: mark === undefined ? any : [...any, { word: mark }] };
  return role === 'excluded' ? { not: condition } : condition;
}

function requireSplit(word: SearchedWord): WordCondition {
  if (isOneLetter(word.typed)) return requireWord({ ...word, isBeginning: false }); // it is in many ways
  const ways = listSplits(word).map(
    (pieces): WordCondition => ({
      all: pieces.map((piece, index) => ({
        word: piece,
        isBeginning: word.isBeginning && index === pieces.length - 1 && piece.length > 1,
      })),
    }),
  );
  if (ways.length === 0) return requireWord(word);
  const pieces = splitWord(word.typed).map((piece) => ({ word: piece }));
  return { any: [requireWord(word), ...ways, ...(pieces.length > 1 ? [{ all: pieces }] : [])] };
}

/** The words that one may be: between letters and digits, or with three or more on both sides: 'gigabyteb650', '990evoplus'. */
export function listSplits({ typed, mark }: SearchedWord): (readonly string[])[] {
  if (mark !== undefined || !/^[a-z\d]{2,24}$/.test(typed) || isAmount(typed)) return [];
  return [...typed].slice(1).flatMap((_, index) => {
    const [before, after] = [typed.slice(0, index + 1), typed.slice(index + 1)];
    const isBoundary = /[a-z]$/.test(before) ? /^\d/.test(after) : /^[a-z]/.test(after) && after !== 'x';
    if (isBoundary && /^\d+$/.test(before) && /^[a-z]{6,12}$/.test(after))
      return [[before, after], ...splitLetters(after).map((pieces) => [before, ...pieces])];
    return isBoundary || (before.length > 2 && after.length > 2 && !/\d$/.test(before))
      ? [[before, after]]
      : [];
  });
}

const splitLetters = (word: string) =>
  Array.from({ length: word.length - 5 }, (_, index) => [word.slice(0, index + 3), word.slice(index + 3)]);

/** '990pro' gives '990' and 'pro'; a single piece is left out. */
function splitWord(word: string): string[] {
  const pieces = word.includes('.') ? [] : (word.match(/[a-z]+|\d+/g) ?? []);
  return pieces.length > 1 ? pieces : [];
}

function joinWords(words: readonly SearchedWord[]): SearchedWord {
  const typed = words.map((word) => word.typed.replaceAll(' ', '')).join('');
  return { typed, spellings: [typed], isBeginning: words.at(-1)?.isBeginning ?? false, role: 'required' };
}

/** Whole words: '120gb no di' is no search without disks yet. */
function makeExcluded(word: string): SearchedWord {
  const spellings = /^[fk]$/.test(word) ? [word, 'kf'] : listSpellings(word);
  return { typed: word, spellings: [...spellings, `${word}s`], isBeginning: false, role: 'excluded' };
}

/** '-heatsink', 'without heatsink', 'w/o heatsink', 'non-RGB': a part has no such word. */
const exclusions = new RegExp(
  String.raw`(?:^|[\s(])(?:-|(?:but )?(?:w/o|without|non|no|nor|(?:that )?(?:not|(?:aren|isn|don|doesn)['’]?t)(?: (?:have|want|like|use))?|(?:that|which) (?:are|is|has|have) (?:not|no)|except|excluding|instead of|(?:any|every)thing but|other than)[\s-]+(?:(?:an?|the|any|from|by|for|made by|of|von|vom|der|die|das|zu) )*)(${brandsOfSeveralWords.join('|').replace('!', '!?')}|[\p{L}][\p{L}\d.]+|[fgkx](?![\p{L}\d])|\d+ ?(?:[gt]b|rpm|mhz)\b|\d{4}(?![\w.]))((?:,? (?:or|nor) (?:(?:an? |the |any )?[\p{L}][\p{L}\d.]+|[fgkx](?![\p{L}\d])))*)`,
  'giu',
);

function separateExcluded(text: string): [included: string, excluded: string[]] {
  const searched = text
    .replace(/(?<![^\s(])w\/(?!o\b)/gi, ' ')
    .replace(/\b((?:any|every|all)(?: [\w-]+){1,3}) but (?!not\b|no\b)/gi, '$1 not ');
  const excluded = [...searched.matchAll(exclusions)]
    .flatMap(([, word = '', others = '']) => splitIntoWords(word + others))
    .filter((word) => !stopWords.has(word));
  const included = searched.replace(exclusions, ' ');
  return excluded.length > 0 || /[\p{L}\d]/u.test(included) ? [included, excluded] : [text, []];
}

/** What parts have in their names at best, 'ram without rgb', or all of a negation alone but kinds and makers: some may have it. */
export function listUncertainLacks(text: string, isMaker: (word: string) => boolean): string[] {
  const words = parseSearch(text);
  const lacks = words.filter(({ role }) => role === 'excluded').map(({ typed }) => typed);
  return lacks.filter(
    (typed) =>
      onlyNamed.test(typed) ||
      (lacks.length === words.length && !isMaker(typed) && findKinds([typed])[0]?.mark === undefined),
  );
}

const onlyNamed = /^(?:a?rgb|leds?|lights?|lighting|heat(?:sink|spreader)s?)$/;

const socketNumbers = /^(?:775|115[0156]|1200|1366|1700|1851|2011|2066)$/;

/** Plurals also as singulars: 'drives', 'memories'. */
function listSpellings(word: string): string[] {
  if (socketNumbers.test(word)) return [word, `lga${word}`];
  if (word === 'rgb') return [word, 'argb'];
  if (/^[a-z]{3,}ies$/.test(word)) return [word, `${word.slice(0, -3)}y`];
  return /^(?:[a-z]{2,}[^suix]|[a-z]{0,3}\d{3,4}|ti|xtx?)s$/.test(word) ? [word, word.slice(0, -1)] : [word];
}

const stopWords = new Set(
  `a an and be the for with of in to would should will must our they them this these those from very really much enough only than thanks hello hi help now how strong spend pay whats thats theres ive on at or my me i we you is are it that which what have has want wants need needs looking look find show search buy get some any good best better great nice price
  prices priced cost costs sale sell shop store online your yours can could please recommend suggest tell do does like put there anything something everything stuff room new u anyone got still junk old possible around about as lots just after im holds comes come yo pls plz decent stock take takes run runs first fits fit fitting works work supports support
  supporting goes actually add added adding again ago allow allows almost already also although always another anyway arrived ask asked away back bad because become been before behind being believe bigger both bought break bring broke broken builds but buying came cause change changed check choose choosing coming course day days deal died dies doing done dont
  down each easily easy either else end enjoy even ever every exactly except exist expect extra far fell few figure finally fine fix forget found friend friends further gave getting give given gives giving going gone gonna gotta guess guys had happen happy having heard hear her here hers hey him his hope however husband idea ill immediately important inside
  instead into isnt issue its itself job keep keeps kind kinda know known last later left let lets likely little long longer looks lot love made main mainly make makes making many matter maybe mean means mind mine money month months more moment morning mostly move myself name near nearly never next nobody normal notice obviously off often oh ok okay once ones
  onto option options other others otherwise ought out outside own owner part parts people perfect perhaps person piece plan planning playing plenty point possibly prefer preferably present pretty probably problem proper properly quickly rather reach read real reason recently regarding rest replace replaced replacement replacing require required requires right
  said same save saw say says school see seem seems seen send several she shopping since sister someday somehow someone sometimes somewhat somewhere soon sort sorry sounds stop such suggestion suggestions suit suitable sure taking talk theirs then therefore thing things think thinking thought though through till time times tiny today together told tomorrow
  tonight too took toward tried truly try trying turn turns unless until upgraded upgrading use used useful user uses using usually wait wanna wanting was wasnt way ways week weekend weeks well went were whatever when where whether while who whole whom whose why wife willing wish within wonder wondering worked worth wouldnt wrong yeah year yes yesterday yet
  youre yourself son daughter brother dad mom father kid kids child boss nephew grandson boyfriend girlfriend uncle somebody purchase purchasing ordered slow slower faster quicker quick dead dying failing failed fails burnt fried crashed silently quietly smoothly comfortably simply completely totally definitely absolutely reasonable reasonably favorite
  favourite approx approximately roughly neighbour neighbor colleague coworker cousin aunt parents grandma grandpa grandfather grandmother recommended advise advice matching match suited choice pick picking equipped featuring feature features included ship availability deliver delivered shown list listed offer offers offering carry carries all so up us if he might via go available currently spins spin turns costing draw draws drawing consume consumes consuming hold holds holding rated certified certification`.split(
    /\s+/,
  ),
);

/** They rank parts that have them first; of some categories they tell more (`tellingWords` of its words). */
const passingWords = new Set(
  `gaming gamer game games pc computer computers desktop desktops laptop laptops notebook notebooks fast fastest series internal set stick sticks storage speed cheap budget big large small quiet silent steam deck ps5 playstation console
  compatible model brand upgrade home office work build building system backup photos photo video videos movies editing le en es al im zu au de del des du von vom form factor version edition variant suffix boot range overclocking quietest
  fastest slowest highest lowest longest shortest tallest most least mining lan network ethernet bluetooth 2.5g 2.5gbe total spinning mechanical rotating bare width depth nas one der die das ein eine la les los las un une biggest largest
  smallest 1080p 1440p 2160p 4k vr streaming rendering workstation latency size height capacity brand generation type super-fast reliable card box boxed tray oem retail bulk premium gddr5 gddr6 gddr6x gddr7`.split(
    /\s+/,
  ),
);

/** Spelled right, whether parts have it or not. */
export const isUsualWord = (word: string) => passingWords.has(word) || word === 'esata';

/** Whole computers, where nothing else is named, and what shares its last word with a part. */
const notSold =
  /^(?:(?:an?|the|i need|i want|dell|lenovo|hp|acer|apple|asus|msi|new|used|cheap|best|good|gaming|office|mini|prebuilt|desktop|custom|refurbished|complete|student|business|fast|home) )*(?:laptop|notebook|pc|computer|desktop|console|playstation|ps[45]|xbox|steam deck|thinkpad|macbook|chromebook)s?(?: (?:with )?1\d(?:[.,]\d)? ?inch)?$|^(?:playstation|ps) [45](?: pro| slim)?$|(?<!\b(?:for|in|my) (?:an? |my )?)\b(?:gaming (?:laptop|pc)s?(?= rtx| with)|(?:game|gaming|a?rgb|fan|usb|playstation|ps[45]|xbox) controllers?|(?:sim|gift|credit) cards?|(?:gpu|vga|(?:graphics|video) card|ssd|laptop)[- ]coolers?|(?:ssd|nvme|hdd)[- ]box(?:es)?)\b/gi;

/** What computers have, and the shop does not sell unless its parts say so, or a category has the name. */
const otherKinds = new Set(
  `monitor monitors mouse keyboard headset printer phone tablet webcam router usb external portable usbstick sdcard thermalpaste accessory paste cable cables adapter radiator speaker speakers microphone enclosure docking dock hub modem laptop
  notebook charger chargers battery batteries ups tv television camera drone watch earbuds earphones headphones headset joystick gamepad chair desk bag backpack software antivirus floppy dvd burner license lamp licence machine iphone
  ipad smartphone smartphones smartwatch windows ink toner scanner projector strip powerbank wristband screwdriver sleeve sticker stickers stand bracket brackets holder mount mousepad mat microphones mic antenna soundbar subwoofer amplifier
  sodimm kindle tester goggles touchpad trackball printers tablets phones webcams arm arms`.split(/\s+/),
);

/** 'for my ITX build' says the form of its board and case, which other parts do not have. */
const computerItIsFor =
  /\bfor (?:my |an? |the )?([\w -]*?[ai]tx)[ -](?:build|pc|computer|system|rig|case)\b|\b((?:mini[- ]?|micro[- ]?|m)?[ai]tx)[ -](?:build|rig)\b/i;

/** Form factors, like sockets and chipsets: another part does not fit, whatever else is right. */
const fits = /^(?:(?:e?atx|(?:micro|m)atx|(?:mini|m)?itx)(?:form)?|lga\d+)$/;

/** The platforms by the position of the word that tells them. */
function findProcessors(words: readonly string[]): Map<number, ProcessorPlatform> {
  const platforms = new Map<number, ProcessorPlatform>();
  for (const [index, word] of words.entries()) {
    const socket = findSocket(word, words.slice(Math.max(0, index - 3), index));
    if (socket) platforms.set(index, { socket, ddr: findMemoryGeneration(socket) ?? findCoreMemory(word) });
  }
  if (platforms.size > 0) return platforms;
  const core = words.findIndex((word) => /^i[3579]$/.test(word));
  return core < 0 ? platforms : new Map([[core, { socket: 'Intel', ddr: undefined }]]);
}

/** 'lga1700', 'b550': what fits it can be another part than a board. */
function findPlatform(word: string): ProcessorPlatform | undefined {
  if (/^(?:am[1-5]|lga\d{4})$/.test(word)) {
    const socket = word.toUpperCase();
    return { socket, ddr: findMemoryGeneration(socket) };
  }
  const [chipset] = /^[a-z]{1,3}\d{2,3}e?(?=m?$|i$)/.exec(word) ?? [];
  const socket = chipset && findSocketOfChipset(chipset);
  return socket ? { socket, ddr: findMemoryGeneration(socket), chipset: word } : undefined;
}

const isChipset = (word: string) => findPlatform(word)?.chipset !== undefined;

/** Words that only say that a processor is meant. */
function isProcessorWord(word: string): boolean {
  return /^(?:amd|intel|ryzen|core|ultra|i?[3579]|gen|generation|cpus?|processors?)$/.test(word);
}

/** By the thousands of their numbers. */
const threadripperSockets: Readonly<Record<string, string>> = {
  1: 'sTR4',
  2: 'sTR4',
  3: 'sTRX4',
  5: 'sWRX8',
};

/** Source: the makers' lists of processors. Numbers alone could be speeds or graphics chips. */
function findSocket(word: string, before: readonly string[]): string | undefined {
  const [, family, zen, ending] = /^(ryzen)?([1-9])\d{3}(x3d|xt|x|ge?|f|series)?$/.exec(word) ?? [];
  if (zen && before.includes('threadripper')) return threadripperSockets[zen] ?? 'sTR5';
  if (zen && (family || before.includes('ryzen') || ending === 'x3d')) return Number(zen) < 7 ? 'AM4' : 'AM5';
  if (/^2\d\d(?:kf?|f|t)?$/.test(word) && before.includes('ultra')) return 'LGA1851';
  const [, core, letters] = /^(\d{1,2})\d{3}(kf?|ks|f|t)?$/.exec(word) ?? [];
  const isCore =
    before.some((each) => /^i[3579]$/.test(each)) ||
    /^1[0-4][1-79]00$/.test(word) ||
    (letters && Number(core) >= 10);
  const generation = isCore ? core : /^(\d{1,2})th(?:gen)?$/.exec(word)?.[1];
  return generation === undefined ? undefined : findCoreSocket(Number(generation));
}

/** Sockets of the sixth to ninth generation have boards for DDR3, too, which their makers advise against. Source: Intel's ARK. */
function findCoreMemory(word: string): number | undefined {
  const generation = Number(/^([6-9])(?:\d{3}|th)/.exec(word)?.[1] ?? 0);
  return generation >= 6 ? 4 : undefined;
}
