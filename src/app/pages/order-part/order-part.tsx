/** The order form for one part. */
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { type Part, readPartEndpoint } from '#catalogue/contract/parts.ts';
import { Amounts, formatTotal, TaxOfTotal } from '#delivery/components/delivery-cost.tsx';
import { DeliveryFields } from '#delivery/components/delivery-fields.tsx';
import { selectPlace } from '#delivery/components/delivery-view.ts';
import { type DeliveryBody, useDelivery } from '#delivery/components/use-delivery.ts';
import { readAddressFormEndpoint } from '#delivery/contract/addresses.ts';
import { quoteDeliveryEndpoint } from '#delivery/contract/delivery-quotes.ts';
import { type Dollars, formatDollars } from '#kernel/money.ts';
import { withNonBreakingSpaces } from '#kernel/non-breaking-spaces.ts';
import * as paths from '#kernel/paths.ts';
import { wording } from '#kernel/wording.ts';
import { RefusalAction } from '#orders/components/refusal-action.tsx';
import { placeOrderEndpoint } from '#orders/contract/orders.ts';
import { readAdminEndpoint } from '#platform/contract/session.ts';
import { loadReviewsOfPart, ReviewsOfPart } from '#reviews/components/reviews-of-part.tsx';
import { callEndpoint, isProblem, type Problem, useIdempotentCall } from '#ui/api/api-client.ts';
import { Fact } from '#ui/components/fact.tsx';
import { Field } from '#ui/components/fields.tsx';
import { useFocusOnMount } from '#ui/components/focus.ts';
import { Form, FormProblem, SubmitButton, useCallForm } from '#ui/components/form.tsx';
import { addToDraft } from '#ui/components/form-draft.ts';
import { makePrivatePageMeta } from '#ui/components/page-meta.ts';
import { toast } from '#ui/components/toast.ts';
import { FramedImage } from '#ui/images/responsive-image.tsx';
import { callForPage, requirePerson } from '#ui/session/guard.ts';
import { loadOnServer } from '#ui/session/load-on-server.server.ts';
import { refreshFrame } from '#ui/session/session.ts';
import { type Loaded, whenLoaded } from '#ui/session/when-loaded.tsx';
import type { Route } from './+types/order-part.ts';

const { productDetails } = wording;

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  makePrivatePageMeta(
    `Order ${loaderData?.part.full_name ?? 'a part'}`,
    'How many of a part to order, and where to deliver them.',
    matches,
  );

async function load({ request, params }: Route.ClientLoaderArgs) {
  const person = await requirePerson(request);
  const { email } = person;
  const [part, addressForm, reviews, role] = await Promise.all([
    callForPage(request, readPartEndpoint, { params: { id: params.id } }),
    callForPage(request, readAddressFormEndpoint, {}),
    loadReviewsOfPart(params.id),
    callEndpoint(readAdminEndpoint, { params: { email } }),
  ]);
  const quote = await callEndpoint(quoteDeliveryEndpoint, {
    body: {
      lines: [{ partsId: part._id, quantity: part.minimum_order }],
      address: selectPlace(addressForm.values, addressForm.fields),
    },
  });
  // the page works without reviews, role and quote
  return { person, part, addressForm, quote, reviews, canHide: !isProblem(role) && role.admin };
}

function nameDraft(partId: string): string {
  return `order.${partId}`;
}

type LoadedPage = Loaded<Route.ComponentProps>['loaderData'];

export const loader = loadOnServer(load);
export const clientLoader = load;

export default whenLoaded(OrderPart);

function OrderPart({ loaderData }: Loaded<Route.ComponentProps>) {
  const { part, addressForm, reviews, canHide } = loaderData;
  // after a log-in in another tab the saved address is another person’s; what was typed stays
  const saved = addressForm.saved.map(({ _id }) => _id);
  return (
    <div className="wrap purchase">
      <PartToOrder key={[part._id, ...saved].join()} {...loaderData} />
      <ReviewsOfPart reviews={reviews} canHide={canHide} />
    </div>
  );
}

