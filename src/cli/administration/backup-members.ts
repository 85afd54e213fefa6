/** The first and last gzip member of a backup file: empty, with the format and a SHA-256 in their comments. */

export const backupFileHead = makeMember('COMPACT backup 1');

export function makeTrailer(sha256: string): Buffer {
  return makeMember(`COMPACT backup ends, SHA-256 ${sha256}`);
}

export const trailerBytes = makeTrailer('0'.repeat(64)).length;

/** Source: https://www.rfc-editor.org/rfc/rfc1952 */
function makeMember(comment: string): Buffer {
  const hasComment = 0x10;
  return Buffer.concat([
    Buffer.from([0x1f, 0x8b, 8, hasComment, 0, 0, 0, 0, 0, 0xff]),
    Buffer.from(`${comment}\0`, 'latin1'),
    Buffer.from([3, 0]), // nothing, compressed
    Buffer.alloc(8), // its checksum and length
  ]);
}
