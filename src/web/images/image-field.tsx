/** The file input of an image, with the progress of its upload. */
import type { FieldMetadata } from '@conform-to/react';
import type { ImageUpload } from '#web/images/image-upload.ts';
import { FileField } from '#web/ui/fields.tsx';

export function ImageField({
  label,
  field,
  upload: { state, cancel },
}: {
  label: string;
  field: FieldMetadata<unknown>;
  upload: ImageUpload;
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
