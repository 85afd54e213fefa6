/** The ticks without which an import leaves unusual prices as they are. */
import { formatNumber } from '#domain/words.ts';
import type { Preview } from '#web/catalogue/manage/import-preview.tsx';

/** As the endpoints take it. */
export type Allowed = { jumps?: 'allow' | undefined; removals?: 'allow' | undefined };

export function PricePermissions({
  preview: { jumps, removals },
  allowed,
  permit,
  isBusy,
}: {
  preview: Preview;
  allowed: Allowed;
  permit: (change: Allowed) => void;
  isBusy: boolean;
}) {
  const ticks = [
    ['jumps', jumps, 'that jumps', 'that jump'],
    ['removals', removals, 'that the file takes away', 'that the file takes away'],
  ] as const;
  return ticks.map(([kind, count, one, several]) =>
    count === 0 ? null : (
      <label key={kind} className="flex items-center gap-2">
        <input
          type="checkbox"
          checked={allowed[kind] === 'allow'}
          disabled={isBusy}
          onChange={({ currentTarget }) => permit({ [kind]: currentTarget.checked ? 'allow' : undefined })}
        />
        <span>
          Import also {count === 1 ? `the price ${one}` : `the ${formatNumber(count)} prices ${several}`}:
          without this tick {count === 1 ? 'it stays as it is' : 'they stay as they are'}
        </span>
      </label>
    ),
  );
}
