/** All expected failures: a closed union, so that a new one does not compile until it is handled. */
import { uploadLimits, uploadTooLargeMessage } from '#domain/images/uploaded-images.ts';
import { formatDollars } from '#domain/money.ts';
import type { OrderDispute } from '#domain/payments/disputes.ts';
import { countWords, formatNumber } from '#domain/words.ts';

export type FieldError = { path: string; message: string };

/** A line of a purchase that cannot be ordered; the other fields are those of its refusal. */
export type ImpossibleLine = {
  partsId: string;
  refused: RefusalKind;
  detail: string;
  available?: number;
  minimum?: number;
  price?: number;
  units?: number;
  limit?: number;
};

export type Refusal =
  | { refused: 'invalid-input'; errors: FieldError[] }
  | { refused: 'not-signed-in' }
  /** `errors`: what the request says of somebody else; undefined when the call itself is not allowed. */
  | { refused: 'not-allowed'; errors?: FieldError[] }
  | { refused: 'demo-account-elsewhere' }
  | { refused: 'part-not-found' }
  | { refused: 'order-not-found' }
  | { refused: 'purchase-not-found' }
  | { refused: 'invoice-not-found' }
  | { refused: 'person-not-found' }
  | { refused: 'part-not-for-sale' }
  | { refused: 'out-of-stock'; available: number }
  | { refused: 'below-minimum-order'; minimum: number }
  | { refused: 'total-too-small' }
  | { refused: 'total-too-large' }
  | { refused: 'lines-impossible'; lines: ImpossibleLine[] }
  | { refused: 'purchase-too-small' }
  | { refused: 'purchase-too-large' }
  | { refused: 'rest-too-small' }
  | { refused: 'too-many-unpaid-orders'; limit: number }
  /** `units`: how many can be ordered; undefined when the number of orders is refused. */
  | { refused: 'confirm-address-first'; limit: number; units?: number }
  /** `price`: of a unit; with `isOfOrder`, what is to be paid for what has been ordered. */
  | { refused: 'price-changed'; price: number; isOfOrder?: true }
  | { refused: 'not-delivered-there'; country: string }
  | { refused: 'too-heavy-to-deliver'; grams: number }
  | { refused: 'delivery-method-gone' }
  | { refused: 'delivery-price-changed'; price: number }
  | { refused: 'basket-full'; limit: number }
  | { refused: 'too-many-baskets' }
  | { refused: 'too-many-builds' }
  | { refused: 'basket-changed' }
  | { refused: 'address-not-found' }
  | { refused: 'too-many-addresses'; limit: number }
  | { refused: 'linked-log-in-not-found' }
  | { refused: 'last-log-in' }
  | { refused: 'sku-taken' }
  | { refused: 'gtin-taken' }
  | { refused: 'stock-changed'; available: number }
  /** `errors` has the values of others; the next request sends `version` (settings), or has seen `current`. */
  | {
      refused: 'changed-meanwhile';
      version?: number;
      current?: Record<string, unknown>;
      errors: FieldError[];
    }
  | { refused: 'address-not-confirmed' }
  | { refused: 'last-administrator' }
  | { refused: 'part-not-bought' }
  | { refused: 'nothing-bought' }
  | { refused: 'review-not-found' }
  | { refused: 'order-not-unpaid'; state: string }
  | { refused: 'order-not-paid'; state: string }
  | { refused: 'order-not-shipped'; state: string }
  | { refused: 'payment-not-found' }
  | { refused: 'payment-not-succeeded'; paymentStatus: string }
  | { refused: 'payment-in-progress' }
  | { refused: 'payment-provider-unavailable' }
  | { refused: 'order-not-refundable'; state: string }
  | { refused: 'order-disputed' }
  | { refused: 'dispute-unconfirmed'; dispute: OrderDispute }
  | { refused: 'order-left-already'; state: string }
  | { refused: 'order-is-collected' }
  | { refused: 'other-delivery-zone'; zone: string }
  | { refused: 'order-not-on-its-way'; state: string }
  | { refused: 'order-being-refunded' }
  | { refused: 'refund-too-large'; remaining: number }
  | { refused: 'too-many-units'; remaining: number }
  | { refused: 'refund-failed'; reason: string }
  | { refused: 'event-not-genuine' }
  | { refused: 'event-malformed' }
  | { refused: 'idempotency-key-reused' }
  | { refused: 'identity-provider-unavailable'; name: string }
  | { refused: 'log-ins-busy' }
  | { refused: 'not-multipart'; errors: FieldError[] }
  | { refused: 'image-too-large' }
  | { refused: 'image-too-many-pixels'; megapixels: number }
  | { refused: 'image-not-recognised' }
  | { refused: 'image-broken' }
  | { refused: 'image-too-costly' }
  | { refused: 'image-host-busy' }
  | { refused: 'too-many-uploads' }
  | { refused: 'image-store-unavailable' }
  | { refused: 'part-file-too-large' }
  | { refused: 'too-many-imports' }
  | { refused: 'import-busy' }
  | { refused: 'import-differs' }
  | { refused: 'work-busy' }
  | { refused: 'work-too-costly' }
  | { refused: 'database-unavailable' }
  | { refused: 'outcome-unknown' };

