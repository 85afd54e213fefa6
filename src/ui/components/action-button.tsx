/** A button that calls the shop, says what is done or why not, and loads the page's data anew. */
import type { ComponentProps } from 'react';
import { useRevalidator } from 'react-router';
import { toast } from 'react-toastify/unstyled';
import { isProblem, type Problem } from '#ui/api/api-client.ts';
import { AsyncButton } from '#ui/components/async-button.tsx';

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
