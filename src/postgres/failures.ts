/** Turns what PostgreSQL and the file system say about a failed start into one sentence. */

import { StartupRefusal } from '#system/startup-refusal.ts';

const knownFailures: [pattern: RegExp, sentence: string][] = [
  [
    /No space left on device|Check free disk space|ENOSPC|Disk quota exceeded|EDQUOT/i,
    'the disk is full; make room and start again',
  ],
  [/Read-only file system|EROFS/i, 'the disk is read-only; set DATA_DIR to a folder that can be written'],
  [
    /Permission denied|EACCES|EPERM|Operation not permitted/i,
    'it may not write there; give this user the folder, or set DATA_DIR to another',
  ],
  [/EEXIST|ENOTDIR/, 'there is a file of that name'],
  [/could not (create|resize) shared memory|No space left.*shm/i, 'the machine has too little shared memory'],
  [/Cannot allocate memory|ENOMEM/i, 'the machine has too little memory'],
];

/** One sentence: what could not be done, why, and what to do; the last line said stands for an unknown reason. */
export function explainFailure(what: string, said: string): StartupRefusal {
  const reason = knownFailures.find(([pattern]) => pattern.test(said))?.[1] ?? findTellingLine(said);
  return new StartupRefusal(`${what}: ${reason}.`);
}

function findTellingLine(said: string): string {
  const lines = said
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const telling = lines.findLast((line) => /FATAL|PANIC|error/i.test(line)) ?? lines.at(-1);
  return telling?.replace(/^.*?(FATAL|PANIC|error): */i, '').replace(/\.$/, '') ?? 'it gave no reason';
}
