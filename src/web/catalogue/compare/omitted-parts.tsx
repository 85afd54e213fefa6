/** Says what of an address that names parts is not shown, and why. */
import type { OmittedParts as LeftOutParts } from '#web/catalogue/compare/comparison-view.ts';

type OmittedPartsNoticeProps = {
  of: LeftOutParts;
  /** Said aloud as soon as it appears, where somebody has just ticked one too many. */
  role?: 'alert';
};

export function OmittedPartsNotice({
  of: { unknownCount, surplus, isUnreadable },
  role,
}: OmittedPartsNoticeProps) {
  if (unknownCount === 0 && surplus.length === 0 && !isUnreadable) return null;
  return (
    <div className="notice notice-info mt-4" role={role}>
      <div>
        {surplus.length > 0 && (
          <p>
            Four parts fit beside one another: these are the first four. Left out: {surplus.join('; ')}. Take
            one out to choose another.
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
