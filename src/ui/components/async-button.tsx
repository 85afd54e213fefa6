/** Buttons with an asynchronous action: they ignore clicks while the action runs. */
import { type ComponentProps, useState } from 'react';

type AsyncButtonProps = Omit<ComponentProps<'button'>, 'type' | 'onClick'> & {
  onPress: () => Promise<unknown>;
};

/** Not `disabled` while it is busy: a disabled button would lose the focus. */
export function AsyncButton({ onPress, ...button }: AsyncButtonProps) {
  const [isBusy, setBusy] = useState(false);
  async function press() {
    if (isBusy) return;
    setBusy(true);
    try {
      await onPress();
    } finally {
      setBusy(false);
    }
  }
  return <button {...button} type="button" aria-disabled={isBusy} onClick={press} />;
}
