/** All expected failures, a closed union: each is declared here once, with its status, its sentence and the facts that it has. */
import { formatDollars, restTooSmall } from '#kernel/money.ts';
import { uploadLimits, uploadTooLargeMessage } from '#kernel/uploaded-images.ts';
import { countWords, formatNumber } from '#kernel/words.ts';

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

type Declaration = {
  /** Of HTTP; 409 without it. */
  status?: number;
  /** The one that the sentence is about, if a refusal of this kind is always about the same. */
  field?: string;
  /** The same request may be answered in a moment. */
  isTransient?: true;
  /** A function of its facts, if it has any. */
  sentence: string | ((facts: never) => string);
};

const refusals = {
  'invalid-input': {
    status: 400,
    sentence: ({ errors }: { errors: FieldError[] }) =>
      joinMessages(errors) || 'Please check what you entered.',
  },
  'not-signed-in': { status: 401, sentence: 'Please log in first.' },
  /** `errors`: what the request says of somebody else; undefined when the call itself is not allowed. */
  'not-allowed': {
    status: 403,
    sentence: ({ errors = [] }: { errors?: FieldError[] }) => joinMessages(errors) || 'You may not do this.',
  },
  'demo-account-elsewhere': {
    status: 403,
    sentence:
      'The demo accounts can be used on the machine of the shop alone, at a loopback address and without a proxy in between.',
  },
  'too-many-mails': {
    status: 429,
    field: 'email',
    sentence:
      'Many mails to this address were asked for today. Please look into its folder for spam, or try again tomorrow.',
  },
  'part-not-found': { status: 404, sentence: 'We do not have such a part.' },
  'order-not-found': { status: 404, sentence: 'There is no such order.' },
  'invoice-not-found': { status: 404, sentence: 'There is no such invoice.' },
  'purchase-not-found': { status: 404, sentence: 'There is no such purchase.' },
  'person-not-found': { status: 404, sentence: 'There is nobody with this e-mail address.' },
  'part-not-for-sale': { sentence: 'This part is not for sale at the moment.' },
  'out-of-stock': {
    field: 'quantity',
    sentence: ({ available }: { available: number }) =>
      available === 0
        ? 'This part is sold out.'
        : `Only ${available} of this part ${available === 1 ? 'is' : 'are'} left.`,
  },
  'below-minimum-order': {
    field: 'quantity',
    sentence: ({ minimum }: { minimum: number }) => `The minimum order of this part is ${minimum}.`,
  },
  'total-too-small': {
    field: 'quantity',
    sentence: 'Card payments start at $0.50. Please order more of this part.',
  },
  'total-too-large': {
    field: 'quantity',
    sentence: 'One card payment cannot be above $999,999.99. Please order less of this part.',
  },
  'lines-impossible': {
    sentence: ({ lines }: { lines: ImpossibleLine[] }) =>
      lines.length === 1
        ? `Nothing was ordered. ${lines[0]?.detail ?? ''}`
        : `Nothing was ordered: ${lines.length} of the parts cannot be ordered like this.`,
  },
  'purchase-too-small': { sentence: 'Card payments start at $0.50. Please order more.' },
  'purchase-too-large': {
    sentence: 'One card payment cannot be above $999,999.99. Please order in several purchases.',
  },
  'rest-too-small': { sentence: restTooSmall },
  'too-many-unpaid-orders': {
    sentence: ({ limit }: { limit: number }) =>
      `You can have at most ${countWords(limit, 'unpaid purchase')}. Please pay or cancel one in My Orders first.`,
  },
  /** `units`: how many can be ordered; undefined when the number of orders is refused. */
  'confirm-address-first': {
    sentence: ({ limit, units }: { limit: number; units?: number }) =>
      units === undefined
        ? `You can have at most ${countWords(limit, 'unpaid purchase')} until your e-mail address is confirmed. Please open the link in the mail to it, or pay or cancel one first.`
        : `You can order ${units === 0 ? 'no more' : `at most ${units}`} of this part until your e-mail address is confirmed. Please open the link in the mail to it.`,
  },
  /** `price`: of a unit; with `isOfOrder`, what is to be paid for what has been ordered. */
  'price-changed': {
    field: 'price',
    sentence: ({ price, isOfOrder }: { price: number; isOfOrder?: true }) =>
      isOfOrder
        ? `Your order now costs ${formatDollars(price)}. Please look at it again before you pay.`
        : `The price is now ${formatDollars(price)}. Please look at it again before you order.`,
  },
  'not-delivered-there': {
    field: 'address.country',
    sentence: ({ country }: { country: string }) => `We do not deliver to ${country} yet.`,
  },
  'too-heavy-to-deliver': {
    sentence: ({ grams }: { grams: number }) =>
      `These parts weigh about ${Math.ceil(grams / 1000)} kg, more than we can bring there at once. Please order in several purchases.`,
  },
  'delivery-method-gone': {
    field: 'deliveryMethod',
    sentence: 'We no longer offer this delivery method. Nothing was ordered; please choose another one.',
  },
  'delivery-price-changed': {
    field: 'deliveryPrice',
    sentence: ({ price }: { price: number }) =>
      `Delivery now costs ${formatDollars(price)}. Nothing was ordered; please look at it again.`,
  },
  'basket-full': {
    sentence: ({ limit }: { limit: number }) =>
      `A basket has room for ${limit} different parts. Please take one out of it first.`,
  },
  'too-many-baskets': {
    status: 429,
    sentence:
      'Many baskets were started from your internet connection. Please try again in a few minutes, or log in.',
  },
  'too-many-builds': {
    status: 429,
    sentence: 'Many builds were saved from your internet connection. Please try again in a few minutes.',
  },
  'basket-changed': {
    sentence:
      'Nothing was ordered: your basket has changed meanwhile, perhaps in another tab. Please look at it again.',
  },
  'address-not-found': { status: 404, sentence: 'This address is no longer in your profile.' },
  'too-many-addresses': {
    sentence: ({ limit }: { limit: number }) =>
      `You can save ${limit} addresses. Please delete one of them first.`,
  },
  'build-not-found': { status: 404, sentence: 'This build is no longer among yours.' },
  'build-name-taken': { field: 'name', sentence: 'Another of your builds has this name.' },
  'too-many-kept-builds': {
    sentence: ({ limit }: { limit: number }) =>
      `You can keep ${limit} builds. Please delete one of them first.`,
  },
  'linked-log-in-not-found': {
    status: 404,
    sentence: 'This log-in does not belong to your account any more.',
  },
  'last-log-in': {
    sentence:
      'This is your only way to log in. “Forgot your password?” on the log in page lets you choose a password first.',
  },
  'sku-taken': { field: 'sku', sentence: 'Another part has this SKU.' },
  'gtin-taken': { field: 'gtin', sentence: 'Another part has this GTIN.' },
  'stock-changed': {
    field: 'available_quantity',
    sentence: ({ available }: { available: number }) =>
      `The stock has changed meanwhile: ${available} are there now. Please look at it again.`,
  },
  /** `errors` has the values of others; the next request sends `version` (settings), or has seen `current`. */
  'changed-meanwhile': {
    sentence: (_: { version?: number; current?: Record<string, unknown>; errors: FieldError[] }) =>
      'Somebody else has changed the same fields meanwhile. Nothing was saved yet.',
  },
  'shop-name-wrong': {
    field: 'typedName',
    sentence: 'This is not the name of the shop. Nothing was removed.',
  },
  'purchases-of-others': {
    sentence:
      'Somebody who is not of the demo has bought in this shop, and what is theirs is not removed. Nothing was removed.',
  },
  'card-sandbox-needed': {
    sentence:
      'This shop takes cards by Stripe, not by its card sandbox. What was tried before can be removed by the command “begin”.',
  },
  'backup-not-written': {
    sentence: ({ reason }: { reason: string }) => `The backup failed, so nothing was removed. ${reason}`,
  },
  'demo-being-made': {
    sentence: 'The trade of the demo is being made at this moment. Try again in a minute.',
  },
  'address-not-confirmed': {
    sentence:
      'This e-mail address is not confirmed, so nobody knows whose account it is. Ask the person to open the link in the mail to it.',
  },
  'last-administrator': { sentence: 'This is the last administrator; a shop needs one.' },
  'part-not-bought': {
    field: 'partsId',
    sentence: 'Only customers who have bought this part and paid for it can review it.',
  },
  'nothing-bought': {
    sentence: 'Only customers who have bought something here and paid for it can review the shop.',
  },
  'review-not-found': { status: 404, sentence: 'There is no such review.' },
  'order-not-unpaid': {
    sentence: ({ state }: { state: string }) =>
      `This order is ${state} and can be neither paid nor cancelled.`,
  },
  'order-not-paid': {
    sentence: ({ state }: { state: string }) => `This order is ${state}; only a paid order can be shipped.`,
  },
  'order-not-shipped': {
    sentence: ({ state }: { state: string }) =>
      `This order is ${state}; only a shipped order has a carrier and a tracking number.`,
  },
  'payment-not-found': { sentence: 'This payment does not belong to this order.' },
  'payment-not-succeeded': {
    sentence: (_: { paymentStatus: string }) => 'The card provider has not confirmed this payment.',
  },
  'payment-in-progress': {
    sentence:
      'The card of this order is being charged at this moment. Please look at the order again in a minute.',
  },
  'payment-provider-unavailable': {
    status: 503,
    sentence:
      'The card provider cannot be reached at the moment. You are never charged twice, so please try again.',
  },
  'order-not-refundable': {
    sentence: ({ state }: { state: string }) =>
      `This order is ${state}, and nothing of it is left to be refunded.`,
  },
  'order-disputed': {
    sentence:
      'The buyer’s bank has disputed this payment, and the card provider refunds no disputed payment. Answer the dispute at the card provider.',
  },
  'dispute-unconfirmed': {
    sentence: ({ dispute }: { dispute: 'open' | 'lost' }) =>
      dispute === 'open'
        ? 'The buyer’s bank has disputed the payment of this order. Ship it only if you are sure, and confirm that you are.'
        : 'The shop has lost the dispute about this order’s payment: the money went back to the card’s holder. Ship it only if you are sure, and confirm that you are.',
  },
  'order-left-already': {
    sentence: ({ state }: { state: string }) =>
      `This order is ${state}; its address cannot be changed any more.`,
  },
  'order-is-collected': {
    sentence: 'The parts of this order are collected, so it has no address.',
  },
  'other-delivery-zone': {
    field: 'address.country',
    sentence: ({ zone, isBuyer }: { zone: string; isBuyer: boolean }) =>
      `The price and the days of this order are those of delivery to ${zone}, and this address is elsewhere. Nothing was changed: ${isBuyer ? 'cancel the order and place it again, or write to us' : 'cancel or refund the order, and let its buyer place it again'}.`,
  },
  'order-not-on-its-way': {
    sentence: ({ state }: { state: string }) => `This order is ${state}; only a shipped order can arrive.`,
  },
  'order-being-refunded': {
    sentence: 'All of this order is being refunded, so it is not sent any more.',
  },
  'nothing-to-ship': {
    sentence: 'All units of this order stay in the shop, so nothing of it is left to be shipped.',
  },
  'refund-too-large': {
    field: 'amount',
    sentence: ({ remaining }: { remaining: number }) =>
      `At most ${formatDollars(remaining)} of this order can be refunded.`,
  },
  'too-many-units': {
    field: 'returnedUnits',
    sentence: ({ remaining }: { remaining: number }) =>
      remaining === 0
        ? 'All units of this order are back in the stock already.'
        : `At most ${remaining} of this order’s units can come back.`,
  },
  'refund-failed': {
    sentence: ({ reason }: { reason: string }) => `The card provider did not make this refund: ${reason}`,
  },
  'event-not-genuine': {
    status: 400,
    sentence: 'This event does not carry a signature of the card provider.',
  },
  'event-malformed': { status: 400, sentence: 'This event is signed, but it cannot be read.' },
  'idempotency-key-reused': { status: 422, sentence: 'This request was already sent with other content.' },
  'identity-provider-unavailable': {
    status: 503,
    sentence: ({ name }: { name: string }) =>
      `${name} cannot be reached at the moment. Please try again, or log in with your password.`,
  },
  'log-ins-busy': {
    status: 503,
    isTransient: true,
    sentence: 'Many people are logging in at the moment. Please try again in a few seconds.',
  },
  'not-multipart': { status: 415, sentence: ({ errors }: { errors: FieldError[] }) => joinMessages(errors) },
  'image-too-large': { status: 413, field: 'image', sentence: uploadTooLargeMessage },
  'image-too-many-pixels': {
    status: 400,
    field: 'image',
    sentence: ({ megapixels }: { megapixels: number }) =>
      `This picture is too large: at most ${megapixels} megapixels are possible.`,
  },
  'image-not-recognised': {
    status: 400,
    field: 'image',
    sentence: 'This is not a JPEG, PNG, WebP or AVIF picture.',
  },
  'image-broken': {
    status: 400,
    field: 'image',
    sentence: 'This picture is broken or incomplete. Please choose another one.',
  },
  'image-too-costly': {
    status: 400,
    field: 'image',
    sentence: `This picture takes too much memory or time to open. Save it as an ordinary JPEG with sides of at most ${formatNumber(uploadLimits.side)} pixels, and choose that.`,
  },
  'image-host-busy': {
    status: 503,
    field: 'image',
    sentence: 'Many pictures are arriving at the moment. Please try again in a minute.',
  },
  'too-many-uploads': {
    status: 429,
    field: 'image',
    sentence: 'You are uploading many pictures. Please wait for the last ones, or try again in an hour.',
  },
  'image-store-unavailable': {
    status: 503,
    field: 'image',
    sentence: 'Pictures cannot be kept at the moment. Nothing is lost; please try again in a minute.',
  },
  'part-file-too-large': {
    status: 413,
    field: 'file',
    sentence:
      'This file is too large: at most 10 MB are possible here. Split it, or use the command “import”.',
  },
  'too-many-imports': {
    status: 429,
    field: 'file',
    sentence: 'Many files are arriving. Please wait for the last ones, or try again in an hour.',
  },
  'import-busy': { sentence: 'Another import is running. Please try again when it has ended.' },
  'import-differs': {
    sentence:
      'Something has changed since the preview, so nothing was imported. This is what the file would do now.',
  },
  'work-busy': {
    status: 503,
    isTransient: true,
    sentence: 'The shop is doing much of this kind at the moment. Please try again in a minute.',
  },
  'work-too-costly': {
    status: 422,
    sentence: 'This takes more memory or time than the shop gives it. Please ask for less at once, in parts.',
  },
  'database-unavailable': {
    status: 503,
    isTransient: true,
    sentence: 'The shop cannot reach its database at the moment. Please try again in a few seconds.',
  },
  'outcome-unknown': {
    status: 503,
    isTransient: true,
    sentence:
      'The connection to the database was lost while this was being saved, so it is not certain whether it was done. Please send it again: with the same Idempotency-Key it is done only once.',
  },
} as const satisfies Record<string, Declaration>;

