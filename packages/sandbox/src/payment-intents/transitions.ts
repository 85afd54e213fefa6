/** The transitions of a payment intent: which moves each state allows, and the state they lead to. */

/** The subset of Stripe's states that the sandbox has: https://docs.stripe.com/payments/paymentintents/lifecycle */
export type Status = 'requires_payment_method' | 'requires_action' | 'succeeded' | 'canceled';

/** 'challenge' requires 3-D Secure; 'fail' is a failed authentication. */
export type Move = 'approve' | 'decline' | 'challenge' | 'fail' | 'cancel' | 'reprice';

const open = {
  approve: 'succeeded',
  decline: 'requires_payment_method',
  challenge: 'requires_action',
  cancel: 'canceled',
  reprice: 'requires_payment_method', // a pending authentication was for the old amount
} as const;

const TRANSITIONS: Record<Status, Partial<Record<Move, Status>>> = {
  requires_payment_method: open,
  requires_action: { ...open, fail: 'requires_payment_method' },
  succeeded: {},
  canceled: {},
};

/** The state that `move` leads to, or undefined when `status` does not allow it. */
export function after(status: Status, move: Move): Status | undefined {
  return TRANSITIONS[status][move];
}

export type Action = 'confirm' | 'cancel' | 'reprice';

/** Stripe's error for an action that the state does not allow. */
export const REFUSALS: Record<Action, (status: Status) => { message: string; param?: string }> = {
  confirm: (status) => ({
    message:
      status === 'succeeded'
        ? 'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.'
        : `This PaymentIntent's payment_method could not be updated because it has a status of ${status}. You may only update the payment_method of a PaymentIntent with one of the following statuses: requires_payment_method, requires_confirmation, requires_action.`,
  }),
  cancel: (status) => ({
    message: `You cannot cancel this PaymentIntent because it has a status of ${status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action, processing.`,
  }),
  reprice: (status) => ({
    message: `This PaymentIntent's amount could not be updated because it has a status of ${status}. You may only update the amount of a PaymentIntent with one of the following statuses: requires_payment_method, requires_confirmation, requires_action.`,
    param: 'amount',
  }),
};
