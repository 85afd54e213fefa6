/**
 * What stands before and after the archive in the file of a backup: empty gzip members with a comment each, which every
 * gzip skips. The first says what the file is, the last has the SHA-256 of all bytes before it.
 */

/** The first bytes of every backup of this format. */
export const backupFileHead = memberWith('COMPACT backup 1');

/** The last bytes of a backup, by the hash of those before. */
export function makeTrailer(sha256: string): Buffer {
  return memberWith(`COMPACT backup ends, SHA-256 ${sha256}`);
}

export const trailerBytes = makeTrailer('0'.repeat(64)).length;

/** Source: https://www.rfc-editor.org/rfc/rfc1952 */
function memberWith(comment: string): Buffer {
  const hasComment = 0x10;
  return Buffer.concat([
    Buffer.from([0x1f, 0x8b, 8, hasComment, 0, 0, 0, 0, 0, 0xff]),
    Buffer.from(`${comment}\0`, 'latin1'),
    Buffer.from([3, 0]), // nothing, compressed
    Buffer.alloc(8), // its checksum and length
  ]);
}
