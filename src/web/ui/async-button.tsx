/** A button that does something which takes a moment: pressed again meanwhile, it does nothing. */
import { type ComponentProps, useState } from 'react';

type AsyncButtonProps = Omit<ComponentProps<'button'>, 'type' | 'onClick'> & { act: () => Promise<unknown> };

/** Busy until `act` is done; it keeps its focus, which a disabled button would lose. */
export function AsyncButton({ act, ...button }: AsyncButtonProps) {
  const [isBusy, setBusy] = useState(false);
  async function press() {
    if (isBusy) return;
    setBusy(true);
    try {
      await act();
    } finally {
      setBusy(false);
    }
  }
  return <button {...button} type="button" aria-disabled={isBusy} onClick={press} />;
}
