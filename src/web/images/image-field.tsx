/** The choice of a picture, and how far it has come while it is sent. */
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
          share={state.share}
          onCancel={() => {
            cancel();
            document.getElementById(field.id)?.focus(); // the button that had the focus goes away
          }}
        />
      )}
      <p role="status" className="sr-only">
        {state.phase === 'sending' && describeProgress(state.share)}
      </p>
    </div>
  );
}

function UploadProgress({ share, onCancel }: { share: number; onCancel: () => void }) {
  const isPreparing = share === 1;
  const percent = Math.floor(share * 100);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {/* without a value it moves to and fro: how long the preparing takes is not known */}
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

/** In quarters, so that a screen reader is not interrupted a hundred times. */
function describeProgress(share: number): string {
  if (share === 1) return 'The picture has arrived and is being prepared.';
  return `Uploading the picture: ${Math.floor(share * 4) * 25} percent.`;
}
