/** Splits texts of parts and searches of buyers into words, both alike; names of several words become one ('usb stick'). */

/** Lower-case ASCII words: '2 × 16 GB DDR5-6000' gives '2x16gb', 'ddr5', '6000'. Dots do not split: 'm.2'. */
export function splitIntoWords(text: string): string[] {
  return splitWords(joinUnits(normalize(text)));
}

export function splitIntoLooseWords(text: string): string[] {
  return splitWords(normalize(text));
}

/** 'g.skill' gives 'gskill', 'g' and 'skill'; empty for numbers. */
export function removeDots(word: string): string[] {
  if (!word.includes('.') || /^\d/.test(word)) return [];
  return [word.replaceAll('.', ''), ...word.split('.')];
}

/** False for numbers: the beginning of a number is another number. */
export function canBeBeginning(word: string): boolean {
  return word.length > 1 && /[a-z]/.test(word);
}

const maxWordLength = 60;

function normalize(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('×', 'x')
    .replace(/['’]/g, '')
    .replace(/(\d),(\d{3})(?!\d)/g, '$1$2') // 1,000 GB
    .replace(/(\d),(\d{1,2})(?!\d)/g, '$1.$2') // 1,5 TB
    .replace(/(gb|mb|tb)[/ ]s(ec)?\b/g, '$1ps') // 6 Gb/s is not a capacity
    .replace(/(\d)\.0(?= ?gbps)/g, '$1') // SAS 12.0 Gb/s
    .replace(/(\d)o(?=\d)/g, '$10') // 4o70
    .replace(/(?<=[a-z\d])\+(?![a-z\d+])/g, ' plus ') // P3+, AM3+
    .replace(/\bmt\/s\b/g, 'mts');
}

/** '2x16' and '2 x 16', but not 'm.2 x4'. */
const modules = /(?<![\w.])(\d+)( ?)[x*]\2(\d+(?:\.\d+)?)(?: ?(gb|mb))?\b/g;
const amounts = /\b(\d+(?:\.\d+)?)[ -](gb|mb|tb|mhz|ghz|mts|rpm|mm|gbps)\b/g;
const amount = /^(?:\d+x)?\d+(?:[gmt]b|[mg]hz|mts|rpm|mm|gbps|w)$/;

/** Its number alone is that of other parts, too: '6tb' is no '6' of a part that says 'TB'. */
export const isAmount = (word: string) => amount.test(word);
const generations = /\b(ddr|cl|gen) (\d+)\b/g;

/** '16 GB x2', the other way round. */
const modulesBehind = /\b(\d+) ?(gb|mb) ?[x*] ?(\d+)\b/g;
const connections = /\bpci(?:e|-e|[- ]express)?[- ]?(?:gen ?)?(\d)(?:\.0)?\b/g;
/** 'RTX 4070': the number alone is that of other parts, too, and 'rtx 40' is the beginning of several. */
const families = /\b(rtx|gtx|gt|rx)[- ](\d{2,4})(?!\d)/g;
/** 'RTX 40 series', 'Ryzen 7000 series', '7000 series'. */
const seriesNames = /\b((?:rtx|gtx|rx|ryzen) ?)?([1-9]\d(?:00)?|[1-9]00)[- ]?series\b/g;
/** 'Ryzen 7000', 'Ryzen 5 7000 series'. */
const processorSeries = /\bryzen ([1-9]000)\b/g;
/** '12th gen', '12th generation', '12 gen'. */
const ordinalGenerations =
  /\b(\d{1,2})(?:st|nd|rd|th|e|eme)[- ]?gen(?:eration)?\b|\b(1[0-5])[- ]?gen(?:eration)?\b/g;
/** '8 core', 'eight-core', 'quad core', '16 threads'. */
const coreCounts =
  /\b(\d{1,3}|single|dual|two|quad|four|hexa?|six|octa|eight|deca|ten|twelve|sixteen)[- ]?(core|thread)s?\b/g;
const microarchitectures = /\bzen (\d)\b/g;
/** Of a processor: the words of a cooler and of a box say it together. */
const includedCoolers =
  /\b(?:with )?(?:an? )?(?:stock|boxe?d?|included|bundled) cooler(?: included)?\b|\bcooler (?:is )?included\b|\b(?:including|includes|incl\.?|comes? with|ships? with) (?:an? |the |its )?(?:own )?(?:stock |boxe?d? |cpu )?cooler(?: in the box)?\b|\b(?:with )?(?:an? |the )?cooler in (?:the )?box\b/g;
const towers = /\b(full|big|mid|midi|middle|mini|micro)[- ]?tower\b/g;
const towerSizes: Readonly<Record<string, string>> = {
  big: 'full',
  midi: 'mid',
  middle: 'mid',
  micro: 'mini',
};

/** 'single stick', '2 modules', 'kit of 4'. */
const moduleCounts =
  /\b(?:kit of )?(single|dual|one|two|four|[1-9])[- ](?:sticks?|modules?|dimms?|pack)\b|\bkit of (two|four|[1-9])\b/g;
const numerals: Readonly<Record<string, string>> = {
  quarter: '0.25',
  half: '0.5',
  single: '1',
  one: '1',
  dual: '2',
  two: '2',
  three: '3',
  triple: '3',
  quad: '4',
  four: '4',
  hex: '6',
  hexa: '6',
  six: '6',
  octa: '8',
  eight: '8',
  deca: '10',
  ten: '10',
  twelve: '12',
  sixteen: '16',
};

/** Other things than drives, memory and power connectors, though their names have such words. */
const otherThings =
  /\b(?:(usb[- ](?:stick|key|flash drive|flash|drive|thumb drive)s?|(?:thumb|pen|flash|jump)[- ]?drives?)|((?:micro[- ]?)?sd(?:xc|hc)?[- ]cards?|micro[- ]?sd(?:xc|hc)?|memory cards?)|(thermal (?:paste|compound|grease|pad)s?)|(power suppl(?:y|ies)))\b/g;
const otherThingWords = ['usbstick', 'sdcard', 'thermalpaste', 'powersupply'];

/** 'sound card', 'case fans': one word each, by which a category of that name finds them. */
const accessories =
  /\b(?:(usb|hdmi|ethernet|displayport)[- ]?(hub|cable|adapter|dock)|(network|sound|capture|riser|tv|wifi|wireless|ethernet|gigabit|lan|raid|usb)[- ]?(card)|(case|chassis)[- ]?(fan)|(blu)[- ]?(ray)|(optical|dvd|cd|tape)[- ]?(drive|burner|writer))s?\b/g;

/** Of a word that is left of a name: 'soundcard'. */
export function isAccessory(word: string): boolean {
  return word.replace(accessories, '') === '';
}

/** 'two 16 gb sticks', 'one 32gb ddr5 stick'. */
const sizedModules = /\b(one|single|two|four|[1248]) (\d{1,3}) ?gb (ddr\d )?(?:sticks?|modules?|dimms?)\b/g;
/** 'four sticks of 8gb', when the count is one word. */
const modulesOfSize = /\b(\d)module (?:of )?(\d+ ?gb)\b/g;
/** '16x2': the count is the smaller number. */
const sizeFirst = /(?<![\w.])(8|16|24|32|48|64)x([124])(?![\w.])/g;
const slots = /\b(\d{1,2}|two|four|eight) (?:memory |ram |dimm )?slots?\b/g;

/** 'two terabytes', 'half a terabyte'. */
const spelledAmounts =
  /\b(quarter|half|one|two|three|four|six|eight|ten|twelve|sixteen)(?: an?)?[- ](?=(?:gigs?|gigabytes?|gb|teras?|terabytes?|tb)\b)/g;

/** In the singular it is the brand behind another number: 'rtx 5080 gigabyte'. */
const oneGigabyte =
  /(?<![a-wyz\d])(1|2|3|4|6|8|1[0126]|2[04]|32|48|64|96|128|25[06]|500|512|1000) ?gigabyte\b/g;

/** 'two 8-pin connectors', '6 x 6+2 pin', '16 pin cable' */
const plugs =
  /\b(?:(one|single|two|dual|three|triple|four|six|[1-9])(?: ?x ?|[ -]))?(?:6 ?\+ ?2|(6|8|12|16))[- ]?pins?\b(?: (?:pcie|power|vga|gpu))*(?: (?:cable|connector|plug|input)s?)?/g;

/** 'be quiet', 'in win': 'be' would begin 'beast'. */
const brandsOfUsualWords =
  /(?<!\b(?:to|can|could|may|might|must|should|will|would|it) )\b(?:(be)[- ](?=q(?:u(?:i(?:et?)?)?)?$|quiet\b)|(in)[- ](?=win\b))/g;

/** One spelling for what is written in several ways. */
function joinUnits(text: string): string {
  return text
    .replace(plugs, (_, count, pins = 8) => `${count ? `${numerals[count] ?? count}x` : ''}${pins}pin`)
    .replace(sizedModules, (_, count, size, ddr = '') => `${numerals[count] ?? count}x${size}gb ${ddr}`)
    .replace(spelledAmounts, (_, word) => numerals[word] ?? '')
    .replace(/\blow[- ]profile\b|\blp\b/g, 'lowprofile')
    .replace(/(\d) ?(giga?|gigs|gigabytes|gbs?)\b/g, '$1gb')
    .replace(oneGigabyte, '$1gb')
    .replace(/(\d) ?(terabytes?|teras?|tbs?)\b/g, '$1tb')
    .replace(/(\d) ?(megabytes?|mbs?)\b/g, '$1mb')
    .replace(/(\d)[ -]?watts?\b/g, '$1w')
    .replace(/(?<![\w-])([em]|micro|mini|flex)[- ](atx|itx)\b/g, '$1$2')
    .replace(/\bu[- ]?atx\b/g, 'microatx')
    .replace(/\bsocket (?=(?:775|115[0156]|1200|1366|1700|1851|2011|2066)\b)/g, 'lga')
    .replace(/\bcooler[- ](?=master\b)|\bpc[- ](?=cooler\b)/g, (word) => word.slice(0, -1))
    .replace(brandsOfUsualWords, '$1$2')
    .replace(/\bcas(?: latency)? ?(?=\d)/g, 'cl')
    .replace(/\bwi[- ]fi\b/g, 'wifi')
    .replace(/\bwifi[- ]?([4-7]e?)\b/g, 'wifi wifi$1')
    .replace(/\bheat[- ]sink/g, 'heatsink')
    .replace(/\bnon[- ]modular/g, 'nonmodular')
    .replace(/\bso[- ]?dimms?/g, 'sodimm')
    .replace(moduleCounts, (_, one = '', other = '') => `${numerals[one || other] ?? (one || other)}module`)
    .replace(
      otherThings,
      (_, ...things: (string | undefined)[]) =>
        otherThingWords[things.slice(0, otherThingWords.length).findIndex(Boolean)] ?? '',
    )
    .replace(accessories, (_, ...groups: unknown[]) => groups.slice(0, -2).join(''))
    .replace(modulesBehind, '$3x$1$2')
    .replace(modules, '$1x$3$4')
    .replace(modulesOfSize, '$1x$2')
    .replace(sizeFirst, '$2x$1')
    .replace(slots, (_, count) => `${numerals[count] ?? count}slot`)
    .replace(amounts, '$1$2')
    .replace(ordinalGenerations, (_, one = '', other = '') => `${one || other}thgen`)
    .replace(includedCoolers, 'coolerincluded')
    .replace(microarchitectures, 'zen$1')
    .replace(coreCounts, (_, count, what) => `${numerals[count] ?? count}${what}`)
    .replace(towers, (_, size) => `${towerSizes[size] ?? size}tower`)
    .replace(generations, '$1$2')
    .replace(connections, 'pcie$1')
    .replace(seriesNames, (_, family = '', number) => `${family.trim()}${number}series`)
    .replace(processorSeries, 'ryzen$1')
    .replace(families, '$1$2');
}

function splitWords(text: string): string[] {
  return (text.match(/[a-z0-9]+(?:\.[a-z0-9]+)*/g) ?? []).map((word) => word.slice(0, maxWordLength));
}
