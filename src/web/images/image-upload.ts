/** Uploads the image of a form before the form, once, with progress. */
import { useRef, useState } from 'react';
import { z } from 'zod';
import { uploadImageEndpoint } from '#contract/images.ts';
import { uploadLimits, uploadTooLargeMessage } from '#domain/images/uploaded-images.ts';
import { callEndpoint, isProblem, type Problem } from '#web/api/api-client.ts';

/** An optional image. Refuses: more bytes than the shop accepts. */
export const imageField = z
  .instanceof(Blob)
  .refine(({ size }) => size <= uploadLimits.bytes, uploadTooLargeMessage)
  .optional();

export function requiredImageField(missing: string) {
  return z
    .instanceof(Blob, { message: missing })
    .refine(({ size }) => size > 0, missing)
    .pipe(imageField.unwrap());
}

export type UploadState = { phase: 'idle' | 'failed' } | { phase: 'sending'; progress: number };

export type ImageUpload = {
  state: UploadState;
  send(fieldName: string, image: Blob): Promise<string | Problem>;
  cancel(): void;
};

/** An uploaded image is not sent again when the rest of the form was refused. */
export function useImageUpload(): ImageUpload {
  const [state, setState] = useState<UploadState>({ phase: 'idle' });
  const uploaded = useRef<{ image: Blob; url: string }>(undefined);
  const pending = useRef<AbortController>(undefined);

  async function send(fieldName: string, image: Blob): Promise<string | Problem> {
    if (uploaded.current?.image === image) return uploaded.current.url;
    pending.current = new AbortController();
    const { signal } = pending.current;
    setState({ phase: 'sending', progress: 0 });
    const onProgress = (progress: number) => setState({ phase: 'sending', progress });
    const answer = await callEndpoint(uploadImageEndpoint, { upload: image }, { signal, onProgress });
    setState({ phase: isProblem(answer) ? 'failed' : 'idle' });
    if (isProblem(answer)) return attachToField(fieldName, signal.aborted ? uploadCancelled : answer);
    uploaded.current = { image, url: answer.data.url };
    return answer.data.url;
  }

  return { state, send, cancel: () => pending.current?.abort() };
}

const uploadCancelled: Problem = {
  problem: true,
  status: 0,
  code: 'upload-cancelled',
  detail: 'The upload was cancelled. Your picture is still chosen.',
};

function attachToField(path: string, problem: Problem): Problem {
  return { ...problem, errors: [{ path, message: problem.detail }] };
}