type PartToOrderProps = Pick<LoadedPage, 'person' | 'part' | 'addressForm' | 'quote'>;

/** A refused order tells the stock, price or minimum of now: the part and its form show it at once. */
function PartToOrder({ part: loadedPart, ...loaded }: PartToOrderProps) {
  useQuantityOfAddress(loadedPart._id);
  const [changes, setChanges] = useState<Partial<Part>>({});
  const part = { ...loadedPart, ...changes };
  const isSoldOut = part.available_quantity < part.minimum_order;
  const hasChanged = Object.keys(changes).length > 0;
  return (
    <div className="purchase-part">
      <Details part={part} />
      <section className="panel purchase-form">
        <div>
          <h2 className="panel-heading">{productDetails.purchaser}</h2>
          {part.price === null || isSoldOut ? (
            <Unavailable reason={part.price === null ? 'not for sale' : 'sold out'} isNews={hasChanged} />
          ) : (
            <OrderForm
              {...loaded}
              part={part}
              price={part.price}
              onRefused={(problem) => setChanges({ ...changes, ...readPartChanges(problem) })}
            />
          )}
        </div>
      </section>
    </div>
  );
}

/** From then on it is what the buyer has typed: a reload does not bring it back over a newer one. */
function useQuantityOfAddress(partId: string): void {
  const [search] = useSearchParams();
  const quantity = search.get('quantity');
  // before the form restores its draft
  useState(() => {
    if (typeof document === 'undefined' || quantity === null) return;
    if (/^[1-9]\d*$/.test(quantity)) addToDraft(nameDraft(partId), 'quantity', quantity);
  });
  useEffect(() => {
    if (quantity !== null) history.replaceState(history.state, '', paths.purchase(partId));
  }, [quantity, partId]);
}

/** `isNews`: it has replaced a form that was open. */
function Unavailable({ reason, isNews }: { reason: string; isNews: boolean }) {
  const element = useFocusOnMount<HTMLParagraphElement>();
  return (
    <p role={isNews ? 'alert' : undefined} tabIndex={-1} ref={isNews ? element : undefined}>
      This part is {reason} at the moment.{' '}
      <Link className="link" to={paths.parts}>
        Look at our other parts
      </Link>
    </p>
  );
}

function readPartChanges({ refused, available, minimum, price }: RefusedOrder): Partial<Part> {
  if (refused === 'part-not-for-sale') return { price: null };
  if (refused === 'out-of-stock' && available !== undefined) return { available_quantity: available };
  if (refused === 'below-minimum-order' && minimum !== undefined) return { minimum_order: minimum };
  if (refused === 'price-changed' && price !== undefined) return { price };
  return {};
}

/** The facts of a refusal that concern the part (`kernel/refusals.ts`). */
type RefusedOrder = Problem & { available?: number; minimum?: number; price?: Dollars };

function Details({ part }: { part: Part }) {
  return (
    <section>
      <h1 className="dashboard-heading">{productDetails.heading}</h1>
      <div className="purchase-details">
        <FramedImage of={part.img} alt="" sizes="(width < 64rem) 6rem, 42rem" isFirst />
        <dl className="facts">
          <Fact name={productDetails.name}>
            <strong>{withNonBreakingSpaces(part.full_name)}</strong>
          </Fact>
          <Fact name={productDetails.description}>{part.description}</Fact>
          <Fact name={productDetails.stock}>{part.available_quantity}</Fact>
          <Fact name={productDetails.minimumOrder}>{part.minimum_order}</Fact>
          <Fact name={productDetails.price}>
            <strong className="text-xl">
              {part.price === null ? 'No price yet' : formatDollars(part.price)}
            </strong>
          </Fact>
        </dl>
      </div>
    </section>
  );
}

type OrderFormProps = PartToOrderProps & { price: Dollars; onRefused: (problem: Problem) => void };

