/** The rules for commit subjects: `area: what changes`, imperative, at most 72 characters. */
import { spawnSync } from 'node:child_process';

const maxLength = 72;

/** Imperatives that end as participles do. */
const imperatives = ['bring', 'embed', 'feed', 'need', 'ping', 'seed', 'shed', 'speed', 'spring', 'string'];

/** A sentence for each subject that breaks a rule. Only the verb's ending shows whether it is imperative. */
export function findBadSubjects(subjects: readonly string[]): string[] {
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
export function readSubjects(root: string, after: string): { subjects: string[] } | { missing: string } {
  const git = (...words: string[]) => spawnSync('git', words, { cwd: root, encoding: 'utf8' });
  if (git('merge-base', '--is-ancestor', after, 'HEAD').status !== 0) {
    return { missing: `the history since ${after} is not at hand (an archive, a shallow clone, or no git)` };
  }
  const { stdout } = git('log', '--no-merges', '--format=%s', `${after}..HEAD`);
  return { subjects: stdout.split('\n').filter((subject) => subject !== '') };
}
