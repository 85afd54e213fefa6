/** A picture that goes along with a form: sent first, with its progress, and sent once. */
import { useRef, useState } from 'react';
import { z } from 'zod';
import { uploadImageEndpoint } from '#contract/images.ts';
import { uploadLimits, uploadTooLargeMessage } from '#domain/images/uploaded-images.ts';
import { callEndpoint, isProblem, type Problem } from '#web/api/api-client.ts';

/** A picture that was chosen, or none; one that the shop would refuse for its size is not sent at all. */
export const imageField = z
  .instanceof(Blob)
  .refine(({ size }) => size <= uploadLimits.bytes, uploadTooLargeMessage)
  .optional();

/** The same where a form cannot do without; `missing` says so. */
export function requiredImageField(missing: string) {
  return z
    .instanceof(Blob, { message: missing })
    .refine(({ size }) => size > 0, missing)
    .pipe(imageField.unwrap());
}

export type UploadState =
  | { phase: 'idle' | 'failed' }
  /** `share` goes from 0 to 1; at 1 the shop is preparing the picture. */
  | { phase: 'sending'; share: number };

export type ImageUpload = {
  state: UploadState;
  /** Answers the picture's address, or why there is none, said at the form's field `name`. */
  send(name: string, picture: Blob): Promise<string | Problem>;
  cancel(): void;
};

/** Uploads a form's picture. What has arrived is not sent again when only the rest of the form was refused. */
export function useImageUpload(): ImageUpload {
  const [state, setState] = useState<UploadState>({ phase: 'idle' });
  const arrived = useRef<{ picture: Blob; url: string }>(undefined);
  const underWay = useRef<AbortController>(undefined);

  async function send(name: string, picture: Blob): Promise<string | Problem> {
    if (arrived.current?.picture === picture) return arrived.current.url;
    underWay.current = new AbortController();
    const { signal } = underWay.current;
    setState({ phase: 'sending', share: 0 });
    const onProgress = (share: number) => setState({ phase: 'sending', share });
    const answer = await callEndpoint(uploadImageEndpoint, { upload: picture }, { signal, onProgress });
    setState({ phase: isProblem(answer) ? 'failed' : 'idle' });
    if (isProblem(answer)) return attachToField(name, signal.aborted ? uploadCancelled : answer);
    arrived.current = { picture, url: answer.data.url };
    return answer.data.url;
  }

  return { state, send, cancel: () => underWay.current?.abort() };
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
