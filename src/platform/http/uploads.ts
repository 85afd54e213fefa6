/** Reads the one file of a multipart form (RFC 7578) into memory. */
import { basename } from 'node:path';
import type { FastifyRequest } from 'fastify';
import { type Refusal, refuseField } from '#kernel/refusals.ts';
import { uploadLimits } from '#kernel/uploaded-images.ts';
import { wording } from '#kernel/wording.ts';

export type Upload = { name: string; bytes: Buffer };

/** `field` of the form, which is also the kind of file. */
export type UploadField = 'image' | 'file';

const kinds = {
  image: {
    tooLarge: 'image-too-large',
    missing: wording.messages.image,
    several: 'One picture at a time is possible',
  },
  file: {
    tooLarge: 'part-file-too-large',
    missing: 'Choose a file with parts',
    several: 'One file at a time is possible',
  },
} as const;

export async function receiveUpload(request: FastifyRequest, field: UploadField): Promise<Upload | Refusal> {
  if (!request.isMultipart()) {
    const message = `A multipart form (multipart/form-data) with the file in ${field} is needed`;
    return { refused: 'not-multipart', errors: [{ path: field, message }] };
  }
  // before the upload, which may take minutes
  if (Number(request.headers['content-length']) > limits.fileSize + formOverheadBytes)
    return { refused: kinds[field].tooLarge };
  let upload: Upload | undefined;
  let hasOtherFile = false;
  try {
    // read to the end, or the plugin leaves the request hanging
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') continue;
      const bytes = await part.toBuffer();
      if (part.fieldname === field) upload = { name: cleanName(part.filename), bytes };
      else hasOtherFile = true;
    }
  } catch (error) {
    return toRefusal(error, field);
  }
  if (hasOtherFile) return refuseField(field, `The file belongs into the field ${field}`);
  if (!upload?.bytes.length) return refuseField(field, kinds[field].missing); // forms without a chosen file send an empty one
  return upload;
}

const formOverheadBytes = 64 * 1024;
const limits = {
  files: 1,
  fileSize: uploadLimits.bytes,
  fields: 8,
  fieldSize: 4096,
  parts: 9,
  headerPairs: 20,
};

/** Of the file, without its folders, as it can be shown and stored. */
function cleanName(name = ''): string {
  return (
    basename(name.toWellFormed())
      .replace(/\p{Cc}/gu, '')
      .slice(0, 200) || 'file'
  );
}

function toRefusal(error: unknown, field: UploadField): Refusal {
  const { code } = error as { code?: string };
  if (code === 'FST_REQ_FILE_TOO_LARGE') return { refused: kinds[field].tooLarge };
  if (code === 'FST_FILES_LIMIT') return refuseField(field, kinds[field].several);
  if (code === 'FST_FIELDS_LIMIT' || code === 'FST_PARTS_LIMIT') {
    return refuseField(field, `Nothing but the field ${field} is needed`);
  }
  return refuseField(field, 'The upload did not arrive whole. Please try again');
}