function OrderForm({ person, part, price, addressForm, quote, onRefused }: OrderFormProps) {
  const [quantity, setQuantity] = useState<number>(part.minimum_order);
  const delivery = useDelivery({ form: addressForm, lines: [{ partsId: part._id, quantity }], quote });
  const { refusal, place } = usePlacing({ person, part, price, onRefused });
  const { form, fields, isBusy } = useCallForm({
    load: () => import('#delivery/components/delivery-schema.ts'),
    schema: ({ makePartOrderSchema }) =>
      makePartOrderSchema(delivery.checked, {
        minimum: part.minimum_order,
        available: part.available_quantity,
      }),
    defaultValue: { ...addressForm.values, quantity: part.minimum_order },
    draftName: nameDraft(part._id),
    submit: ({ quantity, ...typed }) => delivery.order(typed, (chosen) => place(quantity, chosen)),
  });
  const typedQuantity = Number(fields.quantity.value);
  const isQuantity =
    /^\d+$/.test(fields.quantity.value ?? '') &&
    typedQuantity >= part.minimum_order &&
    typedQuantity <= part.available_quantity;
  useEffect(() => {
    if (isQuantity) setQuantity(typedQuantity);
  }, [isQuantity, typedQuantity]);
  const amounts = { parts: price * quantity, method: delivery.method };
  return (
    <Form form={form}>
      <FixedField label="Name" value={person.name} />
      <FixedField label="E-mail" value={person.email} />
      <DeliveryFields
        delivery={delivery}
        countries={addressForm.countries}
        deliveredTo={addressForm.deliveredTo}
        fields={fields}
        canSave
      />
      <Field
        label="Quantity"
        field={fields.quantity}
        type="number"
        min={part.minimum_order}
        max={part.available_quantity}
        step={1}
        inputMode="numeric"
        hint={`From ${part.minimum_order} to ${part.available_quantity}`}
      />
      {isQuantity && (
        <>
          <Amounts {...amounts} />
          <p className="purchase-total">
            Total: <strong>{formatTotal(amounts)}</strong>
          </p>
          <TaxOfTotal {...amounts} />
        </>
      )}
      <FormProblem errors={form.errors} />
      <RefusalAction refusal={refusal} email={person.email} />
      <SubmitButton isBusy={isBusy}>Place the order</SubmitButton>
      <p className="muted text-sm">
        You pay by card afterwards, in My Orders. Unpaid orders can be cancelled.
      </p>
    </Form>
  );
}

function usePlacing({
  person: { email },
  part: { _id: partsId },
  price,
  onRefused,
}: Pick<OrderFormProps, 'person' | 'part' | 'price' | 'onRefused'>) {
  const navigate = useNavigate();
  const placedOrderId = usePlacedOrderToast();
  const [refusal, setRefusal] = useState<Problem['refused']>();
  const call = useIdempotentCall(`compact.order.${partsId}`);

  async function place(quantity: number, delivery: DeliveryBody): Promise<Problem | undefined> {
    // not the name: the stored one may be outdated, and the API reads its own
    const body = { ...delivery, partsId, quantity, price, email };
    const order = await call.send(placeOrderEndpoint, { body }, 'you find this order in My Orders');
    setRefusal(isProblem(order) ? order.refused : undefined);
    if (isProblem(order)) {
      onRefused(order);
      return order;
    }
    refreshFrame();
    placedOrderId.current = order._id;
    await navigate(paths.home);
    return undefined;
  }

  return { refusal, place };
}

/** Shows the toast with the next page: above the focused button it would stand at the bottom. */
function usePlacedOrderToast() {
  const placedOrderId = useRef<string>(undefined);
  useEffect(
    () => () => {
      if (placedOrderId.current) toast.success(<Ordered orderId={placedOrderId.current} />);
    },
    [],
  );
  return placedOrderId;
}

function Ordered({ orderId }: { orderId: string }) {
  return (
    <>
      {wording.toasts.ordered}{' '}
      <a className="btn btn-primary btn-sm ml-3 flex-none" href={paths.payment(orderId)}>
        Pay now
      </a>
    </>
  );
}

function FixedField({ label, value }: { label: string; value: string }) {
  return (
    <label className="field">
      <span className="field-label">{label}</span>
      <input className="input w-full" value={value} disabled />
    </label>
  );
}
