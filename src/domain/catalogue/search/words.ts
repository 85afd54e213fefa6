/** How texts become words to search by: the same way for what a part says of itself and for what a buyer types. */

/** The words of a text, in lower-case ASCII: '2 × 16 GB DDR5-6000' is '2x16gb', 'ddr5', '6000'. A dot keeps words together: 'm.2'. */
export function splitIntoWords(text: string): string[] {
  return splitWords(glue(plain(text)));
}

/** The same without bringing numbers and units together: '2', 'x', '16', 'gb' …: what somebody types who types half of it. */
export function splitIntoLooseWords(text: string): string[] {
  return splitWords(plain(text));
}

/** Other spellings of a word with a dot in it: 'g.skill' is also 'gskill', and 'g' and 'skill'. */
export function removeDots(word: string): string[] {
  if (!word.includes('.') || /^\d/.test(word)) return [];
  return [word.replaceAll('.', ''), ...word.split('.')];
}

/** True for a word of which a beginning is enough; a beginning of a number is another number. */
export function canBeBeginning(word: string): boolean {
  return word.length > 1 && /[a-z]/.test(word);
}

/** Characters of a word that count; longer ones are cut, in texts and in questions alike. */
const maxWordLength = 60;

function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('×', 'x')
    .replace(/['’]/g, '')
    .replace(/(\d),(\d{3})(?!\d)/g, '$1$2') // 1,000 GB
    .replace(/\b(gb|mb|tb)[/ ]s(ec)?\b/g, '$1ps') // 6 Gb/s is no capacity
    .replace(/\bmt\/s\b/g, 'mts');
}

/** '2x16' and '2 x 16', but not 'm.2 x4'. */
const modules = /(?<![\w.])(\d+)( ?)x\2(\d+(?:\.\d+)?)(?: ?(gb|mb))?\b/g;
const amounts = /\b(\d+(?:\.\d+)?)[ -](gb|mb|tb|mhz|ghz|mts|rpm|mm|gbps)\b/g;
const generations = /\b(ddr|cl|gen) (\d+)\b/g;

function glue(text: string): string {
  return text.replace(modules, '$1x$3$4').replace(amounts, '$1$2').replace(generations, '$1$2');
}

function splitWords(text: string): string[] {
  return (text.match(/[a-z0-9]+(?:\.[a-z0-9]+)*/g) ?? []).map((word) => word.slice(0, maxWordLength));
}
