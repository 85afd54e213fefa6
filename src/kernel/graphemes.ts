/** Graphemes: characters as people see and count them (Unicode UAX 29). */

export function countGraphemes(text: string): number {
  return splitIntoGraphemes(text).length;
}

export function takeGraphemes(text: string, maxCount: number): string {
  return splitIntoGraphemes(text).slice(0, maxCount).join('');
}

function splitIntoGraphemes(text: string): string[] {
  return Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
}
