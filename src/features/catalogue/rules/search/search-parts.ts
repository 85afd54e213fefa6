/** Searches the words of parts: all of what was typed, else written otherwise, else corrected, else most of it. */
import type { Category } from '#catalogue/rules/categories.ts';
import type { Matches } from '#catalogue/rules/index/indexed-part.ts';
import { getListedCategory } from '#catalogue/rules/listed-categories.ts';
import { readGtin, simplifyMpn } from '#catalogue/rules/part-numbers.ts';
import { findCategory, makeCategoryMark } from '#catalogue/rules/search/kinds.ts';
import { listOtherVariants } from '#catalogue/rules/search/part-words.ts';
import { findPlatformOfPart } from '#catalogue/rules/search/platforms.ts';
import {
  areAlike,
  areOtherThings,
  findKindOfMost,
  findTypicalMark,
  isOfAnyModel,
  isUsualWord,
  limitToExactModels,
  listRankingWords,
  parseSearch,
  requireWords,
  respellWords,
  type SearchedWord,
  shareWords,
  splitAlternatives,
  splitComparison,
  splitPurpose,
  swapLetters,
  takeNeighbours,
  weighWord,
  writePurpose,
} from '#catalogue/rules/search/searches.ts';
import { findCorrection, isCorrectable } from '#catalogue/rules/search/typing-errors.ts';
import {
  hasBit,
  listSlots,
  visitSlots,
  type WordCondition,
  type WordIndex,
} from '#catalogue/rules/search/word-index.ts';
import { isAmount } from '#catalogue/rules/search/words.ts';
import { isUuid } from '#kernel/ids.ts';

export type SearchResult = {
  matches: Matches;
  correction: string | undefined;
  isPartial: boolean;
  /** Of what was typed, what none of the partial matches has. */
  missing?: readonly string[] | undefined;
};

export type SearchOptions = {
  isTyping: boolean;
  /** The list is sorted by something else than relevance. */
  isSorted: boolean;
  /** The list is of this category alone: what is found elsewhere only is not found. */
  category?: Category | undefined;
};

/** What is compared is found side by side: the best parts of each side come first. */
export function searchParts(index: WordIndex, text: string, options: SearchOptions): SearchResult {
  const sides = splitComparison(text);
  const compared =
    sides.length > 1 ? findSides(index, shareFound(index, sides, options), options) : undefined;
  if (compared) return compared;
  const sidesOfOr = splitAlternatives(text);
  const isOfBoth = sidesOfOr.length === 0 || hasAny(findByWords(index, parseSearch(text, options)));
  const alternatives = isOfBoth ? [] : shareFound(index, sidesOfOr, options);
  const result =
    (areAlike(alternatives) && findSides(index, alternatives, options)) || searchWhole(index, text, options);
  if (hasAny(result.matches) || !options.category) return result;
  const [kind] = getListedCategory(options.category).words.names;
  const wanted = `${kind} ${text}`; // 'upgrade for my b450 board, at least 8 cores'
  const fitting = namePlatform(index, wanted);
  return fitting === wanted ? result : searchWhole(index, fitting, options);
}

/** Parts whose names have what was typed literally come before those that have what it says in another language: 'Tastatur Plus'. */
export function putLiteralFirst(index: WordIndex, typed: string, meant: SearchResult): SearchResult {
  const words = parseSearch(typed);
  const literal = words.length > 0 ? findByWords(index, words) : noMatches;
  if (!hasAny(literal)) return meant;
  const isExact = meant.correction === undefined && !meant.isPartial;
  const raised = literal.scores.map((score) => (score < leastScoreOfNames ? score : maxScore));
  const matches = isExact ? unite([{ ...literal, scores: raised }, meant.matches]) : literal;
  return { matches, correction: undefined, isPartial: false };
}

function shareFound(index: WordIndex, sides: readonly string[], { isSorted }: SearchOptions) {
  return shareWords(sides, (side) => hasAny(findByWords(index, parseSearch(side, { isSorted }))));
}

/** Undefined where no side is found. */
function findSides(
  index: WordIndex,
  sides: readonly string[],
  { isSorted }: SearchOptions,
): SearchResult | undefined {
  const known = sides
    .map((side) => {
      const words = parseSearch(side, { isSorted });
      const matches = findByWords(index, words);
      return hasAny(matches) ? matches : findByRespelledWords(index, words);
    })
    .filter(hasAny);
  if (known.length === 0) return undefined;
  return { matches: placeSideBySide(known), correction: undefined, isPartial: known.length < sides.length };
}