export type RefusalKind = Refusal['refused'];

export function isRefused(result: unknown): result is Refusal {
  return typeof result === 'object' && result !== null && 'refused' in result;
}

export function explainRefusal(refusal: Refusal): string {
  return (refusalSentences[refusal.refused] as (refusal: Refusal) => string)(refusal);
}

export const restTooSmall =
  'What is left to pay is below $0.50, where card payments start. Please cancel it; you can order it again together with something else.';

const refusalSentences = {
  'invalid-input': ({ errors }) => joinMessages(errors) || 'Please check what you entered.',
  'not-signed-in': () => 'Please log in first.',
  'not-allowed': ({ errors = [] }) => joinMessages(errors) || 'You may not do this.',
  'demo-account-elsewhere': () =>
    'The demo accounts can be used on the machine of the shop alone, at a loopback address and without a proxy in between.',
  'part-not-found': () => 'We do not have such a part.',
  'order-not-found': () => 'There is no such order.',
  'invoice-not-found': () => 'There is no such invoice.',
  'purchase-not-found': () => 'There is no such purchase.',
  'person-not-found': () => 'There is nobody with this e-mail address.',
  'part-not-for-sale': () => 'This part is not for sale at the moment.',
  'out-of-stock': ({ available }) =>
    available === 0
      ? 'This part is sold out.'
      : `Only ${available} of this part ${available === 1 ? 'is' : 'are'} left.`,
  'below-minimum-order': ({ minimum }) => `The smallest order of this part is ${minimum}.`,
  'total-too-small': () => 'Card payments start at $0.50. Please order more of this part.',
  'total-too-large': () => 'One card payment cannot be above $999,999.99. Please order less of this part.',
  'lines-impossible': ({ lines }) =>
    lines.length === 1
      ? `Nothing was ordered. ${lines[0]?.detail ?? ''}`
      : `Nothing was ordered: ${lines.length} of the parts cannot be ordered like this.`,
  'purchase-too-small': () => 'Card payments start at $0.50. Please order more.',
  'purchase-too-large': () =>
    'One card payment cannot be above $999,999.99. Please order in several purchases.',
  'rest-too-small': () => restTooSmall,
  'too-many-unpaid-orders': ({ limit }) =>
    `You can have at most ${countWords(limit, 'unpaid purchase')}. Please pay or cancel one in My Orders first.`,
  'confirm-address-first': ({ limit, units }) =>
    units === undefined
      ? `You can have at most ${countWords(limit, 'unpaid purchase')} until your e-mail address is confirmed. Please open the link in the mail that we have sent you, or pay or cancel one first.`
      : `You can order ${units === 0 ? 'no more' : `at most ${units}`} of this part until your e-mail address is confirmed. Please open the link in the mail that we have sent you.`,
  'price-changed': ({ price, isOfOrder }) =>
    isOfOrder
      ? `${formatDollars(price)} is to be paid for your order now. Please look at it again before you pay.`
      : `The price is ${formatDollars(price)} now. Please look at it again before you order.`,
  'not-delivered-there': ({ country }) => `We do not deliver to ${country} yet.`,
  'too-heavy-to-deliver': ({ grams }) =>
    `These parts weigh about ${Math.ceil(grams / 1000)} kg, more than we can bring there at once. Please order in several purchases.`,
  'delivery-method-gone': () =>
    'This way of delivery is not offered any more. Nothing was ordered; please choose another one.',
  'delivery-price-changed': ({ price }) =>
    `Delivery costs ${formatDollars(price)} now. Nothing was ordered; please look at it again.`,
  'basket-full': ({ limit }) =>
    `A basket has room for ${limit} different parts. Please take one out of it first.`,
  'too-many-baskets': () =>
    'Many baskets were begun at your internet connection. Please try again in a few minutes, or log in.',
  'too-many-builds': () =>
    'Many builds were saved at your internet connection. Please try again in a few minutes.',
  'basket-changed': () =>
    'Nothing was ordered: your basket has changed meanwhile, perhaps in another tab. Please look at it again.',
  'address-not-found': () => 'You have no such address any more.',
  'too-many-addresses': ({ limit }) => `You can save ${limit} addresses. Please delete one of them first.`,
  'linked-log-in-not-found': () => 'This log-in does not belong to your account any more.',
  'last-log-in': () =>
    'This is your only way to log in. “Forgot your password?” on the log in page lets you choose a password first.',
  'sku-taken': () => 'Another part has this SKU.',
  'gtin-taken': () => 'Another part has this GTIN.',
  'stock-changed': ({ available }) =>
    `The stock has changed meanwhile: ${available} are there now. Please look at it again.`,
  'changed-meanwhile': () => 'Somebody else has changed the same fields meanwhile. Nothing was saved yet.',
  'address-not-confirmed': () =>
    'This e-mail address is not confirmed, so nobody knows whose account it is. Ask the person to open the link in the mail that we have sent them.',
  'last-administrator': () => 'This is the last administrator; a shop needs one.',
  'part-not-bought': () => 'Only those who have bought and paid this part can review it.',
  'nothing-bought': () => 'Only those who have bought and paid something here can review the shop.',
  'review-not-found': () => 'There is no such review.',
  'order-not-unpaid': ({ state }) => `This order is ${state} and can be neither paid nor cancelled.`,
  'order-not-paid': ({ state }) => `This order is ${state}; only a paid order can be shipped.`,
  'order-not-shipped': ({ state }) =>
    `This order is ${state}; only a shipped order has a carrier and a tracking number.`,
  'payment-not-found': () => 'This payment does not belong to this order.',
  'payment-not-succeeded': () => 'The card provider has not confirmed this payment.',
  'payment-in-progress': () =>
    'The card of this order is being charged at this moment. Please look at the order again in a minute.',
  'payment-provider-unavailable': () =>
    'The card provider cannot be reached at the moment. You are never charged twice, so please try again.',
  'order-not-refundable': ({ state }) => `This order is ${state}, and nothing of it is left to be refunded.`,
  'order-disputed': () =>
    'The buyer’s bank has disputed this payment, and the card provider refunds no disputed payment. Answer the dispute at the card provider.',
  'dispute-unconfirmed': ({ dispute }) =>
    dispute === 'open'
      ? 'The buyer’s bank has disputed the payment of this order. Ship it only if you are sure, and confirm that you are.'
      : 'The shop has lost the dispute about this order’s payment: the money went back to the card’s holder. Ship it only if you are sure, and confirm that you are.',
  'order-left-already': ({ state }) => `This order is ${state}; its address cannot be changed any more.`,
  'order-is-collected': () => 'The parts of this order are collected, so it has no address.',
  'other-delivery-zone': ({ zone }) =>
    `This address is not in “${zone}”, which the price and the days of delivery were promised for. Nothing was changed: cancel the order and place it again, or write to us.`,
  'order-not-on-its-way': ({ state }) => `This order is ${state}; only a shipped order can arrive.`,
  'order-being-refunded': () => 'All of this order is being refunded, so it is not sent any more.',
  'refund-too-large': ({ remaining }) => `At most ${formatDollars(remaining)} of this order can be refunded.`,
  'too-many-units': ({ remaining }) =>
    remaining === 0
      ? 'All units of this order are back in the stock already.'
      : `At most ${remaining} of this order’s units can come back.`,
  'refund-failed': ({ reason }) => `The card provider did not make this refund: ${reason}`,
  'event-not-genuine': () => 'This event does not carry a signature of the card provider.',
  'event-malformed': () => 'This event is signed, but it cannot be read.',
  'idempotency-key-reused': () => 'This request was already sent with other content.',
  'identity-provider-unavailable': ({ name }) =>
    `${name} cannot be reached at the moment. Please try again, or log in with your password.`,
  'log-ins-busy': () => 'Many people are logging in at the moment. Please try again in a few seconds.',
  'not-multipart': ({ errors }) => joinMessages(errors),
  'image-too-large': () => uploadTooLargeMessage,
  'image-too-many-pixels': ({ megapixels }) =>
    `This picture is too large: at most ${megapixels} megapixels are possible.`,
  'image-not-recognised': () => 'This is not a JPEG, PNG, WebP or AVIF picture.',
  'image-broken': () => 'This picture is broken or incomplete. Please choose another one.',
  'image-too-costly': () =>
    `This picture takes too much memory or time to open. Save it as an ordinary JPEG with sides of at most ${formatNumber(uploadLimits.side)} pixels, and choose that.`,
  'image-host-busy': () => 'Many pictures are arriving at the moment. Please try again in a minute.',
  'too-many-uploads': () =>
    'You are uploading many pictures. Please wait for the last ones, or try again in an hour.',
  'image-store-unavailable': () =>
    'Pictures cannot be kept at the moment. Nothing is lost; please try again in a minute.',
  'part-file-too-large': () =>
    'This file is too large: at most 10 MB are possible here. Split it, or use the command “import”.',
  'too-many-imports': () =>
    'Many files are arriving. Please wait for the last ones, or try again in an hour.',
  'import-busy': () => 'Another import is running. Please try again when it has ended.',
  'import-differs': () =>
    'Something has changed since the preview, so nothing was imported. This is what the file would do now.',
  'work-busy': () => 'The shop is doing much of this kind at the moment. Please try again in a minute.',
  'work-too-costly': () =>
    'This takes more memory or time than the shop gives it. Please ask for less at once, in parts.',
  'database-unavailable': () =>
    'The shop cannot reach its database at the moment. Please try again in a few seconds.',
  'outcome-unknown': () =>
    'The connection to the database was lost while this was being saved, so it is not certain whether it was done. Please send it again: with the same Idempotency-Key it is done only once.',
} satisfies { [Kind in RefusalKind]: (refusal: Extract<Refusal, { refused: Kind }>) => string };

export const refusalKinds = Object.keys(refusalSentences) as [RefusalKind, ...RefusalKind[]];

/** Each once, and as a sentence. */
function joinMessages(errors: readonly FieldError[]): string {
  const sentences = errors.map(({ message }) => (/[.!?]$/.test(message) ? message : `${message}.`));
  return [...new Set(sentences)].join(' ');
}
