/** Reads the one file of a multipart form (RFC 7578) into memory. */
import type { FastifyRequest } from 'fastify';
import { uploadLimits } from '#domain/images/uploaded-images.ts';
import type { Refusal } from '#domain/refusals.ts';
import { wording } from '#domain/wording.ts';

/** The file that the form has in this field; other fields are texts that nobody reads, an API key for example. */
export async function receiveUpload(request: FastifyRequest, field: string): Promise<Buffer | Refusal> {
  if (!request.isMultipart()) {
    return refuseField(field, `A multipart form (multipart/form-data) with the file in ${field} is needed`);
  }
  // said at once, so that nobody sends for minutes what is not taken
  if (Number(request.headers['content-length']) > limits.fileSize + formOverheadBytes)
    return { refused: 'image-too-large' };
  let upload: Buffer | undefined;
  let isElsewhere = false;
  try {
    // to the end, whatever is found: the plugin leaves a form that is not read through hanging
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') continue;
      const bytes = await part.toBuffer();
      if (part.fieldname === field) upload = bytes;
      else isElsewhere = true;
    }
  } catch (error) {
    return toRefusal(error, field);
  }
  if (isElsewhere) return refuseField(field, `The file belongs into the field ${field}`);
  if (!upload?.length) return refuseField(field, wording.messages.image); // an empty file is what a form sends when none is chosen
  return upload;
}

/** Bytes of a form that are not its file's. */
const formOverheadBytes = 64 * 1024;
const limits = {
  files: 1,
  fileSize: uploadLimits.bytes,
  fields: 8,
  fieldSize: 4096,
  parts: 9,
  headerPairs: 20,
};

/** What the plugin throws, as a refusal. */
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
