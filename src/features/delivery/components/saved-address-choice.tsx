/** Fills the form of an address with one that the buyer has saved. */
import { useEffect, useRef } from 'react';
import type { Delivery } from '#delivery/components/use-delivery.ts';

export function SavedAddressChoice({ saved }: { saved: Delivery['saved'] }) {
  const element = useRef<HTMLSelectElement>(null);
  // chosen before anything listened
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the choice has come
  useEffect(() => {
    const option = element.current?.selectedOptions[0];
    if (option && !option.defaultSelected && option.value !== saved.id) void saved.choose(option.value);
  }, []);
  return (
    <label className="field">
      <span className="field-label">Saved address</span>
      <select
        ref={element}
        className="select w-full"
        form="none"
        value={saved.id}
        onChange={({ target }) => saved.choose(target.value)}
      >
        {saved.addresses.map(({ _id, lines }) => (
          <option key={_id} value={_id}>
            {lines.join(', ')}
          </option>
        ))}
        <option value="">Another address</option>
      </select>
    </label>
  );
}
