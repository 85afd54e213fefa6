/** The state of delivery in the form of an order: the fields of the chosen country, and what delivery there costs. */
import { useEffect, useRef, useState } from 'react';
import { addAddressEndpoint, readAddressFieldsEndpoint } from '#contract/delivery/addresses.ts';
import { quoteDeliveryEndpoint } from '#contract/delivery/delivery-quotes.ts';
import { type AddressFieldName, type AddressInput, joinLines } from '#domain/delivery/address-fields.ts';
import { callEndpoint, isProblem, type Problem } from '#web/api/api-client.ts';
import {
  type AddressForm,
  chooseMethod,
  explainNoMethod,
  formatMethodPrice,
  type Method,
  type Quote,
} from '#web/delivery/delivery-view.ts';

/** Somebody types. */
const quoteDelayMs = 250;
const maxTimerMs = 2 ** 31 - 1;

export type DeliveredLine = { partsId: string; quantity: number };
export type Delivery = ReturnType<typeof useDelivery>;
export type AddressState = ReturnType<typeof useAddress>;

type DeliveryOptions = {
  form: AddressForm;
  lines: DeliveredLine[];
  /** What the page has come with. */
  quote: Quote | Problem | undefined;
};

export function useDelivery({ form, lines, quote: loadedQuote }: DeliveryOptions) {
  const address = useAddress(form);
  const [isCollected, setCollected] = useState(false);
  const [key, setKey] = useState<string>();
  const { quote, isCurrent, ask } = useQuote(loadedQuote, { lines, address: address.place });
  const method = chooseMethod(quote, { isCollected, key });

  /** The method as it is shown; when it is another one by now, it is shown first, and pressing again takes it. */
  async function decide(): Promise<Method | Problem> {
    const hasQuote = isCurrent && quote && !isProblem(quote);
    const current = hasQuote ? quote : await ask();
    if (!current || isProblem(current)) return current ?? unknownPrice;
    const decided = chooseMethod(current, { isCollected, key });
    if (!decided) return { ...unknownPrice, detail: explainNoMethod(isCollected) };
    if (decided.price === method?.price) return decided;
    const price = formatMethodPrice(decided);
    return {
      ...unknownPrice,
      detail: `Delivery to this address is ${price}: look at the total, and press again to order.`,
    };
  }

  const saving = useSaving();
  return { ...address, ...saving, quote, method, isCollected, setCollected, setKey, ask, decide, isCurrent };
}

function useSaving() {
  const [isToBeSaved, setToBeSaved] = useState(false);

  /** Before it is ordered: a wrong address is refused here at its fields, and other failures do not matter. */
  async function save(address: AddressInput): Promise<Problem | undefined> {
    if (!isToBeSaved) return undefined;
    const answer = await callEndpoint(addAddressEndpoint, { body: { address } });
    return isProblem(answer) && answer.status === 400 ? answer : undefined;
  }

  return { save, isToBeSaved, setToBeSaved };
}

const unknownPrice: Problem = {
  problem: true,
  status: 400,
  detail: 'What delivery costs is not known yet. Please try again.',
};

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
  const has = (name: AddressFieldName) => fields.some((field) => field.name === name);

  async function showFields(): Promise<void> {
    const { country = '' } = typed.current;
    const answer = await callEndpoint(readAddressFieldsEndpoint, { query: { country } });
    if (typed.current.country !== country) return; // another one was chosen meanwhile
    setProblem(isProblem(answer) ? answer : undefined);
    if (!isProblem(answer)) setFields(answer);
  }

  function showPlace(): void {
    const { country = '', region = '', postcode = '' } = typed.current;
    setPlace({ country, region, postcode });
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
    const address = saved.find(({ _id }) => _id === id)?.address;
    typed.current = address ? toTyped(address) : { country: typed.current.country };
    setSavedId(id);
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
    place: {
      country: place.country,
      ...(has('region') && place.region && { region: place.region }),
      ...(has('postcode') && place.postcode && { postcode: place.postcode }),
    },
  };
}

function toTyped({ line2, ...address }: AddressInput): AddressInput {
  return { ...address, line1: joinLines({ ...address, line2 }) };
}

type QuoteRequest = { lines: DeliveredLine[]; address: AddressForm['values'] };

/** `isCurrent`: the quote is of the lines and the place of now. */
function useQuote(loadedQuote: Quote | Problem | undefined, body: QuoteRequest) {
  const request = JSON.stringify(body);
  const newest = useRef(request);
  newest.current = request;
  const [answered, setAnswered] = useState({ quote: loadedQuote, request: loadedQuote && request });
  const { quote } = answered;
  const isCurrent = answered.request === request;

  async function ask(): Promise<Quote | Problem | undefined> {
    if (body.lines.length === 0) return undefined;
    const answer = await callEndpoint(quoteDeliveryEndpoint, { body });
    if (newest.current === request) setAnswered({ quote: answer, request });
    return answer;
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: asks again when the request has changed
  useEffect(() => {
    if (isCurrent) return;
    const timer = setTimeout(ask, quoteDelayMs);
    return () => clearTimeout(timer);
  }, [request, isCurrent]);

  // the days are others when the time to order for them is over
  const methods = quote && !isProblem(quote) ? quote.methods : [];
  const orderBy = Math.min(...methods.map((method) => Date.parse(method.orderBy)));
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks again when that moment has come
  useEffect(() => {
    if (!Number.isFinite(orderBy)) return;
    const timer = setTimeout(ask, Math.min(Math.max(orderBy - Date.now(), 1000), maxTimerMs));
    return () => clearTimeout(timer);
  }, [orderBy, request]);

  return { quote, isCurrent, ask };
}
