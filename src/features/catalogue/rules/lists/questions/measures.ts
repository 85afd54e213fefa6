/** Writes what a search says of sizes and speeds in one way: 'max 155 mm high' is a limit of the height. */
import type { Category } from '#catalogue/rules/categories.ts';
import { categories } from '#catalogue/rules/category-ids.ts';
import { listFilters } from '#catalogue/rules/lists/filters.ts';
import { anyUnit } from '#catalogue/rules/lists/questions/limits.ts';
import { readAmount } from '#catalogue/rules/lists/questions/prices.ts';
import { findCategory } from '#catalogue/rules/search/kinds.ts';

/** Lists have the clocks of cards in MHz, those of processors in GHz. */
export function spellClocks(search: string, chosen: Category | undefined): string {
  const category = gigahertz.test(search) ? (chosen ?? findCategory(search)) : undefined;
  if (!category || !listFilters(category).some(({ unit }) => unit === 'MHz')) return search;
  return search.replace(
    gigahertz,
    (_, number) => `${Math.round(Number(number.replace(',', '.')) * 1000)} mhz`,
  );
}

const gigahertz = /(\d(?:[.,]\d{1,2})?) ?ghz\b/i;

/** 'max 155 mm high' is a limit of the height; 'for cards 330 mm long' is room. */
export function nameMeasures(typed: string): string {
  const search = bareAmounts.reduce(
    (text, { kind, unit, amount }) => (kind.test(text) ? text.replace(amount, `$1 ${unit}`) : text),
    typed,
  );
  const named = search
    .replace(joinedExtreme, (joined, extreme, kind) => (findCategory(kind) ? `${extreme} ${kind}` : joined))
    .replace(/^(?:(?:i|we)(?: a|['’]?)[mr]e? )?(?:looking|searching|shopping) for /i, '')
    .replace(otherNames, (name) => usualNames[name.toLowerCase()] ?? '')
    .replace(/\b(\d{1,2}) ?gb(?: of)?(?= (?:dram |ram )?cache\b)/gi, (_, size) => `${size * 1024}mb`)
    .replace(/\b(\d) ?gb(?= dram\b)/gi, (size, number) =>
      ofDrive.test(search) ? `${number * 1024}mb` : size,
    )
    .replace(/\bdram[- ]less\b(?! th[ae]n)/gi, 'dramless')
    .replace(/\bwhere (?:an?|my) (?=\d)/gi, 'for ')
    .replace(/\b(?:in|by) (?=(?:height|length|width|depth)\b)/gi, '')
    .replace(/(?<=\d)(?:"|''|-inch)(?= |$)/g, ' inch')
    .replace(/\b((?:fast|slow)er th[ae]n \d{4,5})(?= |$)(?! ?(?:m[ht]|rpm))/gi, '$1 mhz')
    .replace(countedPorts, (_, count, port) => `${count} ${/^s/i.test(port) ? 'sata ports' : 'm.2 slots'}`)
    .replace(/\b(?:(?:some|any)?thing|(?:a |the )?way) (?:to|that can) cool\b/gi, 'cooler for')
    .replace(/\b(?:must|should|has to|have to) (?:be|have)\b|\bjust(?= \d)/gi, '')
    .replace(/\b(?:spinning|mechanical|rotating) (?:hard )?(?:drive|disk|disc)s?\b/gi, 'hdd')
    .replace(/\b(?:drive|disk)s?\b(.*) ,?(?:mechanical|spinning)$/i, 'hdd$1')
    .replace(
      /\bnvme(?: m\.?2)?(?: (?:hdd|hard (?:disk|drive)|disk)s?\b|(?= (?:for|(?:with|without|no)(?: an?)? dram)\b))/gi,
      'nvme ssd',
    )
    .replace(/\bnvme\b(?! ssd\b)(?=.*\bdram)|(?<=\bdram.*)\bnvme\b(?! ssd\b)/gi, 'nvme ssd')
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
    .replace(drivesOfCase, 'at least $1$2 3.5-inch bays')
    .replace(limitedDrives, '$1 3.5-inch bays')
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
  return nameRanges(named);
}

/** 'ssd 1gb dram' is its cache. */
const ofDrive = /\b(?:ssd|nvme)s?\b/i;

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

/** '400 mm gpu clearance', 'case 400 mm gpu', 'case with cooler clearance of 170 mm' */
const clearance =
  /(?:\bcase (?:with |of )?(?:at least )?)?(?:\b(\d+ ?(?:mm|cm)) (gpu|card|cooler)(?: (?:clearance|room|space)|(?<=^case \d+ ?[cm]m \w+)$)|\b(gpu|card|cooler) (?:clearance|room|space)(?: of| up to| over| at least)? (\d+ ?(?:mm|cm))(?: or more)?)(?: case)?\b/gi;

/** 'more than 4 m.2', '6 or more sata' */
const countedPorts =
  /((?:at (?:least|most)|than|over|above|under|below|up to) \d{1,2}|\d{1,2} or more|\d{1,2}\+) (m\.?2|nvme|sata)(?= |$)(?! (?:slots?|ports?|ssds?|drives?|connectors?))/gi;

/** 'ram at least 6400', 'ddr5 6000 or faster', 'ddr4 3200-3600', 'aio 240-360', 'psu over 1000': numbers that are no prices there. */
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
    `((?<=\\b(?:at least|over|above|from|min(?:imum)?|[a-z]+(?:er|re) th[ae]n) (?:ddr[2-5][ -])?)${numbers}|\\b${numbers}(?= or (?:[a-z]+er|more|up)\\b)|(?<=\\b(?!1[0-2])${numbers}(?:-| to | up to ))${numbers})(?= |$)(?! ?(?:[$€]|(?:m[ht]\\S*|mm|w|watts?|dollars|bucks|usd|eur\\w*)\\b))`,
    'gi',
  ),
}));

/** 'a tower that holds eight or more 3.5 inch drives', 'room for four 3.5 inch drives' */
const drivesInCase = new RegExp(
  String.raw`\b(?:that )?(?:(?:with |has )?room for|holds?|takes?|fits?|has|with|for) (?:(?:at least )?(\w+) or more|(\d{1,2}|${numerals.join('|')})) 3\.5(?:"|[- ]?inch)? (?:(?:hard )?(?:drive|disk|hdd)s?(?: bays?)?|bays?)`,
  'gi',
);

/** 'case that fits 4 hdds', '6 bay nas case' */
const drivesOfCase = new RegExp(
  String.raw`(?<=\b(?:case|tower|chassis) (?:.* )?)(?:(?:that |which )?(?:(?:with |has )?(?:room|space) for|holds?|takes?|fits?|has|with|for) )?(?<!(?:above|over|under|below|than|most|least|to|exactly|only|max(?:imum)?|between \w+ and) )(\d{1,2}|${numerals.join('|')})[ -](?:(?:hard )?(?:drive|disk|hdd)s?(?: bays?)?|bays?)(?=$| (?!or (?:less|fewer)))|(?<![^ ])(\d{1,2}|${numerals.join('|')})[ -](?:(?:drive|disk|hdd)[ -])?bays?(?= (?:.* )?(?:case|tower|chassis)\b)`,
  'gi',
);

/** 'case with at least 4 drives', 'case that holds four or more disks' */
const limitedDrives = new RegExp(
  String.raw`(?<=\b(?:case|tower|chassis) (?:.* )?)(?:(?:that |which )?(?:holds?|takes?|fits?|has|with|for) )?((?:at least|more th[ae]n) (?:\d{1,2}|${numerals.join('|')})|(?:\d{1,2}|${numerals.join('|')}) or more) (?:hard )?(?:drive|disk|hdd)s?(?=$| (?!bays?\b))`,
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

/** 'ssd 500gb-1tb' gets one unit; 'gpu 200 up to 300 euro' has two ends, 'ultra 7 265 up to 400 euro' and 'rock 5 up to 100 euro' one. */
function nameRanges(search: string): string {
  return search.replace(rangeOfAmounts, (said, from, first, firstUnit, link, last, lastUnit, index) => {
    const [lowest = 0, highest = 0] = [first, last].map(readAmount);
    if (/gb/i.test(firstUnit) && /tb/i.test(lastUnit)) return `${first}gb to ${highest * 1000}gb`;
    const [unit, ofLast] = [firstUnit ?? lastUnit, lastUnit].map((each) =>
      each
        ?.toLowerCase()
        .replace(money, '$')
        .replace(/^watts?/, 'w'),
    );
    if (link !== ' up to ' || lowest >= highest || unit !== ofLast) return said;
    const [before = ''] = /\S*(?= $|$)/.exec(search.slice(0, index)) ?? [];
    const isOfKind = before === '' || (findCategory(before) && !ofDrive.test(before));
    const isPrice = /[09]$/.test(first) && (unit || isOfKind);
    const isRange = from || (highest <= lowest * maxTimes && (isPrice || (unit && unit !== '$')));
    return isRange ? `${first} to ${last}${lastUnit ? ` ${lastUnit}` : ''}` : said;
  });
}

/** Of the ends of a range, of which only one has a unit. */
const maxTimes = 5;
const money = /^(?:[€$]|eur.*|dollars?)$/;
const amountOfRange = String.raw`(\d+(?:[.,]\d+)?) ?(${anyUnit}|[€$]|eur\w*|dollars?)?`;
const rangeOfAmounts = new RegExp(
  String.raw`(?<![^ ]|\b(?:[rg]tx?|rx|arc|core|ryzen|geforce|radeon|r[579]) )(?:(von|de|from|between) )?${amountOfRange}( ?- ?| to | up to |(?<=(?<!difference )between .*) and )${amountOfRange}(?![^ ])`,
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
