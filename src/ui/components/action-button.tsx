/** A button that calls the shop, says what is done or why not, and loads the page's data anew. */
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { isProblem, type Problem } from '#ui/api/api-client.ts';
import { focusHeading, isFocusLost } from '#ui/components/focus.ts';
import { toast } from '#ui/components/toast.ts';

export function ActionButton<Answer>({
  call,
  done,
  ...button
}: Omit<ComponentProps<typeof AsyncButton>, 'onPress'> & {
  call: () => Promise<Answer | Problem>;
  done: string;
}) {
  const { revalidate } = useRevalidator();
  async function act() {
    const answer = await call();
    if (isProblem(answer)) return void toast.error(answer.detail);
    toast.success(done);
    await revalidate();
  }
  return <AsyncButton {...button} onPress={act} />;
}

/** Buttons with an asynchronous action: they ignore clicks while the action runs. */
type AsyncButtonProps = Omit<ComponentProps<'button'>, 'type' | 'onClick'> & {
  onPress: () => Promise<unknown>;
};

/** Not `disabled` while it is busy: a disabled button would lose the focus. What it does may take it away: then the heading is focused. */
export function AsyncButton({ onPress, ...button }: AsyncButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const wasPressed = useRef(false);
  useEffect(
    () => () => {
      if (wasPressed.current && isFocusLost()) focusHeading();
    },
    [],
  );
  async function press() {
    if (isBusy) return;
    wasPressed.current = true;
    setBusy(true);
    try {
      await onPress();
    } finally {
      setBusy(false);
    }
  }
  return <button {...button} type="button" aria-disabled={isBusy} onClick={press} />;
}
