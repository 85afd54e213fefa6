/** Buttons that fetch the papers to pack the chosen orders by. */
import { toast } from 'react-toastify/unstyled';
import { readPackingPapersEndpoint } from '#contract/orders/parcels.ts';
import { callEndpoint, isProblem } from '#web/api/api-client.ts';
import { AsyncButton } from '#web/ui/async-button.tsx';

export function PackingPapers({ orders }: { orders: readonly { _id: string }[] }) {
  async function download(kind: 'pick-list' | 'slips'): Promise<void> {
    const body = { orders: orders.map(({ _id }) => _id), kind };
    const answer = await callEndpoint(readPackingPapersEndpoint, { body });
    if (isProblem(answer)) return void toast.error(answer.detail);
    const bytes = Uint8Array.from(atob(answer.pdf), (character) => character.charCodeAt(0));
    const address = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }));
    const link = document.createElement('a');
    link.href = address;
    link.download = answer.name;
    link.click();
    URL.revokeObjectURL(address);
  }
  const isNone = orders.length === 0;
  return (
    <div className="form-actions mt-5">
      <AsyncButton className="btn" onPress={() => download('pick-list')} disabled={isNone}>
        Pick list
      </AsyncButton>
      <AsyncButton className="btn" onPress={() => download('slips')} disabled={isNone}>
        Packing slips
      </AsyncButton>
    </div>
  );
}
