/** Splits texts of parts and searches of buyers into words, both alike. */

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
    .replace(/\b(gb|mb|tb)[/ ]s(ec)?\b/g, '$1ps') // 6 Gb/s is not a capacity
    .replace(/\bmt\/s\b/g, 'mts');
}

/** '2x16' and '2 x 16', but not 'm.2 x4'. */
const modules = /(?<![\w.])(\d+)( ?)x\2(\d+(?:\.\d+)?)(?: ?(gb|mb))?\b/g;
const amounts = /\b(\d+(?:\.\d+)?)[ -](gb|mb|tb|mhz|ghz|mts|rpm|mm|gbps)\b/g;
const generations = /\b(ddr|cl|gen) (\d+)\b/g;

function joinUnits(text: string): string {
  return text.replace(modules, '$1x$3$4').replace(amounts, '$1$2').replace(generations, '$1$2');
}

function splitWords(text: string): string[] {
  return (text.match(/[a-z0-9]+(?:\.[a-z0-9]+)*/g) ?? []).map((word) => word.slice(0, maxWordLength));
}
