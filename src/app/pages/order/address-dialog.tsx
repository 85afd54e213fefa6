/** The dialog that corrects where an order goes, until it is shipped. */
import { useEffect, useState } from 'react';
import { readPurchaseEndpoint } from '#app/contract/purchases.ts';
import { AddressFields } from '#delivery/components/address-fields.tsx';
import { type AddressForm, renameAddressErrors, selectFields } from '#delivery/components/delivery-view.ts';
import { useAddress } from '#delivery/components/use-address.ts';
import { readAddressFormEndpoint } from '#delivery/contract/addresses.ts';
import type { AddressInput } from '#delivery/rules/address-fields.ts';
import { correctAddressEndpoint, type Order } from '#orders/contract/orders.ts';
import { callEndpoint, isProblem, type Problem } from '#ui/api/api-client.ts';
import { Dialog } from '#ui/components/dialog.tsx';
import { DialogForm } from '#ui/components/dialog-form.tsx';
import { useCallForm } from '#ui/components/form.tsx';
import { LoadingCircle } from '#ui/components/notice.tsx';
import { toast } from '#ui/components/toast.ts';

type AddressDialogProps = { order: Order; isOpen: boolean; onClose: (wasDone: boolean) => void };

export default function AddressDialog({ order, isOpen, onClose }: AddressDialogProps) {
  const [begun, setBegun] = useState<Begun | Problem>();
  useEffect(() => {
    if (isOpen) void readBegun(order).then(setBegun);
  }, [isOpen, order]);
  return (
    <Dialog isOpen={isOpen} heading="Correct the address" onClose={() => onClose(false)}>
      {!begun && <LoadingCircle />}
      {isProblem(begun) && <p role="alert">{begun.detail}</p>}
      {isOpen && begun && !isProblem(begun) && <AddressEditor {...begun} order={order} onClose={onClose} />}
    </Dialog>
  );
}

type Begun = Pick<AddressForm, 'countries' | 'values'>;

/** The address of the purchase; of an older one the lines, which are no fields yet. */
async function readBegun(order: Order): Promise<Begun | Problem> {
  const [form, purchase] = await Promise.all([
    callEndpoint(readAddressFormEndpoint, {}),
    callEndpoint(readPurchaseEndpoint, { params: { id: order.purchaseId } }),
  ]);
  if (isProblem(form)) return form;
  if (isProblem(purchase)) return purchase;
  const { country } = form.values;
  const values = purchase.address ?? { country, name: order.name, line1: order.location, phone: order.phone };
  return { countries: form.deliveredTo ?? form.countries, values };
}

function AddressEditor({
  order,
  countries,
  values,
  onClose,
}: Begun & Pick<AddressDialogProps, 'order' | 'onClose'>) {
  const address = useAddress({ values, fields: [], saved: [] });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the dialog has opened
  useEffect(() => void address.showFields(), []);
  const { fields, ...sending } = useCallForm({
    load: () => import('#delivery/components/delivery-schema.ts'),
    schema: ({ makeDeliverySchema }) => makeDeliverySchema(address.fields, false),
    defaultValue: values,
    async submit(typed: AddressInput) {
      const answer = await callEndpoint(correctAddressEndpoint, {
        params: { id: order._id },
        body: { address: selectFields(typed, address.fields) },
      });
      if (isProblem(answer)) return renameAddressErrors(answer);
      toast.success('Address saved');
      onClose(true);
    },
  });
  return (
    <DialogForm {...sending} submitLabel="Save" cancelLabel="Leave as it is" onCancel={() => onClose(false)}>
      <p className="break-words whitespace-pre-line">{order.location}</p>
      <AddressFields address={address} countries={countries} fields={fields} />
    </DialogForm>
  );
}
