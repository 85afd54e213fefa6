/** The state of delivery in the form of an order: the fields of the chosen country, and what delivery there costs. */
import { useEffect, useRef, useState } from 'react';
import { addAddressEndpoint } from '#delivery/contract/addresses.ts';
import { quoteDeliveryEndpoint } from '#delivery/contract/delivery-quotes.ts';
import type { AddressField, AddressInput } from '#delivery/rules/address-fields.ts';
import { describePrice } from '#delivery/rules/promise-wording.ts';
import { callEndpoint, isProblem, type Problem } from '#ui/api/api-client.ts';
import {
  type AddressForm,
  billingPrefix,
  chooseMethod,
  explainNoMethod,
  isPostcodeRequired,
  type Method,
  makeDeliveryBody,
  otherTexts,
  type Quote,
  renameAddressErrors,
  requirePostcode,
  selectFields,
} from './delivery-view.ts';
import { useAddress } from './use-address.ts';

/** Somebody types. */
const quoteDelayMs = 250;
const maxTimerMs = 2 ** 31 - 1;

export type DeliveredLine = { partsId: string; quantity: number };
export type Delivery = ReturnType<typeof useDelivery>;

export type DeliveryBody = ReturnType<typeof makeDeliveryBody> & ReturnType<typeof makeOtherBody>;

/** Sends the order with how it is delivered. */
type PlaceOrder = (delivery: DeliveryBody) => Promise<Problem | undefined>;

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
  const fields = isPostcodeRequired(quote) ? requirePostcode(address.fields) : address.fields;

  /** The method as it is shown; when it is another one by now, it is shown first, and pressing again takes it. */
  async function decide(): Promise<Method | Problem> {
    const hasQuote = isCurrent && quote && !isProblem(quote);
    const current = hasQuote ? quote : await ask();
    const postcode = address.fields.find(({ name }) => name === 'postcode');
    if (!isCollected && postcode && !address.typed.current.postcode && isPostcodeRequired(current)) {
      const errors = [{ path: postcode.name, message: `${postcode.label} is required` }];
      return { ...unknownPrice, errors };
    }
    if (!current || isProblem(current)) return current ?? unknownPrice;
    const decided = chooseMethod(current, { isCollected, key });
    if (!decided) return { ...unknownPrice, detail: explainNoMethod(isCollected) };
    if (decided.price === method?.price) return decided;
    return {
      ...unknownPrice,
      detail: `Delivery to this address is ${describePrice(decided)}: look at the total, and press again to order.`,
    };
  }

  const { save, ...saving } = useSaving();
  const billing = useBilling(form);
  // whether a postcode is needed at a place that was typed just now, the server says
  const checkedFields = isCurrent ? fields : address.fields;

  /** Delivery is agreed on first: nothing is ordered at another price than was seen. */
  async function order(typed: AddressInput, place: PlaceOrder): Promise<Problem | undefined> {
    const decided = await decide();
    if (isProblem(decided)) return renameAddressErrors(decided);
    const body = { ...makeDeliveryBody(typed, fields, decided), ...makeOtherBody(typed, billing) };
    const wrongAddress = body.address && (await save(body.address));
    const problem = wrongAddress ?? (await place(body));
    if (problem?.status === 409) await ask();
    return problem && renameAddressErrors(problem);
  }

  return {
    ...address,
    ...saving,
    fields,
    checked: { fields: checkedFields, isCollected, billing },
    billing,
    quote,
    method,
    isCollected,
    setCollected,
    key,
    setKey,
    ask,
    isCurrent,
    order,
  };
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

/** The state of "Bill to another address": its fields are in the form of the order, under names of their own. */
export type BillingState = ReturnType<typeof useBilling>;

function useBilling({ values, fields }: AddressForm) {
  const address = useAddress({ values: { country: values.country }, fields, saved: [] });
  const [isOther, setOther] = useState(false);

  /** Begins with where the parts go: often only the company is to be added. */
  function toggle(delivered: AddressInput): void {
    setOther(!isOther);
    if (!isOther) void address.fill(delivered);
  }

  return { ...address, isOther, toggle };
}

type Typed = { [name: string]: string | undefined };

function makeOtherBody(
  typed: Typed,
  { isOther, fields }: { isOther: boolean; fields: readonly AddressField[] },
) {
  const texts = pickOtherTexts(typed, '');
  if (!isOther) return texts;
  const address = selectFields(typed, fields, billingPrefix);
  return { ...texts, billing: { ...pickOtherTexts(typed, billingPrefix), address } };
}

function pickOtherTexts(typed: Typed, ofPrefix: string): object {
  const texts = otherTexts.filter(({ prefix }) => prefix === ofPrefix);
  return Object.fromEntries(texts.map(({ name }) => [name, typed[ofPrefix + name]]));
}
