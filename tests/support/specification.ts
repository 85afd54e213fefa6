/** Compares the specification, the table of its statements and the titles of tests. */

/** A sentence, or a row of a table with its cells joined by ` | `, in one line. */
type Sentence = { section: string; text: string };

/** A row of the table of statements. */
export type Statement = {
  id: string;
  section: string;
  quote: string;
  /** The test files that prove it, as paths below `tests/` without their ending. */
  tests: string[];
  /** The quoted decision that changes it. */
  decision: string;
};

/** An id in a test's title. */
type Proof = { id: string; file: string };

/** All sentences and table rows in order, without headings and table heads. */
export function readSentences(markdown: string): Sentence[] {
  return readBlocks(markdown).flatMap(({ section, text, isRow }) =>
    (isRow ? [readCells(text).join(' | ')] : text.split(/(?<=[.!?])\s+(?=[\p{Lu}'"])/u)).map((sentence) => ({
      section,
      text: sentence,
    })),
  );
}

/** The rows of the table: id, quoted statement, tests, decision. */
export function readStatements(markdown: string): Statement[] {
  return readBlocks(markdown)
    .filter(({ isRow }) => isRow)
    .map(({ section, text }) => {
      const [id = '', quote = '', tests = '', decision = ''] = readCells(text);
      return {
        id,
        section,
        quote,
        tests: [...tests.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
        decision,
      };
    });
}

/** The headings of a text, with their rank. */
export function readHeadings(markdown: string): string[] {
  return markdown.split('\n').filter((line) => /^#{2,} /.test(line));
}

/** The ids in the titles of tests: `test('a title [S1.2 S1.3]', …)`, `test.each(…)('a title [S1.2]', …)`. */
export function readProofs(sources: ReadonlyMap<string, string>): Proof[] {
  return [...sources].flatMap(([file, text]) =>
    [...text.matchAll(title)].flatMap(([, ids = '']) => ids.split(' ').map((id) => ({ id, file }))),
  );
}

const quoted = String.raw`(?:'(?:\\.|[^'\\\n])*|"(?:\\.|[^"\\\n])*|${'`'}(?:\\.|[^${'`'}\\])*)`;
const title = new RegExp(
  String.raw`(?:\btest|\btest\.each(?:<[^;]*?>)?\((?:(?!\btest\b|\bdescribe\b)[^])*?\))\(\s*${quoted} \[(S\d[\dS. ]*)\]['"${'`'}],`,
  'g',
);

/** Ids that are not at the end of a test's title. */
export function findStrayIds(sources: ReadonlyMap<string, string>): string[] {
  return [...sources].flatMap(([file, text]) => {
    const idCount = text.match(/\[S\d[\dS. ]*\]/g)?.length ?? 0;
    const titleCount = [...text.matchAll(title)].length;
    if (idCount !== titleCount)
      return [`${file}: ${idCount - titleCount} of its ids do not end the title of a test`];
    const isSkipping = idCount > 0 && /\b(?:describe|test)\.(?:skip|only|todo|runIf)/.test(text);
    return isSkipping ? [`${file}: what is left out proves nothing`] : [];
  });
}

/** Statements that omit, change or move words of the specification. */
export function findUnquoted(sentences: Sentence[], statements: Statement[]): string[] {
  const left = statements.map(({ id, section, quote }) => ({ id, section, quote }));
  const complaints: string[] = [];
  for (const { section, text } of sentences) {
    let rest = text;
    while (rest !== '') {
      const [next] = left;
      const words = next?.section === section ? findPart(rest, next.quote) : undefined;
      if (words === undefined) {
        complaints.push(`${section}: no row quotes “${rest}” here; the next is ${next?.id} “${next?.quote}”`);
        break;
      }
      left.shift();
      rest = words;
    }
    if (complaints.length > 0) return complaints; // the rest differs only as a consequence
  }
  return left.map(({ id, quote }) => `${id} quotes what the specification does not say: “${quote}”`);
}

/** The rest of a sentence after a quote that it begins with. */
function findPart(sentence: string, quote: string): string | undefined {
  if (quote === '' || !sentence.startsWith(quote)) return undefined;
  return sentence.slice(quote.length).trimStart();
}

/** Ids that are used twice or do not match their section. */
export function findWrongIds(statements: Statement[]): string[] {
  const seen = new Set<string>();
  return statements.flatMap(({ id, section }) => {
    const number = /^(\d+)\./.exec(section)?.[1] ?? '0';
    const isWrong = !new RegExp(`^S${number}\\.[1-9]\\d*$`).test(id) || seen.has(id);
    seen.add(id);
    return isWrong ? [`“${id}” in “${section}” is no id, or stands there twice`] : [];
  });
}

/** Statements with neither a test nor a decision, and differences between the table and the titles of tests. */
export function findUnproven(statements: Statement[], proofs: Proof[]): string[] {
  const complaints: string[] = [];
  for (const { id, tests, decision } of statements) {
    const files = new Set(proofs.filter((proof) => proof.id === id).map(({ file }) => file));
    if (files.size === 0 && decision === '') complaints.push(`${id} has neither a test nor a decision`);
    for (const test of tests)
      if (!files.has(`tests/${test}.test.ts`)) complaints.push(`${id} stands in no title of ${test}`);
    for (const file of files)
      if (!tests.includes(file.replace(/^tests\/|\.test\.ts$/g, '')))
        complaints.push(`${id} stands in a title of ${file}, which its row does not name`);
  }
  const known = new Set(statements.map(({ id }) => id));
  for (const { id, file } of proofs)
    if (!known.has(id)) complaints.push(`${file}: there is no statement ${id}`);
  return complaints;
}

/** Quoted decisions that do not exist. */
export function findUndecided(statements: Statement[], decisions: string[]): string[] {
  const made = decisions.flatMap((text) => [
    ...readBlocks(text).map(({ text: block, isRow }) => (isRow ? readCells(block).join(' | ') : block)),
  ]);
  return statements.flatMap(({ id, decision }) => {
    if (decision === '' || made.some((text) => text.includes(decision))) return [];
    return [`${id}: nobody has decided “${decision}”`];
  });
}

type Block = { section: string; text: string; isRow: boolean };

/** Paragraphs, list items and rows of tables, each in one line, with the heading of the second rank above it. */
function readBlocks(markdown: string): Block[] {
  const blocks: Block[] = [];
  let section = '';
  let isOpen = false; // the next line continues the last block
  const lines = markdown.split('\n');
  for (const [index, line] of lines.entries()) {
    const text = line.trim();
    if (/^#/.test(line)) {
      section = /^## (.*)/.exec(line)?.[1] ?? section;
      isOpen = false;
    } else if (text === '') isOpen = false;
    else if (text.startsWith('|')) {
      const isHead = /^\|[\s|:-]+\|$/.test(lines[index + 1]?.trim() ?? '') || /^\|[\s|:-]+\|$/.test(text);
      if (!isHead) blocks.push({ section, text, isRow: true });
      isOpen = false;
    } else {
      const words = text.replace(/^(?:[-*]|\d+\.) /, '');
      const last = blocks.at(-1);
      if (isOpen && last && words === text) last.text += ` ${text}`;
      else blocks.push({ section, text: words, isRow: false });
      isOpen = true;
    }
  }
  return blocks.map((block) => ({ ...block, text: block.text.replace(/\s+/g, ' ') }));
}

/** The cells of a table row; a bar within a cell is written `\|`. */
function readCells(row: string): string[] {
  return row
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));
}
