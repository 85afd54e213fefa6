/** Fills the form of an address with one that the buyer has saved. */
import type { Delivery } from '#web/delivery/use-delivery.ts';

export function SavedAddressChoice({ saved }: { saved: Delivery['saved'] }) {
  return (
    <label className="field">
      <span className="field-label">Saved address</span>
      <select
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
