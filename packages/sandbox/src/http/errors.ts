/** Stripe's error objects and messages. */
import type Stripe from 'stripe';

/** The official type of an error, except that a browser is shown only a part of the intent. */
export type ErrorObject = Omit<Stripe.PaymentIntent.LastPaymentError, 'payment_intent'> & {
  payment_intent?: IntentShown;
};

/** The fields of an intent that every caller sees. */
type IntentShown = Pick<Stripe.PaymentIntent, 'id' | 'object' | 'status'>;

/** Thrown to refuse a request; it rolls the transaction back, so that nothing of the request is stored. */
export class ApiError extends Error {
  readonly status: number;
  readonly error: ErrorObject;

  constructor(status: number, error: ErrorObject) {
    super(error.message);
    this.status = status;
    this.error = withDocumentation(error);
  }
}

type Details = Omit<ErrorObject, 'type'> & { message: string };

export function invalidRequest(details: Details, status = 400): ApiError {
  return new ApiError(status, { type: 'invalid_request_error', ...details });
}

export function cardError(details: Details): ApiError {
  return new ApiError(402, { type: 'card_error', ...details });
}

export function idempotencyError(message: string): ApiError {
  return new ApiError(400, { type: 'idempotency_error', message });
}

export type Kind = 'payment_intent' | 'charge' | 'refund' | 'dispute' | 'event' | 'webhook_endpoint';

/** An unknown id is 404 in a path and 400 in a parameter. */
export function noSuch(kind: Kind, id: string, param: string, status: 400 | 404): ApiError {
  return invalidRequest({ code: 'resource_missing', message: `No such ${kind}: '${id}'`, param }, status);
}

/** The row that was looked for, with the arguments of `noSuch` where there is none. */
export function requireFound<Row>(row: Row | undefined, ...missing: Parameters<typeof noSuch>): Row {
  if (!row) throw noSuch(...missing);
  return row;
}

/** An action that the intent's state does not allow; the error carries the intent, as the browser's client expects. */
export function unexpectedState(message: string, intent: IntentShown, param?: string): ApiError {
  return invalidRequest({
    code: 'payment_intent_unexpected_state',
    message,
    ...(param && { param }),
    payment_intent: intent,
  });
}

export function missingParameter(param: string): ApiError {
  return invalidRequest({ code: 'parameter_missing', message: `Missing required param: ${param}.`, param });
}

export function withDocumentation<Error extends { code?: string }>(
  error: Error,
): Error & { doc_url?: string } {
  if (!error.code) return error;
  return { ...error, doc_url: `https://stripe.com/docs/error-codes/${error.code.replaceAll('_', '-')}` };
}