export type RefusalKind = keyof typeof refusals;

type Facts<Kind extends RefusalKind> = (typeof refusals)[Kind]['sentence'] extends (
  facts: infer Declared,
) => string
  ? Declared
  : unknown;
export type Refusal = { [Kind in RefusalKind]: { refused: Kind } & Facts<Kind> }[RefusalKind];

export const refusalKinds = Object.keys(refusals) as [RefusalKind, ...RefusalKind[]];

export function findRefusal(kind: RefusalKind) {
  const { status = 409, field, isTransient }: Declaration = refusals[kind];
  return { status, field, isTransient };
}

export function isRefused(result: unknown): result is Refusal {
  return typeof result === 'object' && result !== null && 'refused' in result;
}

export function explainRefusal(refusal: Refusal): string {
  const { sentence }: { sentence: string | ((facts: never) => string) } = refusals[refusal.refused];
  return typeof sentence === 'string' ? sentence : sentence(refusal as never);
}

export function refuseField(path: string, message: string): Refusal {
  return { refused: 'invalid-input', errors: [{ path, message }] };
}

export function refuseFields(parent: string, fields: readonly FieldError[]): Refusal {
  const errors = fields.map(({ path, message }) => ({ path: `${parent}.${path}`, message }));
  return { refused: 'invalid-input', errors };
}

/** Of each field what is wrong with it first. */
export function keepFirstPerField(errors: readonly FieldError[]): FieldError[] {
  return errors.filter(({ path }, index) => errors.findIndex((error) => error.path === path) === index);
}

/** Each once, and as a sentence. */
function joinMessages(errors: readonly FieldError[]): string {
  const sentences = errors.map(({ message }) => (/[.!?]$/.test(message) ? message : `${message}.`));
  return [...new Set(sentences)].join(' ');
}
