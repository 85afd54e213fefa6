/** Runs a benchmark of two commits in turns, and compares the figures of their tables. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const rounds = 5;
const ours = fileURLToPath(new URL('..', import.meta.url));

type Row = { name: string; cells: string[] };

/** `given`: the commit, the benchmark and its values. The commit is checked out beside, with packages of its own. */
export async function compareCommits([commit, ...benchmark]: string[]): Promise<string> {
  if (!commit || benchmark.length === 0) throw new Error('Name a commit, and a benchmark with its values.');
  const theirs = mkdtempSync(join(tmpdir(), 'compact-compared-'));
  const git = (...words: string[]) => execFileSync('git', words, { cwd: ours, encoding: 'utf8' });
  git('worktree', 'add', '--quiet', '--detach', theirs, commit);
  try {
    const run = (folder: string) =>
      readRows(
        execFileSync(process.execPath, [join(folder, 'bin/compact.js'), 'bench', ...benchmark], {
          cwd: folder,
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'inherit'],
        }),
      );
    run(theirs); // installs and builds
    const pairs = Array.from({ length: rounds }, (_, round) => {
      if (round % 2 === 0) return { before: run(theirs), after: run(ours) };
      const after = run(ours);
      return { before: run(theirs), after };
    });
    return formatComparison(pairs, git('rev-parse', '--short', commit).trim());
  } finally {
    git('worktree', 'remove', '--force', theirs);
    rmSync(theirs, { recursive: true, force: true });
  }
}

type Pair = { before: readonly Row[]; after: readonly Row[] };

/** Each figure as the median ratio of this tree to the commit, and the least and greatest of the rounds. */
export function formatComparison(pairs: readonly Pair[], commit: string): string {
  const rows = (pairs[0]?.after ?? []).map(({ name, cells }, index) => {
    const compared = cells.map((cell, column) => {
      const ratios = pairs
        .map(({ before, after }) => {
          const same = before.filter((row) => row.name === name)[countBefore(pairs[0]?.after ?? [], index)];
          return readFigure(after[index]?.cells[column]) / readFigure(same?.cells[column]);
        })
        .filter(Number.isFinite)
        .sort((one, other) => one - other);
      const [middle, least, greatest] = [ratios[ratios.length >> 1], ratios[0], ratios.at(-1)];
      return middle === undefined
        ? cell
        : `${middle.toFixed(2)} (${least?.toFixed(2)} to ${greatest?.toFixed(2)})`;
    });
    return `| ${compared.join(' | ')} |`;
  });
  return [`this tree ÷ ${commit}, median of ${pairs.length} rounds in turns`, '', ...rows].join('\n');
}

/** Rows of one name stand in one order. */
function countBefore(rows: readonly Row[], index: number): number {
  return rows.slice(0, index).filter(({ name }) => name === rows[index]?.name).length;
}

/** The rows of the Markdown tables; the name of a row are its cells without a figure. */
export function readRows(text: string): Row[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\|[ :|-]+$/.test(line))
    .map((line) => {
      const cells = line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim());
      return { name: cells.filter((cell) => Number.isNaN(readFigure(cell))).join(' | '), cells };
    });
}

function readFigure(cell: string | undefined): number {
  return /^[\d.,]+( ?(ms|s|µs|kB|MB|%))?$/.test(cell ?? '')
    ? Number(cell?.replace(/[^\d.]/g, ''))
    : Number.NaN;
}
