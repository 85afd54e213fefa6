/** Takes from a search what it says of sorts, prices and limits; the rest remains words. */
import { LRUCache } from 'lru-cache';
import type { Category } from '#catalogue/rules/categories.ts';
import { price } from '#catalogue/rules/lists/filter-kinds.ts';
import { type Limit, readLimits } from '#catalogue/rules/lists/questions/limits.ts';
import { nameMeasures, spellClocks } from '#catalogue/rules/lists/questions/measures.ts';
import { readPriceWords } from '#catalogue/rules/lists/questions/prices.ts';
import { readSuperlative } from '#catalogue/rules/lists/questions/superlatives.ts';
import { findCategory, readNeed } from '#catalogue/rules/search/kinds.ts';
import { saysNothing } from '#catalogue/rules/search/searches.ts';
import { correctQuestion } from '#catalogue/rules/search/typing-errors.ts';
import { translate } from '#catalogue/rules/search/vocabulary.ts';

export type SearchQuestion = {
  text: string;
  /** That of the sort or limit, when the search names it. */
  category: Category | undefined;
  sort: string | undefined;
  /** By the keys of range filters. */
  ranges: ReadonlyMap<string, { min: number | undefined; max: number | undefined }>;
  /** By the keys of choices among numbers. */
  values: ReadonlyMap<string, readonly string[]>;
  /** Limits of which the shop knows no fact, as they were typed: the end of `text`, so that its address says so, too. */
  notUnderstood?: string;
  /** As it was typed, where it has no more than words of another language: parts may have these literally. */
  typed?: string;
};

/** The check of an address reads it, then its list, then its counts. */
const understood = new LRUCache<string, SearchQuestion>({ max: 100 });

export function readQuestion(typed: string, chosen?: Category): SearchQuestion {
  const key = `${chosen} ${typed}`;
  const question = understood.get(key) ?? understand(typed, chosen);
  understood.set(key, question);
  return question;
}

function understand(typed: string, chosen: Category | undefined): SearchQuestion {
  const ranges = new Map<string, Pick<Limit, 'min' | 'max'>>();
  const values = new Map<string, readonly string[]>();
  // most lists are not searched, and the first use of all these patterns takes some 60 ms
  if (typed === '') return { text: typed, category: chosen, sort: undefined, ranges, values };
  const said = typed.replace(punctuation, '').replace(brackets, '$1').replace(commas, ' ,');
  const meant = translate(said);
  const search = nameNeeds(spellClocks(nameMeasures(putOwnedLast(correctQuestion(meant))), chosen), chosen);
  const superlative = readSuperlative(search, chosen);
  const limited = readLimits(superlative?.text ?? search, superlative?.category ?? chosen);
  const { text, min, max, sort } = readPriceWords(limited.text);
  for (const limit of limited.limits) {
    if (limit.values) values.set(limit.key, limit.values);
    else ranges.set(limit.key, limit);
  }
  if ((min ?? max) !== undefined) ranges.set(price.key, { min, max });
  const ordered = superlative?.sort ?? sort;
  const notUnderstood = limited.notUnderstood.join(' ');
  const category =
    chosen ?? superlative?.category ?? limited.category ?? (ordered ? findCategory(text) : undefined);
  const isSaid = (category ?? ordered) !== undefined || ranges.size > 0;
  const words = everyPart.test(text) || (isSaid && saysNothing(text)) ? '' : text;
  const isLatin = /^[\p{Script=Latin}\p{Script=Common}\p{M}]+$/u.test(typed);
  const isFiltered = ranges.size > 0 || values.size > 0 || ordered !== undefined || category !== chosen;
  const isOfWords = words !== '' && !isFiltered && notUnderstood === '' && isLatin;
  return {
    text: `${ordered ? excludeVariants(words) : words} ${notUnderstood}`.trim(),
    category,
    sort: ordered,
    ranges,
    values,
    ...(isOfWords && meant !== said && { typed }),
    ...(notUnderstood && { notUnderstood }),
  };
}

