/** The checklist of a public shop, on top of Settings, with a button that tries what must be tried. */
import CircleCheck from 'lucide:circle-check';
import CircleDashed from 'lucide:circle-dashed';
import CircleX from 'lucide:circle-x';
import { Link } from 'react-router';
import { type CheckedItem, runChecklistEndpoint } from '#settings/contract/checklist.ts';
import { saveSettingsEndpoint } from '#settings/contract/settings.ts';
import { callEndpoint } from '#ui/api/api-client.ts';
import { ActionButton } from '#ui/components/action-button.tsx';
import { Icon } from '#ui/components/icons.tsx';
import { useShopTimes } from '#ui/components/shop-times.ts';

const states = {
  done: { label: 'Done', icon: CircleCheck, color: 'text-success' },
  missing: { label: 'Missing', icon: CircleDashed, color: 'text-warning' },
  wrong: { label: 'Wrong', icon: CircleX, color: 'text-error' },
};

const claimActions = { confirmed: 'It is true', hidden: 'Hide it' };

/** `version`: of the settings, for what is confirmed or hidden here. */
export function Checklist({ items, version }: { items: CheckedItem[]; version: number }) {
  const { formatTime } = useShopTimes();
  const doneCount = items.filter(({ state }) => state === 'done').length;
  return (
    <details className="panel mb-8" open={doneCount < items.length}>
      <summary className="cursor-pointer">
        <h3 className="panel-heading inline">
          Ready for the public: {doneCount} of {items.length}
        </h3>
      </summary>
      <ul className="my-5 grid gap-4">
        {items.map(({ name, state, sentence, page, claim, checkedAt }) => {
          const { label, icon, color } = states[state];
          return (
            <li key={name} className="flex gap-3">
              <span className={color}>
                <Icon of={icon} />
              </span>
              <div className="min-w-0">
                <p className="font-semibold">
                  {page ? (
                    <Link className="link" to={page}>
                      {name}
                    </Link>
                  ) : (
                    name
                  )}
                  : <span className={color}>{label}</span>
                </p>
                <p className="break-words">{sentence}</p>
                {claim && (
                  <div className="mt-2 flex flex-wrap gap-2">
                    {(claim.canHide ? (['confirmed', 'hidden'] as const) : (['confirmed'] as const)).map(
                      (mode) => (
                        <ActionButton
                          key={mode}
                          className="btn btn-sm"
                          aria-label={`${claimActions[mode]}: ${name}`}
                          call={() =>
                            callEndpoint(saveSettingsEndpoint, { body: { version, [claim.setting]: mode } })
                          }
                          done="Settings saved"
                        >
                          {claimActions[mode]}
                        </ActionButton>
                      ),
                    )}
                    {claim.texts.map(({ label, path }) => (
                      <Link key={path} className="btn btn-sm" to={path}>
                        Write: {label}
                      </Link>
                    ))}
                  </div>
                )}
                {checkedAt && <p className="muted text-sm">{formatTime(checkedAt)}</p>}
              </div>
            </li>
          );
        })}
      </ul>
      <ActionButton
        className="btn"
        call={() => callEndpoint(runChecklistEndpoint, {})}
        done="Everything was tried"
      >
        Try it now
      </ActionButton>
      <p className="muted mt-2 text-sm">
        Asks the public address and the card provider, sends one mail, writes and reads one file, and reads
        the newest backup. <code className="whitespace-nowrap">npm run shop -- check</code> does the same.
      </p>
    </details>
  );
}
