/** Buttons that fetch the papers to pack the chosen orders by. */
import { toast } from 'react-toastify/unstyled';
import { readPackingPapersEndpoint } from '#contract/orders/packing.ts';
import { downloadFile } from '#web/api/download-file.ts';
import { AsyncButton } from '#web/ui/async-button.tsx';

export function PackingPapers({ orders }: { orders: readonly { _id: string }[] }) {
  async function download(kind: 'pick-list' | 'slips'): Promise<void> {
    const body = { orders: orders.map(({ _id }) => _id), kind };
    const problem = await downloadFile(readPackingPapersEndpoint, { body });
    if (problem) toast.error(problem.detail);
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
