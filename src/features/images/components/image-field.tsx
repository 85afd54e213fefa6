/** The file input of an image, which is uploaded before the form, once, with progress. */
import type { FieldMetadata } from '@conform-to/react';
import { useRef, useState } from 'react';
import { uploadImageEndpoint } from '#images/contract/images.ts';
import { callEndpoint, isProblem, type Problem } from '#ui/api/api-client.ts';
import { FileField } from '#ui/components/fields.tsx';

export function ImageField({
  label,
  field,
  upload: { state, cancel },
}: {
  label: string;
  field: FieldMetadata<unknown>;
  upload: ReturnType<typeof useImageUpload>;
}) {
  return (
    <div>
      <FileField label={label} field={field} accept="image/jpeg,image/png,image/webp,image/avif" />
      {state.phase === 'failed' && field.errors && (
        <button type="submit" className="btn btn-sm">
          Try again
        </button>
      )}
      {state.phase === 'sending' && (
        <UploadProgress
          progress={state.progress}
          onCancel={() => {
            cancel();
            document.getElementById(field.id)?.focus(); // the focused button disappears
          }}
        />
      )}
      <p role="status" className="sr-only">
        {state.phase === 'sending' && describeProgress(state.progress)}
      </p>
    </div>
  );
}

function UploadProgress({ progress, onCancel }: { progress: number; onCancel: () => void }) {
  const isPreparing = progress === 1;
  const percent = Math.floor(progress * 100);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {/* without a value while the server processes the image: the duration is unknown */}
      <progress
        className="min-w-40 flex-1"
        max={100}
        {...(isPreparing ? {} : { value: percent })}
        aria-label="Upload of the picture"
      />
      <span className="text-sm tabular-nums" aria-hidden="true">
        {isPreparing ? 'Preparing the picture …' : `${percent} %`}
      </span>
      <button type="button" className="btn btn-sm" onClick={onCancel}>
        Cancel the upload
      </button>
    </div>
  );
}

function describeProgress(progress: number): string {
  if (progress === 1) return 'The picture has arrived and is being prepared.';
  return `Uploading the picture: ${Math.floor(progress * 4) * 25} percent.`;
}

type UploadState = { phase: 'idle' | 'failed' } | { phase: 'sending'; progress: number };

/** An uploaded image is not sent again when the rest of the form was refused. */
export function useImageUpload() {
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
