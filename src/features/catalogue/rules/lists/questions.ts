/** Takes from a search what it says of sorts, prices and limits; the rest remains words. */
import { LRUCache } from 'lru-cache';
import { type Category, stepsByUnit } from '#catalogue/rules/categories.ts';
import { categories } from '#catalogue/rules/category-ids.ts';
import type { Filter } from '#catalogue/rules/lists/filter-kinds.ts';
import { listFilters } from '#catalogue/rules/lists/filters.ts';
import { saysNothing } from '#catalogue/rules/search/searches.ts';
import { correctQuestion } from '#catalogue/rules/search/typing-errors.ts';
import { translate } from '#catalogue/rules/search/vocabulary.ts';
import type { Superlatives } from '#catalogue/rules/specification-fields.ts';
import { findCategory, readNeed } from '../search/kinds.ts';

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

export function readQuestion(typed: string, chosen: Category | undefined, priceKey: string): SearchQuestion {
  const key = `${chosen} ${priceKey} ${typed}`;
  const question = understood.get(key) ?? understand(typed, chosen, priceKey);
  understood.set(key, question);
  return question;
}

function understand(typed: string, chosen: Category | undefined, priceKey: string): SearchQuestion {
  const ranges = new Map<string, Pick<Limit, 'min' | 'max'>>();
  const values = new Map<string, readonly string[]>();
  // most lists are not searched, and the first use of all these patterns takes some 60 ms
  if (typed === '') return { text: typed, category: chosen, sort: undefined, ranges, values };
  const said = typed.replace(punctuation, '').replace(commas, ' ,');
  const meant = translate(said);
  const search = nameNeeds(spellClocks(nameMeasures(putOwnedLast(correctQuestion(meant))), chosen), chosen);
  const superlative = readSuperlative(search, chosen);
  const limited = readLimits(superlative?.text ?? search, superlative?.category ?? chosen);
  const { text, min, max, sort } = readPriceWords(limited.text);
  for (const limit of limited.limits) {
    if (limit.values) values.set(limit.key, limit.values);
    else ranges.set(limit.key, limit);
  }
  if ((min ?? max) !== undefined) ranges.set(priceKey, { min, max });
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

/** Lists have the clocks of cards in MHz, those of processors in GHz. */
function spellClocks(search: string, chosen: Category | undefined): string {
  const category = gigahertz.test(search) ? (chosen ?? findCategory(search)) : undefined;
  if (!category || !listFilters(category).some(({ unit }) => unit === 'MHz')) return search;
  return search.replace(
    gigahertz,
    (_, number) => `${Math.round(Number(number.replace(',', '.')) * 1000)} mhz`,
  );
}

const gigahertz = /(\d(?:[.,]\d{1,2})?) ?ghz\b/i;

/** 'max 155 mm high' is a limit of the height; 'for cards 330 mm long' is room. */
function nameMeasures(typed: string): string {
  const search = bareAmounts.reduce(
    (text, { kind, unit, amount }) => (kind.test(text) ? text.replace(amount, `$1 ${unit}`) : text),
    typed,
  );
  return search
    .replace(joinedExtreme, (joined, extreme, kind) => (findCategory(kind) ? `${extreme} ${kind}` : joined))
    .replace(/^(?:(?:i|we)(?: a|['’]?)[mr]e? )?(?:looking|searching|shopping) for /i, '')
    .replace(otherNames, (name) => usualNames[name.toLowerCase()] ?? '')
    .replace(/\b(\d{1,2}) ?gb(?: of)?(?= (?:dram |ram )?cache\b)/gi, (_, size) => `${size * 1024}mb`)
    .replace(/\bwhere (?:an?|my) (?=\d)/gi, 'for ')
    .replace(/\b(?:in|by) (?=(?:height|length|width|depth)\b)/gi, '')
    .replace(/(?<=\d)(?:"|''|-inch)(?= |$)/g, ' inch')
    .replace(/\b((?:fast|slow)er th[ae]n \d{4,5})(?= |$)(?! ?(?:m[ht]|rpm))/gi, '$1 mhz')
    .replace(countedPorts, (_, count, port) => `${count} ${/^s/i.test(port) ? 'sata ports' : 'm.2 slots'}`)
    .replace(/\b(?:(?:some|any)?thing|(?:a |the )?way) (?:to|that can) cool\b/gi, 'cooler for')
    .replace(/\b(?:must|should|has to|have to) (?:be|have)\b|\bjust(?= \d)/gi, '')
    .replace(/\b(?:spinning|mechanical|rotating) (?:hard )?(?:drive|disk|disc)s?\b/gi, 'hdd')
    .replace(/\b(?:drive|disk)s?\b(.*) ,?(?:mechanical|spinning)$/i, 'hdd$1')
    .replace(/\bnvme(?: m\.?2)?(?: (?:hdd|hard (?:disk|drive)|disk)s?\b|(?= for\b))/gi, 'nvme ssd')
    .replace(/\b(gen ?[345]|m\.?2|pcie ?[345]) (?:drive|disk)s?\b(?! (?:slot|bay|connector)s?\b)/gi, '$1 ssd')
    .replace(/^nvme(?= \d{1,4} ?[gt]b with )/i, 'nvme ssd')
    .replace(/(\d ?[gt]b) max(?:imum)?(?= (?:memory|ram)\b)/gi, '$1')
    .replace(/\b(amd|nvidia|low[- ]profile|lp) cards?\b/gi, '$1 gpu')
    .replace(/ \((?:(?<!\d)\d{3,5} ?(?:[gm]b)?(?: or )?)+\)/gi, '')
    .replace(roomForPart, '$2 max $1')
    .replace(roomOfCase, '$2 max $1')
    .replace(spaceForPart, 'max $1')
    .replace(clearance, (_, size, part, other, otherSize) => `case for ${size ?? otherSize} ${part ?? other}`)
    .replace(drivesInCase, 'at least $1$2 3.5-inch bays')
    .replace(sizeOfPart, 'case for $2 $1')
    .replace(roomOfTower, '$1 case for $2')
    .replace(sizeOfNamedCooler, 'case for $1 cooler')
    .replace(sizeOfNamedCard, 'case for $1 card')
    .replace(comparedLow, (_, word, size) => `less than ${size} ${measuredBy[word.toLowerCase()]}`)
    .replace(comparedHigh, (_, word, size) => `more than ${size} ${measuredBy[word.toLowerCase()]}`)
    .replace(notAbove, 'at most')
    .replace(notBelow, 'at least')
    .replace(measures, (_, size, word) => `${size} ${measuredBy[word.toLowerCase()]}`)
    .replace(/\b(full|mid|mini) tower(?= (?:that|which|for|to) )/gi, '$1 tower case')
    .replace(kilowatts, (_, number) => `${Number(number.replace(',', '.')) * 1000}w`)
    .replace(limitedNouns, (_, limit, noun, number) => sayUnit(noun, limit, number))
    .replace(namedLimits, (_, noun, limit, number) => sayUnit(noun, limit, number))
    .replace(leastInWords, (number) => String(numerals.indexOf(number.toLowerCase())));
}

/** 'cheapestcase', 'cheapmotherboard' */
const joinedExtreme = /\b((?:cheap|quiet|fast|small)(?:est)?|biggest|largest)([a-z]{3,})/gi;

const kilowatts = /(?<![\w.,])(\d(?:[.,]\d{1,2})?) ?(?:kw|kilowatts?)(?![\w])/gi;

const numerals = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** 'sequential read', by several words: one may be that of something else, and “longest” sorts. */
const namedMeasures = Map.groupBy(
  categories
    .flatMap(listFilters)
    .filter(({ label, unit }) => /^(?!longest|highest)\w+(?: \w+)+$/i.test(label) && /^[a-z/]+$/i.test(unit)),
  ({ label }) => label.toLowerCase(),
);

/** 'cl below 16', 'tdp under 65': the fact says the unit. */
const unitOfNoun: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [...namedMeasures].flatMap(([name, [filter, ...others]]) =>
      filter && others.every(({ unit }) => unit === filter.unit) ? [[name, filter.unit.toLowerCase()]] : [],
    ),
  ),
  cl: 'cl',
  cas: 'cl',
  'cas latency': 'cl',
  latency: 'cl',
  cores: 'cores',
  threads: 'threads',
  tdp: 'w',
  wattage: 'w',
  noise: 'db',
  length: 'mm',
  height: 'mm',
  volume: 'l',
};
const nounsWithUnits = Object.keys(unitOfNoun).join('|');

/** A name of several words stays: it says which measure of the unit is meant. */
function sayUnit(noun: string, limit: string, number: string): string {
  return `${noun.includes(' ') ? `${noun} ` : ''}${limit} ${number} ${unitOfNoun[noun.toLowerCase()]}`;
}

const bareNumber = String.raw`(\d{1,4})(?![\w.,]| ?[a-z$€£"])`;
const namedLimits = new RegExp(
  `(?<!\\b(?:\\d{1,3}|${numerals.join('|')})[ -]?)\\b(${nounsWithUnits})(?: of)? (under|below|over|above|(?:not? )?(?:less|more|lower|higher) th[ae]n|up to|at (?:least|most)|max(?:imum)?|min(?:imum)?|[<>]=?)(?: of)? ?${bareNumber}`,
  'gi',
);
/** 'max length 250' */
const limitedNouns = new RegExp(
  `\\b(max(?:imum)?|min(?:imum)?|at (?:least|most)|up to) (${nounsWithUnits})(?: of)? ${bareNumber}`,
  'gi',
);

/** Who has the case looks for the part: 'my case only has room for a 160 mm high cooler'. */
const roomOfCase =
  /^my (?:pc )?case (?:only )?(?:has|takes|fits|allows)(?: only)?(?: (?:room|space) for)?(?: an?)? (\d+ ?(?:mm|cm))(?: high| tall| long)? (gpu|(?:graphics |video )?card|(?:cpu )?cooler)s?\b.*$/i;

/** '… for a cooler of 130 mm, what air cooler fits?' */
const roomForPart =
  /^my (?:pc )?case (?:only )?(?:has|takes|fits|allows)(?: only)?(?: (?:room|space) for)?(?: an?)? (?:gpu|(?:graphics |video )?card|(?:cpu )?cooler)s? (?:of|up to|with|under) (\d+ ?(?:mm|cm))(?: high| tall| long)? (?:which|what|(?:i|we) (?:want|need|would like)(?: an?)?) (.+)$/i;

/** 'gpu that fits in a 200 mm space', 'card that would fit in a case with 320 mm room' */
const spaceForPart =
  /\b(?:(?:that|which|would|will|can|could) )*fits? (?:in|into|inside)(?: an?| my)?(?: (?:pc |computer )?case (?:with|of|that has))?(?: an?| only| just)* (\d+ ?(?:mm|cm))(?: of)?(?: (?:space|room|gap|clearance|case|slot))?\b/gi;

/** '400 mm gpu clearance', 'case with cooler clearance of 170 mm' */
const clearance =
  /(?:\bcase (?:with |of )?(?:at least )?)?(?:\b(\d+ ?(?:mm|cm)) (gpu|card|cooler) (?:clearance|room|space)|\b(gpu|card|cooler) (?:clearance|room|space)(?: of| up to| over| at least)? (\d+ ?(?:mm|cm))(?: or more)?)(?: case)?\b/gi;

/** 'more than 4 m.2', '6 or more sata' */
const countedPorts =
  /((?:at (?:least|most)|than|over|above|under|below|up to) \d{1,2}|\d{1,2} or more|\d{1,2}\+) (m\.?2|nvme|sata)(?= |$)(?! (?:slots?|ports?|ssds?|drives?|connectors?))/gi;

/** 'ram at least 6400', 'ddr5 6000 or faster', 'aio bigger than 240', 'psu over 1000': numbers that are no prices there. */
const bareAmounts = (
  [
    [/\b(?:ram|memory|ddr[2-5])\b/i, '[1-9]\\d{3}', 'mhz'],
    [/\b(?:aio|radiators?|(?:liquid|water)[ -]?cool)/i, '(?:[1-4][248]0|360)', 'mm'],
    [/\b(?:psu|power supply)\b/i, '(?:[4-9]\\d0|1\\d\\d0)', 'w'],
  ] as const
).map(([kind, numbers, unit]) => ({
  kind,
  unit,
  amount: new RegExp(
    `((?<=\\b(?:at least|over|above|from|min(?:imum)?|[a-z]+(?:er|re) th[ae]n) (?:ddr[2-5][ -])?)${numbers}|\\b${numbers}(?= or (?:[a-z]+er|more|up)\\b))(?= |$)(?! ?(?:m[ht]\\S*|mm|w|dollars|bucks|usd|eur)\\b)`,
    'gi',
  ),
}));

/** 'a tower that holds eight or more 3.5 inch drives', 'room for four 3.5 inch drives' */
const drivesInCase = new RegExp(
  String.raw`\b(?:that )?(?:(?:with |has )?room for|holds?|takes?|fits?|has|with|for) (?:(?:at least )?(\w+) or more|(\d{1,2}|${numerals.join('|')})) 3\.5(?:"|[- ]?inch)? (?:hard )?(?:drive|disk|hdd)s?(?: bays?)?`,
  'gi',
);

/** 'my card is 330 mm long, which case has room for it' */
const sizeOfPart =
  /^my (?:new )?(gpu|(?:graphics |video )?card|(?:cpu )?cooler) is (\d+ ?(?:mm|cm))(?: high| tall| long)?(?: and)? (?:which|what) (?:pc |computer )?case\b.*/i;

/** 'mid tower white 400 mm gpu' */
const roomOfTower = /^((?:.* )?(?:tower|chassis)(?: .*?)?) (\d+ ?(?:mm|cm) (?:gpu|card|cooler))$/i;

/** 'case for nh-d15 165 mm tall': a case takes what is high as its cooler, what is long as its card. */
const namedPart = String.raw`^(?:pc )?case (?:for|that fits|to fit) (?!cards? |coolers? |an? |\d).*?(\d+ ?(?:mm|cm))`;
const sizeOfNamedCooler = new RegExp(`${namedPart} (?:high|tall|cooler)(?= |$)`, 'i');
const sizeOfNamedCard = new RegExp(`${namedPart} (?:long|gpu|card)(?= |$)`, 'i');

/** 'at least four', 'four or more', 'six sata ports' */
const leastInWords = new RegExp(
  `(?<=\\b(?:at (?:least|most)|up to|th[ae]n) )(?:${numerals.join('|')})\\b|\\b(?:${numerals.join('|')})(?= (?:or (?:more|less|fewer)|sata|m\\.?2|nvme|expansion|pcie?|(?:hard )?(?:drive|disk)|hdd|memory|ram|dimm)\\b)`,
  'gi',
);

/** Other ways to say a fact or an extreme, of every kind. */
const usualNames: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'vram = video memory, video ram, graphics memory, gpu memory, graphics ram',
    'cl = cas latency of, cas of',
    'cheapest = most budget friendly, lowest price, lowest cost, low to high, lowest to highest, sorted by price, sort by price, most affordable, best price, lowest prices, lowest priced, price low to high, price lowest first',
    'most expensive = costliest, highest price, highest priced, highest prices, high to low, price high to low',
    'biggest = roomiest, most spacious, hugest',
    'smallest = tiniest, littlest',
    'quietest = silentest, most quiet, least noisy, least loud, lowest noise, lowest noise level',
    'loudest = noisiest, least quiet',
    'most powerful = beefiest, strongest',
    'lowest power draw = least electricity, least energy, least current',
    'under = sub',
  ].flatMap((line) => {
    const [usual = '', others = ''] = line.split(' = ');
    return others.split(', ').map((other) => [other, usual]);
  }),
);
const otherNames = new RegExp(
  `\\b(?:${Object.keys(usualNames)
    .toSorted((one, other) => other.length - one.length)
    .join('|')})\\b(?=$| )(?! first)|\\b(?:high|mid|low)[- ](?:end|range|tier)\\b|\\bentry[- ]level\\b`,
  'gi',
);

const measuredBy: Readonly<Record<string, string>> = {
  high: 'height',
  tall: 'height',
  long: 'length',
  deep: 'depth',
  shallow: 'depth',
  narrow: 'width',
  low: 'height',
  wide: 'width',
};
/** 'taller than 160 mm', 'narrower than 20 cm' */
const comparedLow =
  /\b(shallow|narrow|low)er th[ae]n (\d+(?:\.\d+)? ?(?:mm|cm))(?: (?:high|tall|wide|deep))?\b/gi;
const comparedHigh =
  /\b(tall|high|deep|wide)e?r th[ae]n (\d+(?:\.\d+)? ?(?:mm|cm))(?: (?:high|tall|wide|deep))?\b/gi;

/** 'no longer than', 'that does not need more than', 'not over' */
const [notAbove, notBelow] = [
  'over|above|beyond|(?:bigg|larg|great|long|fast|high|loud|tall|wid|deep|thick)er th[ae]n|more th[ae]n',
  'under|below|(?:small|short|low|few|slow)er th[ae]n|less th[ae]n',
].map(
  (words) =>
    new RegExp(
      String.raw`\b(?:not?|(?:do|does|is|are|should|must|can)(?: ?not|n['’]?t))(?: (?:be|need|have|cost|draw|use))? (?:${words})(?= )`,
      'gi',
    ),
) as [RegExp, RegExp];

const measures =
  /(\d ?(?:mm|cm)) (high|tall|long|deep|wide)(?![\w-]| (?:gpu|card|graphics|video|cooler|cpu))/gi;

/** A cheaper or shorter 'Ti' would come before the chip that is searched. The last word may be incomplete. */
function excludeVariants(text: string): string {
  const isPlainChip = /\b[rg]tx ?[1-9]\d{3}(?! ?(?:t|s|ti|su.*)(?: |$))(?!\w)/i.test(text);
  return isPlainChip ? `${text} -ti -super` : text;
}

/** Limits of sizes and speeds in searches: 'hdd over 4tb', 'gpu shorter than 250mm'. They are filters of the category. */
type Limit = {
  key: string;
  min: number | undefined;
  max: number | undefined;
  /** Of a choice among numbers. */
  values?: readonly string[];
  /** How the fact is called. */
  nouns: string;
};

type LimitedSearch = {
  text: string;
  category: Category | undefined;
  limits: readonly Limit[];
  notUnderstood: readonly string[];
};

const maxLimits = 3;

function readLimits(search: string, chosen: Category | undefined): LimitedSearch {
  let limited: LimitedSearch = { text: search, category: chosen, limits: [], notUnderstood: [] };
  for (let count = 0; count < maxLimits; count += 1) {
    const next = readLimit(limited);
    if (!next) break;
    limited = next;
  }
  return limited;
}

function readLimit({ text: search, category: chosen, limits, notUnderstood }: LimitedSearch) {
  for (const { pattern, isLeast, isExact } of patterns) {
    const { 0: match, index = 0, groups } = pattern.exec(search) ?? {};
    if (match === undefined || !groups) continue;
    const { least, number = '' } = groups;
    const unit = (groups.unit ?? '').toLowerCase();
    const limited = { search, unit, isStrict: groups.strict !== undefined };
    if (!isLeast && least && Number(least) >= Number(number)) continue;
    const ends = { min: isLeast || isExact ? number : least, max: isLeast ? undefined : number };
    const find = (possible: readonly Category[]) =>
      possible.flatMap((category) => {
        const limit = makeLimit(category, limited, ends);
        return limit ? [{ category, limit }] : [];
      });
    const named = find(listLimited(chosen ?? findCategory(search), unit));
    // 'm.2' is typical of drives, and boards have slots for them
    const [only, another] = named.length === 0 && !chosen && counts.has(unit) ? find(categories) : named;
    const known = another ? undefined : only;
    const isWord = !known && spelledUnits.has(unit); // parts have the amount among their words
    const sides = [search.slice(0, index), search.slice(index + match.length)] as const;
    const [before, after] = known ? removeNouns(sides, known.limit.nouns) : sides;
    return {
      text: `${before} ${isWord ? number + unit : ''} ${after}`.replace(/\s+/g, ' ').trim(),
      category: known?.category ?? chosen,
      limits: known ? [...limits, known.limit] : limits,
      notUnderstood: known || isWord ? notUnderstood : [...notUnderstood, match.trim()],
    };
  }
  return undefined;
}

/** 'boost clock over 3 GHz': the fact beside its limit, unless it is a part of what the kind is called ('power supply'). */
function removeNouns(sides: readonly [string, string], nouns: string): readonly [string, string] {
  const without = [
    sides[0].replace(new RegExp(`(?<![^ ])(?:${nouns})(?: of| is)? *$`, 'i'), ''),
    sides[1].replace(new RegExp(`^ *(?:of )?(?:${nouns}|high|tall|long|deep|wide)(?![^ ])`, 'i'), ''),
  ] as const;
  return findCategory(without.join(' ')) === findCategory(sides.join(' ')) ? without : sides;
}

/** Litres are those of a case, though nothing else says that one is meant. */
function listLimited(named: Category | undefined, unit: string): readonly Category[] {
  if (named) return [named];
  return spelledUnits.has(unit) ? [] : categories;
}

type Limited = { search: string; unit: string; isStrict: boolean };
type Ends = { min: string | undefined; max: string | undefined };

/** Ranges include their ends: more than 2 TB is at least 2001 GB. */
function makeLimit(category: Category, { search, unit, isStrict }: Limited, ends: Ends): Limit | undefined {
  const { of, factor } = units.get(unit) ?? { of: '', factor: 1 };
  const filters = listFilters(category).filter(
    (each) =>
      (each.kind === 'range' || (each.kind === 'choice' && each.isNumeric)) &&
      of.split(',').includes(each.unit || each.label.toLowerCase()),
  );
  const named = filters.map((each) => ({ each, length: measureNoun(search, each) }));
  const { each: filter } = named.toSorted((one, other) => other.length - one.length)[0] ?? {};
  if (!filter) return undefined;
  const step = isStrict ? (stepsByUnit.get(filter.unit) ?? 1) : 0;
  const read = (amount: string | undefined, change: number) =>
    amount && Math.round((Number(amount.replace(',', '.')) * factor + change) * 1000) / 1000;
  const [min, max] = [read(ends.min, step) || undefined, read(ends.max, -step) || undefined];
  const nouns = listNouns(filter);
  if (filter.kind === 'range') return { key: filter.key, min, max, nouns };
  const values = usualNumbers.filter((each) => each >= (min ?? 0) && each <= (max ?? each));
  return values.length > 0 ? { key: filter.key, min, max, nouns, values: values.map(String) } : undefined;
}

/**
 * How much of the search calls the filter: 'max height 50 mm' is the height of a cooler, 'room for a cooler of 170 mm' the
 * “Highest cooler” of a case, 'aio' its radiator.
 */
function measureNoun(search: string, filter: Filter): number {
  const text = search.toLowerCase();
  const [noun = ''] = new RegExp(`\\b(?:${listNouns(filter)})\\b`).exec(text) ?? [];
  const hasWord = filter.label
    .toLowerCase()
    .match(/[a-z]{4,}/g)
    ?.some((word) => text.includes(word));
  return noun.length || Number(hasWord ?? false);
}

/** Of cores, slots, gigabytes, radiators and turns a minute. */
export const usualNumbers = [
  1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 14, 16, 18, 20, 22, 24, 28, 32, 36, 40, 48, 56, 64, 80, 92, 96, 120,
  128, 140, 192, 240, 256, 280, 360, 384, 420, 480, 512, 4200, 5400, 5700, 5900, 7200, 10_000, 10_500, 15_000,
];

type Unit = readonly [name: string, { of: string; factor: number }];

/** Counts by their names, of one and of several, with the labels and units that they can mean: 'cores', 'sata port', 'ram slots'. */
const counts = Map.groupBy(
  categories.flatMap(listFilters).flatMap((filter) => {
    const label = filter.label.toLowerCase();
    const isCount = 'unit' in filter && !filter.unit && /[^s]s$/.test(label);
    const names = isCount ? [label, ...(filter.superlatives?.nouns ?? [])] : [];
    const plain = names.filter((name) => /^[a-z\d][\w. -]*s$/.test(name));
    return plain.flatMap((name) => [name, name.slice(0, -1)].map((each) => ({ name: each, label })));
  }),
  ({ name }) => name,
);

/** Also as they are written on pages. `of`: the units of filters, or the labels of counts, that they can mean, by commas. */
const units = new Map([
  // until a part has such a fact
  ...'kg lb lbs gram grams inch inches hz fps volt volts amp amps db/a lumen'
    .split(' ')
    .map((unit): Unit => [unit, { of: '', factor: 1 }]),
  ...[...counts].map(
    ([name, of]): Unit => [name, { of: [name, ...of.map(({ label }) => label)].join(), factor: 1 }],
  ),
  ...[...stepsByUnit.keys()].flatMap((unit): Unit[] =>
    /^[a-z/]+$/i.test(unit)
      ? [unit, unit.replace(/(?<=ch)es$|(?<=\w{3})s$/, '')].map(
          (each): Unit => [each.toLowerCase(), { of: unit, factor: 1 }],
        )
      : [],
  ),
  ...(
    [
      ['tb terabyte terabytes', 'GB', 1000],
      ['gigabyte gigabytes gig gigs', 'GB', 1],
      ['mhz', 'MT/s,MHz', 1],
      ['mts', 'MT/s', 1],
      ['millimeter millimeters', 'mm', 1],
      ['cm centimeter centimeters', 'mm', 10],
      ['watt watts', 'W', 1],
      ['liter liters litre litres ltr', 'L', 1],
      ['dba db(a) decibel decibels', 'dB', 1],
      ['cl', 'cycles', 1],
      ['slot slots', 'slots,memory slots,expansion slots', 1],
      ['mbps', 'MB/s', 1],
      ['gb/s', 'MB/s', 1000],
    ] as const
  ).flatMap(([spellings, of, factor]) => spellings.split(' ').map((unit) => [unit, { of, factor }] as Unit)),
]);

/** Parts have these amounts among their words, in whole numbers. */
const spelledUnits = new Set(['tb', 'gb', 'mhz', 'mm', 'cm', 'w', 'watt', 'watts']);

const anyUnit = [...units.keys()]
  .toSorted((one, other) => other.length - one.length)
  .map((unit) => unit.replace(/[.()]/g, '\\$&'))
  .join('|');
const amountNumber = String.raw`\d{1,6}(?:[.,]\d{1,2})?`;
const amount = String.raw`(?:(?<number>${amountNumber})[ -]?(?<unit>${anyUnit})|(?<unit>cl) ?(?<number>\d{1,2}))`;
/** 'max length 250mm', 'minimum of 8tb'. */
const noun = '(?: [a-z]+){0,2}?(?: of)?';
const side = '(?: (?:height|length|depth|width))?';
const than =
  '(?:bigger|larger|greater|longer|faster|higher|more|louder|taller|stronger|more powerful) th[ae]n';
const lessThan =
  '(?:smaller|shorter|lower|less|fewer|slower|quieter|slimmer|thinner|weaker|less powerful) th[ae]n';

/** 'with 8 expansion slots'; parts have counts of one word among their words. */
const longCounts = [...counts.keys()].filter((name) => name.includes(' ')).join('|');

const patterns = [
  {
    isLeast: false,
    text: `(?:between|from) (?<least>${amountNumber}) ?(?:${anyUnit})? ?(?:and|to|-) ?${amount}`,
  },
  { isLeast: false, text: `(?<least>${amountNumber})(?:-| to )${amount}` },
  {
    isLeast: true,
    text: `(?:with )?(?:at least|from|min(?:imum)?${noun}|>=|(?<strict>over|above|${than}|>)) ?${amount}`,
  },
  {
    isLeast: true,
    text: `(?:(?:with )?room for|for|fits|fitting|takes?|holds?|accepts?|with|and)(?: an?)? ${amount} (?:long |high |tall |length |height )?(?:gpus?|(?:graphics |video )?cards?|(?:cpu )?coolers?)`,
  },
  {
    isLeast: true,
    text: `(?:can )?(?:hold|take|fit|with room for|room for|for)s?(?: an?)? (?:gpu|(?:graphics |video )?card|(?:cpu )?cooler)s?(?: of| up to)? ${amount}(?: length| height)?`,
  },
  {
    isLeast: true,
    text: String.raw`(?:with )?${amount}${side} ?(?:or (?:more|bigger|larger|higher|faster|longer|better|above|over|up)|and (?:more|up|above)|min(?:imum)?(?! ?[$€£]?\d))`,
  },
  { isLeast: true, text: String.raw`(?:with )?${amount}\+` },
  {
    isLeast: true,
    text: `(?:with )?(?<number>${amountNumber}) ?(?:or more|and more|or higher|\\+) ?(?<unit>${anyUnit})`,
  },
  {
    isLeast: false,
    text: `(?:with )?(?:at most|up to|max(?:imum)?${noun}|<=|(?<strict>under|below|${lessThan}|<)) ?${amount}`,
  },
  {
    isLeast: false,
    text: String.raw`(?:with )?${amount}${side} ?(?:or (?:less|fewer|smaller|shorter|lower|quieter|below|under)|max(?:imum)?(?! ?[$€£]?\d))`,
  },
  { isLeast: false, isExact: true, text: `(?:with )?(?<number>\\d{1,2}) (?<unit>${longCounts})` },
].map(({ isLeast, isExact = false, text }) => ({
  isLeast,
  isExact,
  pattern: new RegExp(`(?<![^ ])${text}(?![^ ])`, 'i'),
}));

/** Superlatives in searches: 'biggest hard drive', 'gpu with most vram'. Each means a sort of the category's list. */
type SuperlativeSearch = { text: string; category: Category; sort: string };

/** Undefined: there is none, or it is not clear of what. Without a chosen category, the text must name one. */
function readSuperlative(search: string, chosen: Category | undefined): SuperlativeSearch | undefined {
  const possible = superlatives.flatMap(({ category, pattern, sort, hasNoun, nouns }) => {
    if ((chosen !== undefined && category !== chosen) || !pattern.test(search)) return [];
    const text = search.replace(pattern, ' ').replace(/\s+/g, ' ').trim();
    return [{ text: removeNoun(text, nouns), category, sort, hasNoun }];
  });
  const named = possible.find(({ text, category }) => category === (chosen ?? findCategory(text)));
  const [only, ...others] = possible.filter(
    ({ text, hasNoun }) => hasNoun && findCategory(text) === undefined,
  );
  const isOfOne = others.every(({ category }) => category === only?.category);
  const meant = named ?? (isOfOne ? only : undefined); // 'most cores' is said of nothing else
  return meant && { text: meant.text, category: meant.category, sort: meant.sort };
}

/** 'highest clocked cpu boost': at the end, another name of the fact says nothing more. */
function removeNoun(text: string, nouns: string): string {
  const without = text.replace(new RegExp(` (?:(?:by|in|of) )?(?:${nouns})$`, 'i'), '');
  return findCategory(without) === findCategory(text) ? without : text;
}

const ofNumber = '(?: (?:number|count|amount) of)?';
const greatest = `(?:most|highest|biggest|largest|greatest|longest|tallest|fastest|max(?:imum)?)${ofNumber}`;
const smallest = `(?:least|lowest|smallest|fewest|shortest|slowest|tightest|min(?:imum)?)${ofNumber}`;

/** By the label of a filter. */
const superlativesOfMeasures: Readonly<Record<string, Superlatives>> = {
  Height: { least: ['lowest', 'shortest', 'flattest'], most: ['tallest', 'highest'] },
  Width: { least: ['narrowest', 'slimmest', 'thinnest'], most: ['widest'] },
  Depth: { least: ['shallowest'], most: ['deepest'] },
  Thickness: { least: ['thinnest', 'slimmest'], most: ['thickest', 'widest'] },
};

/** 'most vram' is understood before 'most'. */
const superlatives = categories
  .flatMap((category) => listFilters(category).flatMap((filter) => listPatterns(category, filter)))
  .sort((one, other) => Number(other.hasNoun) - Number(one.hasNoun));

function listNouns({ label, superlatives }: Filter): string {
  const nouns = [label.toLowerCase().replace(/ \(.*\)/, ''), ...(superlatives?.nouns ?? [])];
  return nouns.toSorted((one, other) => other.length - one.length).join('|');
}

function listPatterns(category: Category, filter: Filter) {
  const { key, sorts, superlatives = {} } = filter;
  const nouns = listNouns(filter);
  const list = (end: 'least' | 'most') => [
    ...(superlatives[end] ?? []),
    ...(superlativesOfMeasures[filter.label]?.[end] ?? []),
  ];
  const ends = [
    { direction: 'up', sort: key, adverb: smallest, words: list('least') },
    { direction: 'down', sort: `${key}-desc`, adverb: greatest, words: list('most') },
  ] as const;
  return ends
    .filter(({ direction }) => sorts.includes(direction))
    .flatMap(({ sort, adverb, words }) => [
      { category, sort, nouns, hasNoun: true, pattern: makePattern(`${adverb} (?:${nouns})`) },
      ...(words.length > 0
        ? [{ category, sort, nouns, hasNoun: false, pattern: makePattern(words.join('|'), '') }]
        : []),
    ]);
}

/** 'max length 250 mm' is a limit; 'quietest 850 W' is none. */
function makePattern(words: string, limit = String.raw`| (?:of )?\d[\d.,]* ?[a-z]`): RegExp {
  return new RegExp(String.raw`(?<![\w-])(?:with )?(?:the )?(?:${words})(?![\w-]${limit})`, 'i');
}

/** Prices in searches: 'ssd under $100', 'cheapest 4tb ssd'. */
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
  for (const [pattern, apply] of pricePatterns) {
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

const pricePatterns: [RegExp, Apply][] = [
  [
    new RegExp(
      `(?:^| )(?:between|from) ?${sign}? ?${number} ?${currency}? ?(?:and|to|-) ?${sign}? ?${number} ?${currency}?(?= |$)`,
      'gi',
    ),
    applyBoth,
  ],
  [new RegExp(`(?:^| )${sign} ?${number} ?(?:-|to) ?${sign}? ?${number}(?= |$)`, 'gi'), applyBoth],
  [new RegExp(`(?:^| )${number} ?${currency}? ?(?:-|to) ?${number} ?${currency}(?= |$)`, 'gi'), applyBoth],
  [new RegExp(`(?:^| )${roundPrice}(?: ?- ?| to )${roundPrice}(?= |$)`, 'gi'), applyBoth],
  [new RegExp(`(?:^| )${about} ?${money}(?= |$)`, 'gi'), applyAbout],
  [
    new RegExp(`(?:^|(?<!psu|supply) )${about} ?([1-9]?\\d00|[2-9]0)(?= |$)(?! ?(?:${anyUnit})\\b)`, 'gi'),
    applyAbout,
  ],
  [new RegExp(`(?:^| )${below} ?${bare}(?= |$)`, 'gi'), applyMax],
  [new RegExp(`(?:^| )${atMost} ?${money}(?= |$)`, 'gi'), applyMax],
  [new RegExp(`(?:^| )${clearlyAtMost} ?${bareLimit}(?= |$)`, 'gi'), applyMax],
  [
    new RegExp(
      `(?:^| )${bareLimit} ?(?:or (?:less|under|below|cheaper|lower)|at most|tops|budget)(?= |$)`,
      'gi',
    ),
    applyMax,
  ],
  [new RegExp(`(?:^| )${above} ?${money}(?= |$)`, 'gi'), applyMin],
  [new RegExp(`(?:^| )${clearlyAbove} ?${bareLimit}(?= |$)`, 'gi'), applyMin],
  [new RegExp(`(?:^| )${money}(?= |$)`, 'gi'), applyMax],
  [
    /(?:^| )(?:the )?(?:most (?:popular|bought|sold)|best[- ]?selling|best[- ]?sellers?)(?= |$)/gi,
    (read) => {
      read.sort = 'bought';
    },
  ],
  [
    /(?:^| )(?:(?:with|has|by) )?(?:the )?(?:most expensive|highest priced?|dearest|priciest)(?= |$)/gi,
    (read) => {
      read.sort = 'price-desc';
    },
  ],
  [
    /(?:^| )(?:(?:with|has|by) )?(?:the )?(?:cheapest|lowest priced?|least expensive|low price|cheap|inexpensive|affordable)(?= |$)/gi,
    (read) => {
      read.sort = 'price';
    },
  ],
];

function readAmount(value: unknown): number | undefined {
  if (typeof value !== 'string' || !/^\d/.test(value)) return undefined;
  const thousands = value.replace(/[,.](?=\d{3})/g, '');
  const amount = Number.parseFloat(thousands.replace(',', '.'));
  return /k$/i.test(value) ? amount * 1000 : amount;
}
