/** Commits say in their subject where they change what. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

describe('the history', () => {
  test('has subjects that say area and change, since this became the rule', ({ skip }) => {
    const history = readSubjects(root, '2d0d497');
    if ('missing' in history) return skip(history.missing);
    expect(findBadSubjects(history.subjects)).toEqual([]);
  });

  test.each([
    'Fix the basket',
    'server fix the basket',
    'server: Fix the basket',
    'server: fixed the basket',
    'server: fixing the basket',
    'server: fix the basket.',
    'Server: fix the basket',
    'Merge branch paths',
    `server: fix ${'x'.repeat(61)}`,
  ])('would not have the subject %s', (subject) => {
    expect(findBadSubjects([subject])).toHaveLength(1);
  });

  test('would have these', () => {
    const good = [
      'release: 0.3.0',
      'server: fix the basket',
      'images, mail-layout: bring both home',
      `api: fix ${'x'.repeat(63)}`,
    ];
    expect(findBadSubjects(good)).toEqual([]);
  });
});

const maxLength = 72;

/** Imperatives that end as participles do. */
const imperatives = ['bring', 'embed', 'feed', 'need', 'ping', 'seed', 'shed', 'speed', 'spring', 'string'];

/** A sentence for each subject that breaks a rule. Only the verb's ending shows whether it is imperative. */
function findBadSubjects(subjects: readonly string[]): string[] {
  return subjects.flatMap((subject) => {
    const reason = findBreach(subject);
    return reason ? [`“${subject}” ${reason}`] : [];
  });
}

function findBreach(subject: string): string | undefined {
  if (/^release: \d+\.\d+\.\d+$/.test(subject)) return undefined;
  if (subject.length > maxLength) return `has ${subject.length} characters`;
  const [, verb] = /^[a-z][a-z0-9-]*(?:, [a-z][a-z0-9-]*)*: ([^\s,]+)/.exec(subject) ?? [];
  if (!verb) return 'does not begin with its area and a colon';
  if (!/^[a-z]/.test(verb)) return `goes on with “${verb}” and not with a verb in lower case`;
  if (/(ed|ing)$/.test(verb) && !imperatives.includes(verb)) return `says “${verb}”, which is no imperative`;
  return subject.endsWith('.') ? 'ends with a full stop' : undefined;
}

/** The subjects of the commits after this one without merges, or the reason why they are not available. */
function readSubjects(root: string, after: string): { subjects: string[] } | { missing: string } {
  const git = (...words: string[]) => spawnSync('git', words, { cwd: root, encoding: 'utf8' });
  if (git('merge-base', '--is-ancestor', after, 'HEAD').status !== 0) {
    return { missing: `the history since ${after} is not at hand (an archive, a shallow clone, or no git)` };
  }
  const { stdout } = git('log', '--no-merges', '--format=%s', `${after}..HEAD`);
  return { subjects: stdout.split('\n').filter((subject) => subject !== '') };
}