/** The scores of each side end at the same height. */
function placeSideBySide(sides: readonly Matches[]): Matches {
  const raised = sides.map(({ slots, scores }) => {
    const best = scores.reduce((greatest, each) => Math.max(greatest, each), 0);
    return { slots, scores: scores.map((score) => Math.max(1, score + maxScore - best)) };
  });
  return unite(raised);
}

/** Each part with the greatest of its scores. */
function unite(sides: readonly Matches[]): Matches {
  const scores = new Map<number, number>();
  for (const { slots, scores: own } of sides)
    for (const [row, slot] of slots.entries())
      scores.set(slot, Math.max(scores.get(slot) ?? 0, own[row] as number));
  return { slots: Uint32Array.from(scores.keys()), scores: Uint32Array.from(scores.values()) };
}

/**
 * Finds the parts with all words of the text; if there is none, those with the words written apart or as one; then those
 * with neighbouring capacities; then those with all words of the corrected text; then those with most of the words, if these
 * are at least half.
 */
function searchWhole(
  index: WordIndex,
  typed: string,
  { isTyping, isSorted, category }: SearchOptions,
): SearchResult {
  const kind = category && makeCategoryMark(category);
  const makeResult = (matches: Matches): SearchResult => ({
    matches,
    correction: undefined,
    isPartial: false,
  });
  const id = typed.toLowerCase();
  if (isUuid(id)) return makeResult(scoreAll(index, index.findKey('id', id)));
  const text = isTyping ? typed : namePlatform(index, typed);
  const words = parseSearch(text, { isSorted, isTyping });
  if (words.length === 0) return makeResult(noMatches);
  const spelled = isTyping ? typed : correctLacks(index, typed, { words, kind });
  if (spelled !== typed) {
    const result = searchWhole(index, spelled, { isTyping, isSorted, category });
    return { ...result, correction: result.correction ?? spelled };
  }
  const matches = findByWords(index, words, kind);
  const numbered = findByNumber(index, text);
  if (hasAny(numbered)) return makeResult(unite([numbered, matches]));
  if (hasAny(matches)) return makeResult(matches);
  if (words.some(({ typed }) => isStandard.test(typed) && !isSold(index, typed))) return makeResult(matches);
  const respelled = findByRespelledWords(index, words, kind);
  if (hasAny(respelled)) return makeResult(respelled);
  const near = isTyping ? undefined : takeNeighbours(words);
  for (const similar of [swapLetters(words), near && (swapLetters(near) ?? near)]) {
    const others = similar ? findByWords(index, similar, kind) : noMatches;
    if (hasAny(others)) return { matches: others, correction: undefined, isPartial: true };
  }
  const { checked: corrected, isCorrected } = correctWords(index, words, kind);
  const correction = isCorrected ? formatWords(corrected) : undefined;
  const checked = correction === undefined ? corrected : nameCorrectedKinds(corrected, correction, isSorted);
  const correctedMatches = isCorrected ? findByWords(index, checked, kind) : matches;
  if (hasAny(correctedMatches)) return { matches: correctedMatches, correction, isPartial: false };
  if (isTyping) {
    const said = checked.filter(({ typed }) => !typed.startsWith('no.')); // what does not say that it lacks it
    const isLack = said.length < checked.length && said.some(({ role }) => role === 'required');
    return { matches: isLack ? findByWords(index, said, kind) : noMatches, correction, isPartial: false };
  }
  const apart = isCorrected ? findByRespelledWords(index, checked, kind) : noMatches;
  if (hasAny(apart)) return { matches: apart, correction, isPartial: false };
  const swapped = isCorrected ? swapLetters(checked) : undefined;
  const others = swapped ? findByWords(index, swapped, kind) : noMatches;
  if (hasAny(others)) return { matches: others, correction, isPartial: true };
  if (areOtherThings(checked)) return makeResult(matches);
  const separated = separateWords(index, text, checked);
  if (separated !== text) {
    const result = searchWhole(index, separated, { isTyping, isSorted, category });
    if (hasAny(result.matches)) return { ...result, correction: result.correction ?? separated };
  }
  const partial = findByMostWords(index, checked, kind ?? findTypicalMark(text, checked));
  if (!hasAny(partial)) return makeResult(matches);
  const missing = listMissing(index, checked, partial).map((word) =>
    correction === undefined ? word.typed : formatWords([word]),
  );
  const quoted = (correction ?? typed).toLowerCase();
  // what was read as another word cannot be named, and without it the others would not be all
  const isNamed = missing.every((word) => quoted.includes(word));
  return { matches: partial, correction, isPartial: true, missing: isNamed ? missing : [] };
}

