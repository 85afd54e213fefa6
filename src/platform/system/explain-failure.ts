/** Says in words for the owner why PostgreSQL or the data folder cannot be used. */
import { type RefusedExitCode, StartupRefusal } from '#platform/system/startup-refusal.ts';

/** What waiting can mend ends with 75. */
const knownFailures: [pattern: RegExp, sentence: string, exitCode?: RefusedExitCode][] = [
  [
    /(?<!shared memory.*)No space left on device(?!.*shm)|Check free disk space|ENOSPC|Disk quota exceeded|EDQUOT/i,
    'the disk is full; make room and start again',
    75,
  ],
  [/Read-only file system|EROFS/i, 'the disk is read-only; set DATA_DIR to a folder that can be written'],
  [
    /Permission denied|EACCES|EPERM|Operation not permitted/i,
    'it may not write there; give this user the folder, or set DATA_DIR to another',
  ],
  [/EEXIST|ENOTDIR/, 'there is a file of that name'],
  [/could not (create|resize) shared memory|No space left.*shm/i, 'the machine has too little shared memory'],
  [/Cannot allocate memory|ENOMEM/i, 'the machine has too little memory', 75],
];

export function explainFailure(what: string, output: string): StartupRefusal {
  const [, reason = findReason(output), exitCode] =
    knownFailures.find(([pattern]) => pattern.test(output)) ?? [];
  return new StartupRefusal(`${what}: ${reason}.`, exitCode);
}

function findReason(output: string): string {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const reason = lines.findLast((line) => /FATAL|PANIC|error/i.test(line)) ?? lines.at(-1);
  return reason?.replace(/^.*?(FATAL|PANIC|error): */i, '').replace(/\.$/, '') ?? 'it gave no reason';
}
