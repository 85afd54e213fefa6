/** Prices in searches: 'ssd under $100', 'cheapest 4tb ssd'. */

export type PricedSearch = {
  /** Without the words about prices. */
  text: string;
  /** Dollars. */
  min: number | undefined;
  max: number | undefined;
  sort: 'price' | 'price-desc' | undefined;
};

export function readPriceWords(search: string): PricedSearch {
  const read: PricedSearch = { text: search, min: undefined, max: undefined, sort: undefined };
  for (const [pattern, apply] of patterns) {
    read.text = read.text.replace(pattern, (match, ...groups) => {
      apply(read, ...groups.slice(0, 2).map(readAmount));
      return match.startsWith(' ') ? ' ' : '';
    });
  }
  if (read.text === search) return read;
  const text = excludeVariants(read.text.replace(/\s+/g, ' ').trim(), read.sort);
  const isContradiction = read.min !== undefined && read.max !== undefined && read.min > read.max;
  return isContradiction ? { ...read, text: search, min: undefined, max: undefined } : { ...read, text };
}

/** By price, a cheaper 'Ti' would come before the chip that is searched. The last word may be incomplete. */
function excludeVariants(text: string, sort: PricedSearch['sort']): string {
  const isPlainChip = /\b[rg]tx ?[1-9]\d{3}(?! ?(?:t|s|ti|su.*)(?: |$))(?!\w)/i.test(text);
  return sort === 'price' && isPlainChip ? `${text} -ti -super` : text;
}

const number = String.raw`(\d{1,6}(?:[.,]\d{1,2})?)`;
/** An amount with a sign or a word for dollars; `bare` also without: not followed by another unit. */
const money = String.raw`(?:(?:\$|usd) ?${number}(?![\w.])(?: ?(?:usd|dollars?|bucks))?|${number} ?(?:\$|usd\b|dollars?\b|bucks\b))`;
const bare = String.raw`(?:\$ ?)?${number}(?![\w.,]|[- ]?(?:gb|tb|mb|g|t|gigs?|mhz|mt|ghz|mm|cm|rpm|ns|w|watts?|inch|slots?|pins?|bits?|series|"|x)\b)(?: ?(?:\$|usd\b|dollars?\b|bucks\b))?`;
const below = '(?:under|below|less th[ae]n|cheaper th[ae]n|lower th[ae]n|<)';
const atMost =
  '(?:up to|max(?:imum)?|at most|within|no more than|not more than|for|about|around|budget(?: of)?)';
const above = '(?:over|above|more than|at least|from|min(?:imum)?|>)';

type Apply = (read: PricedSearch, one?: number, other?: number) => void;

const applyMax: Apply = (read, one, other) => {
  read.max = one ?? other;
};
const applyMin: Apply = (read, one, other) => {
  read.min = one ?? other;
};

const patterns: [RegExp, Apply][] = [
  [
    new RegExp(
      String.raw`(?:^| )(?:between|from) ?\$? ?${number} ?\$? ?(?:and|to|-) ?\$? ?${number} ?(?:\$|usd|dollars?)?(?= |$)`,
      'gi',
    ),
    (read, one, other) => {
      read.min = one;
      read.max = other;
    },
  ],
  [
    new RegExp(String.raw`(?:^| )\$ ?${number} ?(?:-|to) ?\$ ?${number}(?= |$)`, 'gi'),
    (read, one, other) => {
      read.min = one;
      read.max = other;
    },
  ],
  [new RegExp(`(?:^| )${below} ?${bare}(?= |$)`, 'gi'), applyMax],
  [new RegExp(`(?:^| )${atMost} ?${money}(?= |$)`, 'gi'), applyMax],
  [new RegExp(`(?:^| )${above} ?${money}(?= |$)`, 'gi'), applyMin],
  [new RegExp(`(?:^| )${money}(?= |$)`, 'gi'), applyMax],
  [
    /(?:^| )(?:most expensive|highest price|dearest)(?= |$)/gi,
    (read) => {
      read.sort = 'price-desc';
    },
  ],
  [
    /(?:^| )(?:the )?(?:cheapest|lowest price|least expensive|low price|cheap|inexpensive|affordable)(?= |$)/gi,
    (read) => {
      read.sort = 'price';
    },
  ],
];

function readAmount(value: unknown): number | undefined {
  return typeof value === 'string' && /^\d/.test(value) ? Number(value.replace(',', '.')) : undefined;
}