/** The words that none of the partial matches has. */
function listMissing(index: WordIndex, words: readonly SearchedWord[], { slots }: Matches): SearchedWord[] {
  const required = words.filter(({ role }) => role === 'required');
  const exact = limitToExactModels(words);
  return required.filter((_, place) => {
    const having = index.findListed(requireWords(exact.slice(place, place + 1)));
    return !slots.some((slot) => hasBit(having, slot));
  });
}

const noMatches: Matches = { slots: new Uint32Array(), scores: new Uint32Array() };

const hasAny = ({ slots }: Matches) => slots.length > 0;

/** 'am6', 'ddr6', 'rx 9990', 'sodimm': what is of a standard or chip that no part has is not sold. */
export const isStandard =
  /^(?:am\d{1,2}|fm\d|lga\d{3,4}|g?ddr\d|[abhqxz]\d{3}e?|(?:rtx?|gtx|rx)\d{4}|sodimm)$/;

/** The index has the words of parts off sale, too. */
function isSold(index: WordIndex, word: string): boolean {
  return listSlots(index.findListed({ word, isBeginning: true })).length > 0;
}

/** `kind`: none where none is of it. A lack alone of what no part has, '-xyzzy', says nothing of any. */
function findByWords(index: WordIndex, words: readonly SearchedWord[], kind?: string): Matches {
  const isHad = (word: string) => index.findListed({ word }).some(Boolean);
  const saysNothing = words.every(({ role, spellings }) => role === 'excluded' && !spellings.some(isHad));
  return saysNothing ? noMatches : rank(index, findSlots(index, requireWords(words), kind), words);
}

function findSlots(index: WordIndex, condition: WordCondition, kind: string | undefined): number[] {
  const slots = listSlots(index.findListed(condition));
  const ofKind = kind === undefined || slots.length === 0 ? undefined : index.findListed({ word: kind });
  return ofKind && !slots.some((slot) => hasBit(ofKind, slot)) ? [] : slots;
}

function findByRespelledWords(index: WordIndex, words: readonly SearchedWord[], kind?: string): Matches {
  const condition = respellWords(words);
  return condition ? rank(index, findSlots(index, condition, kind), words, true) : noMatches;
}

/** 'lianlilancool216', 'ddr432gb3600': unknown words of which all pieces are known. */
function separateWords(index: WordIndex, text: string, words: readonly SearchedWord[]): string {
  const joined = words.filter(
    ({ typed, mark, role, isOtherKind }) =>
      mark === undefined &&
      role === 'required' &&
      !isOtherKind &&
      !isAmount(typed) &&
      !index.hasBeginning(typed),
  );
  return joined.reduce((separated, { typed }) => {
    const pieces = findPieces(index, typed.replace(/ddr[2-5](?=\d)/, '$& '));
    return pieces ? separated.toLowerCase().replace(typed, pieces) : separated;
  }, text);
}

const maxSeparatedLength = 40;
const maxPieceLength = 16;

/** As few as possible; numbers stay whole. */
function findPieces(index: WordIndex, typed: string): string | undefined {
  if (typed.length < 6 || typed.length > maxSeparatedLength) return undefined;
  const best: ({ count: number; text: string } | undefined)[] = [{ count: 0, text: '' }];
  for (let end = 1; end <= typed.length; end += 1) {
    for (let start = Math.max(0, end - maxPieceLength); start < end; start += 1) {
      const [before, piece] = [best[start], typed.slice(start, end).trim()];
      const isCut =
        /^\d\d$/.test(typed.slice(end - 1, end + 1)) || /^\d\d$/.test(typed.slice(start - 1, start + 1));
      if (!before || isCut || !canBePiece.test(piece) || !index.has(piece)) continue;
      const count = before.count + 1;
      if (count < (best[end]?.count ?? maxPieces))
        best[end] = { count, text: `${before.text} ${piece}`.trim() };
    }
  }
  return best[typed.length]?.text;
}