/** 'gaming pc parts': what the whole shop sells. */
const everyPart =
  /^(?:(?:all|gaming|pc|computer|desktop) )*(?:parts|components|hardware)(?: for (?:an? |my )?(?:new )?(?:gaming )?(?:pc|computer))?$/i;

/** 'I have an AM4 board, which processor fits it?' is 'which processor for AM4 board'. */
function putOwnedLast(search: string): string {
  const [, owned, text = ''] = ownedFirst.exec(search) ?? [];
  const wanted = text.replace(/(?: (?:for|fits|in|with|has|have) (?:it|them|that|those))?[?.!]*$/i, '');
  if (owned && saysNothing(wanted) && findCategory(owned)) return owned;
  const ordered = wanted && findCategory(wanted) ? `${wanted} for ${owned}` : withoutAside(search);
  return ordered.replaceAll(' ,', '');
}

/** 'my cooler is huge, the RAM must be low', 'replace the disk in my laptop with an SSD', 'my small case needs a PSU' */
function withoutAside(search: string): string {
  const wanted = (asideFirst.exec(search) ?? replaced.exec(search))?.slice(1).find(Boolean);
  return wanted && findCategory(wanted) ? wanted : search;
}

const asideFirst = /^(?:my|our|the) [a-z -]{4,60} ,(?: so| and)? (.+)$/i;
const replaced =
  /\b(?:replace|replacing|swap|swapping) [a-z ]{2,40} (?:with|by|for) (.+)$|^my (?!.{0,20}[ai]tx)(?:[a-z -]{1,30} )?(?:case|tower|chassis|psu|cooler|gpu|card) needs (?:an? )?(?!\d)(.+)$/i;

const ownedFirst =
  /^(?:(?:i|we) (?:already )?(?:have|own|got|use)|my (?:old |new |current )?(?:board|motherboard|mainboard|cpu|processor|pc|computer|case|psu|power supply) (?:has|is|uses|takes)(?! (?:only )?(?:room|space)\b)|my (?:gpu|(?:graphics |video )?card) needs)(?: got)?(?: an?| the)? (.+?)(?: ,(?: and)?| and| so| but) (?:(?:i|we) )?(?:(?:now|just|am|are) )*(?:(?:want|need|looking for|would like|look for) )?(.+)$/i;

/** Of sentences; not the '!' of 'be quiet!'. */
const punctuation = /[¿¡]|(?<=[\p{L}\d])(?:[?!]+(?= |$)|[:.](?= )|\.$)|(?<=\bi)['’]d\b/giu;

/** 'rx 9070 (not xt)', 'gpu (under $300)'; amounts in brackets are other ways to say the one before. */
const brackets = /(?<![^ ])\(([^\d()][^()]*)\)(?![^ ])/g;

const commas = /(?<=[\p{L}\d])[,;](?= )/gu;

/** 'psu for rtx 5090' is at least as strong as the chip's maker recommends. */
function nameNeeds(search: string, chosen: Category | undefined): string {
  const [, wanted = '', purpose = ''] =
    /^(.+) for (.*\d.*)$/i.exec(search) ??
    /^(.+?) (?:with|(?:that|which|to|can|could)(?: can| could| will)? (?:fit|run|power|handle|feed)s?) (.*\d.*)$/i.exec(
      search,
    ) ??
    [];
  const need = readNeed(chosen ?? findCategory(wanted), purpose);
  return need ? `${wanted} ${need.limit} ${need.rest}` : search;
}

/** A cheaper or shorter 'Ti' would come before the chip that is searched. The last word may be incomplete. */
function excludeVariants(text: string): string {
  const isPlainChip = /\b[rg]tx ?[1-9]\d{3}(?! ?(?:t|s|ti|su.*)(?: |$))(?!\w)/i.test(text);
  return isPlainChip ? `${text} -ti -super` : text;
}
