/** Reads the one file of a multipart form (RFC 7578) into memory. */
import type { FastifyRequest } from 'fastify';
import { uploadLimits } from '#domain/images/uploaded-images.ts';
import type { Refusal } from '#domain/refusals.ts';
import { wording } from '#domain/wording.ts';

export async function receiveUpload(request: FastifyRequest, field: string): Promise<Buffer | Refusal> {
  if (!request.isMultipart()) {
    return refuseField(field, `A multipart form (multipart/form-data) with the file in ${field} is needed`);
  }
  // before the upload, which may take minutes
  if (Number(request.headers['content-length']) > limits.fileSize + formOverheadBytes)
    return { refused: 'image-too-large' };
  let upload: Buffer | undefined;
  let hasOtherFile = false;
  try {
    // read to the end, or the plugin leaves the request hanging
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') continue;
      const bytes = await part.toBuffer();
      if (part.fieldname === field) upload = bytes;
      else hasOtherFile = true;
    }
  } catch (error) {
    return toRefusal(error, field);
  }
  if (hasOtherFile) return refuseField(field, `The file belongs into the field ${field}`);
  if (!upload?.length) return refuseField(field, wording.messages.image); // forms without a chosen file send an empty one
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

function toRefusal(error: unknown, field: string): Refusal {
  const { code } = error as { code?: string };
  if (code === 'FST_REQ_FILE_TOO_LARGE') return { refused: 'image-too-large' };
  if (code === 'FST_FILES_LIMIT') return refuseField(field, 'One picture at a time is possible');
  if (code === 'FST_FIELDS_LIMIT' || code === 'FST_PARTS_LIMIT') {
    return refuseField(field, `Nothing but the field ${field} is needed`);
  }
  return refuseField(field, 'The upload did not arrive whole. Please try again');
}

function refuseField(path: string, message: string): Refusal {
  return { refused: 'invalid-input', errors: [{ path, message }] };
}