const maxPieces = 6;
const canBePiece = /^(?:[a-z]{3,}|[a-z\d]*\d[a-z\d]*|wd|hp|rx|gt|xt|ti)$/;

/** The fact of what the wanted part is to go with instead of its name: 'ram for ryzen 5 5600' is 'ram ddr4'. */
function namePlatform(index: WordIndex, text: string): string {
  const { wanted, partner } = splitPurpose(text) ?? {};
  if (!wanted || !partner) return text;
  const words = parseSearch(partner);
  const score = makeScore(index, words);
  const partners = listSlots(index.find(requireWords(words)))
    .map((slot) => ({ slot, score: score(slot) }))
    .sort((one, other) => other.score - one.score)
    .slice(0, maxPartners)
    .flatMap(({ slot, score }) => {
      const part = index.getPart(slot);
      const platform = part && part.category !== findCategory(wanted) && findPlatformOfPart(part);
      return platform ? [{ score, purpose: writePurpose(wanted, platform) }] : [];
    });
  const best = partners.filter(({ score }) => score === partners[0]?.score);
  const [purpose, another] = new Set(best.map(({ purpose }) => purpose)); // 'ryzen 7': of several sockets
  return purpose === undefined || another !== undefined ? text : purpose;
}

/** Of the parts that a name could mean, how many are looked at. */
const maxPartners = 20;

/** A corrected word may name a category: 'proccessor'. */
function nameCorrectedKinds(
  corrected: readonly SearchedWord[],
  correction: string,
  isSorted: boolean,
): readonly SearchedWord[] {
  const read = parseSearch(correction, { isSorted });
  const marks = corrected.map(({ mark }) => mark);
  if (read.every(({ mark }) => marks.includes(mark))) return corrected;
  const unknown = corrected.filter(({ isUnknown }) => isUnknown).map(({ typed }) => typed);
  return read.map((word) => (unknown.includes(word.typed) ? { ...word, isUnknown: true } : word));
}

/** As somebody would type it: 'no.wifi' is the word of a lack, which leaves out the same, too. */
function formatWords(words: readonly SearchedWord[]): string {
  const lacks = new Set(words.map(({ typed }) => typed));
  return words
    .filter(({ typed, role }) => role !== 'excluded' || !lacks.has(`no.${typed}`))
    .map(({ typed, spellings, role }) => (role === 'excluded' ? `-${typed}` : (spellings[0] ?? typed)))
    .join(' ')
    .replace(/\bno\./g, 'no ');
}

/** The parts with the greatest weight of words: at least half of the weight of all, a third where they are of the kind that is named, any where no model is. */
function findByMostWords(index: WordIndex, words: readonly SearchedWord[], ofList?: string): Matches {
  const required = limitToExactModels(words);
  const excluded = words.filter(({ role }) => role === 'excluded');
  const sums = new Uint32Array(index.size());
  const kind = ofList ?? findKindOfMost(required);
  const ofKind = kind ? index.findListed({ word: kind }) : undefined;
  let greatest = 0;
  for (const word of required) {
    const weight = weighWord(word);
    visitSlots(index.findListed(requireWords([word, ...excluded])), (slot) => {
      if (ofKind && !hasBit(ofKind, slot)) return;
      const sum = (sums[slot] as number) + weight;
      sums[slot] = sum;
      if (sum > greatest) greatest = sum;
    });
  }
  const total = required.reduce((sum, word) => sum + weighWord(word), 0);
  const slots: number[] = [];
  if (greatest > 0 && (isOfAnyModel(required) || greatest * (ofKind ? 3 : 2) >= total)) {
    for (let slot = 0; slot < sums.length; slot += 1) if (sums[slot] === greatest) slots.push(slot);
  }
  return rank(index, slots, words);
}

/** Scores are from 1 to this. */
const maxScore = 4095;

/** Of words that weigh 4 on average: as in the SKU. The specification weighs less. */
const leastScoreOfNames = 486;

