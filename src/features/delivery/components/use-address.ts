/** The state of an address that is typed: the fields of the chosen country. */
import { useRef, useState } from 'react';
import { type AddressForm, selectPlace } from '#delivery/components/delivery-view.ts';
import { readAddressFieldsEndpoint } from '#delivery/contract/addresses.ts';
import { type AddressFieldName, type AddressInput, joinLines } from '#delivery/rules/address-fields.ts';
import { callEndpoint, isProblem, type Problem } from '#ui/api/api-client.ts';

export type AddressState = ReturnType<typeof useAddress>;

/** What was typed stays known while a country without its field is chosen. */
export function useAddress({
  values: begun,
  fields: begunFields,
  saved,
}: Pick<AddressForm, 'values' | 'fields' | 'saved'>) {
  const typed = useRef<AddressInput>(toTyped(begun));
  const [savedId, setSavedId] = useState(() => saved.find(({ isDefault }) => isDefault)?._id ?? '');
  /** Counts what was filled in by a saved address: the fields are made anew. */
  const [fillCount, setFillCount] = useState(0);
  const [fields, setFields] = useState(begunFields);
  const [place, setPlace] = useState(begun);
  const [problem, setProblem] = useState<Problem>();

  async function showFields(): Promise<void> {
    const { country = '' } = typed.current;
    const answer = await callEndpoint(readAddressFieldsEndpoint, { query: { country } });
    if (typed.current.country !== country) return; // another one was chosen meanwhile
    setProblem(isProblem(answer) ? answer : undefined);
    if (!isProblem(answer)) setFields(answer);
  }

  function showPlace(): void {
    const { country = '', region, town, district, postcode } = typed.current;
    setPlace({ country, region, town, district, postcode });
  }

  function change(name: string, value: string): void {
    if ((typed.current[name as AddressFieldName] ?? '') === value) return;
    typed.current = { ...typed.current, [name]: value };
    setSavedId('');
    if (name === 'country') void showFields();
    showPlace();
  }

  /** `id` empty: an address that is not saved. */
  async function choose(id: string): Promise<void> {
    setSavedId(id);
    await fill(saved.find(({ _id }) => _id === id)?.address ?? { country: typed.current.country });
  }

  async function fill(address: AddressInput): Promise<void> {
    typed.current = toTyped(address);
    showPlace();
    await showFields();
    setFillCount(fillCount + 1);
  }

  return {
    typed,
    saved: { addresses: saved, id: savedId, choose, fillCount },
    fields,
    fieldsProblem: problem,
    showFields,
    change,
    fill,
    place: selectPlace(place, fields),
  };
}

function toTyped({ line2, ...address }: AddressInput): AddressInput {
  return { ...address, line1: joinLines({ ...address, line2 }) };
}
