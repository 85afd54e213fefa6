/** Prices in searches: 'ssd under $100', 'cheapest 4tb ssd'. */
import { anyUnit } from '#catalogue/rules/lists/questions/limits.ts';

type PricedSearch = {
  /** Without the words about prices. */
  text: string;
  /** Dollars. */
  min: number | undefined;
  max: number | undefined;
  sort: 'price' | 'price-desc' | 'bought' | undefined;
};

export function readPriceWords(search: string): PricedSearch {
  const read: PricedSearch = { text: search, min: undefined, max: undefined, sort: undefined };
  for (const { pattern, apply } of pricePatterns) {
    read.text = read.text.replace(pattern, (match, ...groups) => {
      apply(read, ...groups.slice(0, 2).map(readAmount));
      return match.startsWith(' ') ? ' ' : '';
    });
  }
  if (read.text === search) return read;
  const text = read.text.replace(/\s+/g, ' ').trim();
  const isContradiction = read.min !== undefined && read.max !== undefined && read.min > read.max;
  return isContradiction ? { ...read, text: search, min: undefined, max: undefined } : { ...read, text };
}

const number = String.raw`(\d{1,3}(?:[,.]\d{3})+|\d{1,6}(?:[.,]\d{1,2})?(?:k\b)?)`;
const sign = '[$€£]';
const currency = String.raw`(?:${sign}|(?:usd|dollars?|bucks|eur|euros?|pounds?|gbp)\b)`;
/** An amount with a sign or a word for dollars; `bare` also without: not followed by another unit. */
const money = String.raw`(?:(?:${sign}|usd|eur) ?${number}(?![\w.])(?: ?${currency})?|${number} ?${currency})`;
const bare = String.raw`(?:${sign} ?)?${number}(?![\w.,]|[- ]?(?:${anyUnit}|mb|g|t|mt|slots?|pins?|bits?|series|"|x|tb/s)\b)(?: ?${currency})?`;
/** Could not be a speed or the number of a model. */
const bareLimit = String.raw`(?=(?:${sign} ?)?(?:\d{2,3}|[1-4]\d{3}|\d(?:[.,]\d)?k)(?:\D|$))${bare}`;
/** 'gpu 400-500', but not 'ddr5 5600-6000' or '2230-2280'. */
const roundPrice = String.raw`((?:[2-9]|[1-9]\d|1\d\d)0)`;
const below = '(?:under|below|less th[ae]n|cheaper th[ae]n|lower th[ae]n|<)';
const atMost =
  '(?:up to|max(?:imum)?(?: price)?|at most|within|not? more (?:expensive )?th[ae]n|not over|for|budget(?: of)?)';
const clearlyAtMost =
  '(?:up to|max(?:imum)?(?: price)?|at most|not? more (?:expensive )?th[ae]n|not over|(?:max(?:imum)? )?(?:budget|limit)(?: (?:of|is))?|spend(?: (?:up to|at most|about|around))?|pay)';
const about = '(?:about|around|approx(?:imately)?|roughly|~)';
/** '850' of a power supply is its watts, wherever the kind is named. */
const outsideSupplies = (amount: string) => String.raw`(?<!\b(?:psu|suppl).*)${amount}(?!.*\b(?:psu|suppl))`;
const above = '(?:over|above|more th[ae]n|at least|from|min(?:imum)?|>)';
const clearlyAbove = '(?:over|above|more th[ae]n)';

type Apply = (read: PricedSearch, one?: number, other?: number) => void;

const applyMax: Apply = (read, one, other) => {
  read.max = one ?? other;
};
const applyMin: Apply = (read, one, other) => {
  read.min = one ?? other;
};

const applyBoth: Apply = (read, one, other) => {
  read.min = one;
  read.max = other;
};
/** A fifth less or more. */
const applyAbout: Apply = (read, one, other) => {
  const amount = one ?? other ?? 0;
  read.min = Math.round(amount * 0.8);
  read.max = Math.round(amount * 1.2);
};

const applySort =
  (sort: PricedSearch['sort']): Apply =>
  (read) => {
    read.sort = sort;
  };

const pricePatterns = (
  [
    [
      `(?:between|from) ?${sign}? ?${number} ?${currency}? ?(?:and|to|-) ?${sign}? ?${number} ?${currency}?`,
      applyBoth,
    ],
    [`${sign} ?${number} ?(?:-|to) ?${sign}? ?${number}`, applyBoth],
    [`${number} ?${currency}? ?(?:-|to) ?${number} ?${currency}`, applyBoth],
    [`${roundPrice}(?: ?- ?| to )${roundPrice}`, applyBoth],
    [`${about} ?${money}`, applyAbout],
    [
      `(?<!(?:psu|supply) )${about} ?([1-9]?\\d00|[2-9]0|${outsideSupplies('[1-9]50')})(?! ?(?:${anyUnit})\\b)`,
      applyAbout,
    ],
    [`${below} ?${bare}`, applyMax],
    [`${atMost} ?${money}`, applyMax],
    [`${clearlyAtMost} ?${bareLimit}`, applyMax],
    [`${bareLimit} ?(?:or (?:less|under|below|cheaper|lower)|at most|tops|budget)`, applyMax],
    [`${above} ?${money}`, applyMin],
    [`${clearlyAbove} ?${bareLimit}`, applyMin],
    [money, applyMax],
    ['(?:the )?(?:most (?:popular|bought|sold)|best[- ]?selling|best[- ]?sellers?)', applySort('bought')],
    [
      '(?:(?:with|has|by) )?(?:the )?(?:most expensive|highest priced?|dearest|priciest)',
      applySort('price-desc'),
    ],
    [
      '(?:(?:with|has|by) )?(?:the )?(?:cheapest|lowest priced?|least expensive|low price|cheap|inexpensive|affordable)',
      applySort('price'),
    ],
  ] as const
).map(([words, apply]) => ({ pattern: new RegExp(`(?:^| )${words}(?= |$)`, 'gi'), apply }));

export function readAmount(value: unknown): number | undefined {
  if (typeof value !== 'string' || !/^\d/.test(value)) return undefined;
  const thousands = value.replace(/[,.](?=\d{3})/g, '');
  const amount = Number.parseFloat(thousands.replace(',', '.'));
  return /k$/i.test(value) ? amount * 1000 : amount;
}