function rank(
  index: WordIndex,
  slots: readonly number[],
  words: readonly SearchedWord[],
  isRespelled = false,
): Matches {
  const score = slots.length > 0 ? makeScore(index, words, isRespelled) : () => 0;
  const own = Uint32Array.from(slots);
  return { slots: own, scores: own.map((slot) => score(slot)) };
}

/**
 * Of a slot: what its words weigh, as a share of all that are searched; of parts with the same words, those without unnamed
 * variants come first. Source: PostgreSQL's `ts_rank`, whose scale positions in lists have had.
 */
function makeScore(
  index: WordIndex,
  words: readonly SearchedWord[],
  isRespelled = false,
): (slot: number) => number {
  const ranking = listRankingWords(words, isRespelled);
  if (ranking.length === 0) return () => 1; // what lacks something has no more of it than others
  const sums = index.sumWeights(ranking);
  const others = listOtherVariants(words.map(({ typed }) => typed));
  const variants = index.find({ any: others.map((word) => ({ word })) });
  return (slot) =>
    Math.round(((sums[slot] as number) * 100) / 1.64493406685 / ranking.length) * 2 +
    Number(!hasBit(variants, slot));
}

/** The parts with this MPN or GTIN. */
function findByNumber(index: WordIndex, text: string): Matches {
  const mpn = simplifyMpn(text);
  if (mpn.length < 4 || !/\d/.test(mpn)) return noMatches;
  const gtin = readGtin(text);
  const slots = [...index.findKey('mpn', mpn), ...(gtin ? index.findKey('gtin', gtin) : [])];
  return scoreAll(
    index,
    [...new Set(slots)].sort((one, other) => one - other),
  );
}

function scoreAll(index: WordIndex, slots: readonly number[]): Matches {
  return { ...rank(index, slots, []), scores: new Uint32Array(slots.length).fill(maxScore) };
}

/** Who mistypes more than these means nothing that we have. */
const maxCorrectedWords = 4;

/** '-samsng': what no part has leaves out nothing. */
function correctLacks(
  index: WordIndex,
  text: string,
  { words, kind }: { words: readonly SearchedWord[]; kind: string | undefined },
): string {
  const isOfKind = makeKindCheck(index, words, kind);
  const unknown = words.filter(
    ({ typed, role, spellings }) =>
      role === 'excluded' && isCorrectable(typed) && !isUsualWord(typed) && !spellings.some(index.has),
  );
  return unknown.reduce((spelled, { typed }) => {
    const [correction] = findCorrection(typed, index.listSimilar(typed), isOfKind);
    if (!correction) return spelled;
    return spelled.replace(/[a-z\d]+/gi, (word) => (word.toLowerCase() === typed ? correction : word));
  }, text);
}

/** Whether a part on sale has a word, of the kind if one is named. */
function makeKindCheck(index: WordIndex, words: readonly SearchedWord[], ofList: string | undefined) {
  const kind = ofList ?? words.find(({ mark, role }) => mark !== undefined && role === 'required')?.mark;
  const ofKind = kind === undefined ? [] : [{ word: kind }];
  return (word: string) => index.findListed({ all: [{ word }, ...ofKind] }).some(Boolean);
}

/** By words of parts on sale, of the kind if one is named. Marks the words that stay unknown. */
function correctWords(
  index: WordIndex,
  words: readonly SearchedWord[],
  ofList: string | undefined,
): { checked: readonly SearchedWord[]; isCorrected: boolean } {
  const mistyped = words
    .filter(({ mark, role, isOtherKind }) => mark === undefined && role === 'required' && !isOtherKind)
    .filter(({ typed }) => isCorrectable(typed) && !isUsualWord(typed) && !findCategory(typed)) // 'quadro' is spelled right
    .slice(0, maxCorrectedWords)
    .filter(({ spellings }) => !spellings.some(index.hasBeginning));
  const isOfKind = makeKindCheck(index, words, ofList);
  let isCorrected = false;
  const checked = words.map((word): SearchedWord => {
    if (!mistyped.includes(word)) return word;
    const correction = findCorrection(word.typed, index.listSimilar(word.typed), isOfKind);
    if (correction.length === 0) return { ...word, isUnknown: true };
    isCorrected = true;
    return { ...word, spellings: correction };
  });
  return { checked, isCorrected };
}
