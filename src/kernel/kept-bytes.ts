/** What a process keeps of what it has answered, in bytes as its caches count them. docs/running.md says the sum. */
const mebibyte = 1024 ** 2;

export const keptBytes = {
  pages: 32 * mebibyte,
  sitemaps: 4 * mebibyte,
  answers: 8 * mebibyte,
  itemsOfAnswers: 4 * mebibyte,
  searches: 4 * mebibyte,
  shownParts: 8 * mebibyte,
  parts: 8 * mebibyte,
  distinctions: 8 * mebibyte,
} as const;
