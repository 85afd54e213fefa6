/** A notice about parts that the address names and the page leaves out. */
import type { OmittedParts } from '#app/pages/compare/comparison-view.ts';

type OmittedPartsNoticeProps = {
  omitted: OmittedParts;
  /** An alert where the notice answers a tick. */
  role?: 'alert';
};

export function OmittedPartsNotice({
  omitted: { unknownCount, surplusNames, isUnreadable },
  role,
}: OmittedPartsNoticeProps) {
  if (unknownCount === 0 && surplusNames.length === 0 && !isUnreadable) return null;
  return (
    <div className="notice notice-info mt-4" role={role}>
      <div>
        {surplusNames.length > 0 && (
          <p>
            Four parts fit beside one another: these are the first four. Left out: {surplusNames.join('; ')}.
            Take one out to choose another.
          </p>
        )}
        {unknownCount > 0 && (
          <p>
            {unknownCount === 1
              ? 'One part is left out: it is'
              : `${unknownCount} parts are left out: they are`}{' '}
            not in this category, or no longer on sale.
          </p>
        )}
        {isUnreadable && <p>Something in the address names no part and is left out.</p>}
      </div>
    </div>
  );
}
