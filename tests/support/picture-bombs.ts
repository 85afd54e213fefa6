/** Pictures of few bytes that take much memory or time to decode. */
import { crc32, deflateSync } from 'node:zlib';
import { givenPixels } from './pictures.ts';

/** A PNG of three rows in 16-bit RGBA: few pixels by their number, 107 MB for each row. */
export function makeLongPng(width: number): Buffer {
  return makePng(
    { width, height: 3, depth: 16, colorType: 6, interlace: 0 },
    Buffer.alloc((width * 8 + 1) * 3),
  );
}

/** 40 megapixels, interlaced: all of them have to be in memory at once. */
export function makeWideTile(): Buffer {
  const side = 6300;
  const bytes = adam7Bytes(side, 8);
  return makePng({ width: side, height: side, depth: 16, colorType: 6, interlace: 1 }, Buffer.alloc(bytes));
}

/** The last scan of a progressive JPEG, again and again. */
export async function makeJpegOfScans(count: number, side = 16): Promise<Buffer> {
  const jpeg = await givenPixels(side, side).jpeg({ progressive: true }).toBuffer();
  const last = jpeg.lastIndexOf(Buffer.from([0xff, 0xda]));
  const scan = jpeg.subarray(last, -2);
  return Buffer.concat([jpeg.subarray(0, last), ...Array<Buffer>(count).fill(scan), jpeg.subarray(-2)]);
}

/** A PNG whose pixels are missing. */
export function makeEmptyPng(width: number, height: number, format: Partial<Format> = {}): Buffer {
  return makePng({ width, height, depth: 8, colorType: 2, interlace: 0, ...format }, Buffer.alloc(100));
}

type Format = { depth: number; colorType: number; interlace: number };

function makePng(
  { width, height, depth, colorType, interlace }: Format & { width: number; height: number },
  rows: Buffer,
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colorType, 0, 0, interlace], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, bytes: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), bytes]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(bytes.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/** The bytes of the seven passes of an interlaced square, a filter byte for each row included. */
function adam7Bytes(side: number, bytesPerPixel: number): number {
  const passes = [
    [0, 8, 0, 8],
    [4, 8, 0, 8],
    [0, 4, 4, 8],
    [2, 4, 0, 4],
    [0, 2, 2, 4],
    [1, 2, 0, 2],
    [0, 1, 1, 2],
  ];
  return passes.reduce((sum, [x = 0, dx = 1, y = 0, dy = 1]) => {
    const columns = Math.ceil((side - x) / dx);
    const rows = Math.ceil((side - y) / dy);
    return sum + rows * (columns * bytesPerPixel + 1);
  }, 0);
}
