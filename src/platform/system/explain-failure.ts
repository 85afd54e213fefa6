/** Says in words for the owner why PostgreSQL or the data folder cannot be used. */
import { StartupRefusal } from '#platform/system/startup-refusal.ts';

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

export function explainFailure(what: string, output: string): StartupRefusal {
  const reason = knownFailures.find(([pattern]) => pattern.test(output))?.[1] ?? findReason(output);
  return new StartupRefusal(`${what}: ${reason}.`);
}

function findReason(output: string): string {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const reason = lines.findLast((line) => /FATAL|PANIC|error/i.test(line)) ?? lines.at(-1);
  return reason?.replace(/^.*?(FATAL|PANIC|error): */i, '').replace(/\.$/, '') ?? 'it gave no reason';
}
