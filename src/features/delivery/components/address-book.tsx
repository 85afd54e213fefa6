/** In My Profile: the addresses that a person has saved. */
import { useEffect, useState } from 'react';
import { AddressFields } from '#delivery/components/address-fields.tsx';
import { type AddressForm, renameAddressErrors, selectFields } from '#delivery/components/delivery-view.ts';
import { useAddress } from '#delivery/components/use-address.ts';
import {
  addAddressEndpoint,
  deleteAddressEndpoint,
  editAddressEndpoint,
  type SavedAddress,
} from '#delivery/contract/addresses.ts';
import type { AddressInput } from '#delivery/rules/address-fields.ts';
import { callEndpoint, isProblem, type Problem } from '#ui/api/api-client.ts';
import { AsyncButton } from '#ui/components/action-button.tsx';
import { ConfirmDialog, Dialog } from '#ui/components/dialog.tsx';
import { DialogForm } from '#ui/components/dialog-form.tsx';
import { useCallForm } from '#ui/components/form.tsx';
import { toast } from '#ui/components/toast.ts';

export function AddressBook({ form }: { form: AddressForm }) {
  const [saved, setSaved] = useState<SavedAddress[]>(form.saved);
  const [edited, setEdited] = useState<SavedAddress | 'new'>();
  const [deleted, setDeleted] = useState<SavedAddress>();
  const show = (answer: SavedAddress[] | Problem): Problem | undefined => {
    if (isProblem(answer)) return answer;
    setSaved(answer);
    setEdited(undefined);
    setDeleted(undefined);
    return undefined;
  };

  async function makeDefault({ _id: id, address }: SavedAddress) {
    const body = { address, isDefault: true };
    const problem = show(await callEndpoint(editAddressEndpoint, { params: { id }, body }));
    if (problem) toast.error(problem.detail);
  }

  return (
    <section className="panel">
      <h2 className="panel-heading">Addresses</h2>
      {saved.length === 0 && <p className="mb-4">Orders begin with the address that you save here.</p>}
      <ul className="address-book">
        {saved.map((one) => (
          <li key={one._id}>
            <AddressLines saved={one} />
            <div className="flex flex-wrap gap-2">
              <button type="button" className="btn btn-sm" onClick={() => setEdited(one)}>
                Edit <span className="sr-only">{one.address.line1}</span>
              </button>
              {!one.isDefault && (
                <AsyncButton className="btn btn-sm" onPress={() => makeDefault(one)}>
                  Make it the default <span className="sr-only">{one.address.line1}</span>
                </AsyncButton>
              )}
              <button type="button" className="btn btn-sm" onClick={() => setDeleted(one)}>
                Delete <span className="sr-only">{one.address.line1}</span>
              </button>
            </div>
          </li>
        ))}
      </ul>
      <button type="button" className="btn" onClick={() => setEdited('new')}>
        Add an address
      </button>
      <Dialog
        isOpen={edited !== undefined}
        heading={edited === 'new' ? 'Add an address' : 'Edit the address'}
        onClose={() => setEdited(undefined)}
      >
        {edited && (
          <AddressEditor
            form={form}
            edited={edited === 'new' ? undefined : edited}
            onSaved={show}
            onCancel={() => setEdited(undefined)}
          />
        )}
      </Dialog>
      <ConfirmDialog
        isOpen={deleted !== undefined}
        question="Delete this address?"
        confirmLabel="Delete it"
        onConfirm={async () =>
          show(await callEndpoint(deleteAddressEndpoint, { params: { id: deleted?._id ?? '' } }))
        }
        onClose={() => setDeleted(undefined)}
      >
        {deleted && <AddressLines saved={deleted} />}
      </ConfirmDialog>
    </section>
  );
}

function AddressLines({ saved: { lines, address, isDefault } }: { saved: SavedAddress }) {
  return (
    <p className="wrap-anywhere whitespace-pre-line">
      {[...lines, address.phone].join('\n')}
      {isDefault && (
        <>
          {'\n'}
          <span className="badge badge-info">Default</span>
        </>
      )}
    </p>
  );
}

type AddressEditorProps = {
  form: AddressForm;
  /** Undefined: a new one. */
  edited: SavedAddress | undefined;
  onSaved: (answer: SavedAddress[] | Problem) => Problem | undefined;
  onCancel: () => void;
};

function AddressEditor({ form: begun, edited, onSaved, onCancel }: AddressEditorProps) {
  const { country, name, phone } = begun.values;
  const values = edited?.address ?? { country, name, phone };
  const address = useAddress({ values, fields: values.country === country ? begun.fields : [], saved: [] });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for an address in another country
  useEffect(() => {
    if (address.fields.length === 0) void address.showFields();
  }, []);
  const { fields, ...sending } = useCallForm({
    load: () => import('#delivery/components/delivery-schema.ts'),
    schema: ({ makeDeliverySchema }) => makeDeliverySchema(address.fields, false),
    defaultValue: values,
    async submit(typed: AddressInput) {
      const body = { address: selectFields(typed, address.fields) };
      const answer = edited
        ? await callEndpoint(editAddressEndpoint, { params: { id: edited._id }, body })
        : await callEndpoint(addAddressEndpoint, { body });
      const problem = onSaved(answer);
      return problem && renameAddressErrors(problem);
    },
  });
  return (
    <DialogForm {...sending} submitLabel="Save" cancelLabel="Cancel" onCancel={onCancel}>
      <AddressFields address={address} countries={begun.countries} fields={fields} />
    </DialogForm>
  );
}
