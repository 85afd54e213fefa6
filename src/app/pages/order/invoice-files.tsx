/** The documents of a purchase, to be saved: its invoice, and the notes that correct it. */
import Download from 'lucide:download';
import { useEffect, useState } from 'react';
import { readPurchaseEndpoint } from '#app/contract/purchases.ts';
import { type Invoice, readInvoiceFileEndpoint } from '#invoices/contract/invoices.ts';
import { capitalize } from '#kernel/words.ts';
import { callEndpoint, isProblem } from '#ui/api/api-client.ts';
import { downloadFile } from '#ui/api/download-file.ts';
import { AsyncButton } from '#ui/components/action-button.tsx';
import { Icon } from '#ui/components/icons.tsx';

export function InvoiceFiles({ invoices }: { invoices: readonly Invoice[] }) {
  return invoices.map(({ _id, kind, number }) => (
    <AsyncButton
      key={_id}
      className="btn h-auto min-h-11 max-w-full shrink whitespace-normal"
      onPress={() => downloadFile(readInvoiceFileEndpoint, { params: { id: _id } })}
    >
      <Icon of={Download} />
      {capitalize(kind.replace('-', ' '))} {number} (PDF)
    </AsyncButton>
  ));
}

/** Loads the list by itself; nothing is shown for what was paid before there were documents. */
export default function InvoiceFilesOfPurchase({ id }: { id: string }) {
  const [invoices, setInvoices] = useState<Invoice[]>([]);
  useEffect(() => {
    callEndpoint(readPurchaseEndpoint, { params: { id } }).then((purchase) => {
      if (!isProblem(purchase)) setInvoices(purchase.invoices);
    });
  }, [id]);
  return <InvoiceFiles invoices={invoices} />;
}
