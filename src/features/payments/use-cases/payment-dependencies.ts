/** The dependencies of use cases that ask the card provider. */
import type { Gateway } from '#features/payments/rules/gateway.ts';
import type { PaymentJob } from '#features/payments/rules/payments.ts';
import type { OrderMailJob } from '#features/purchases/rules/orders.ts';
import type { Dependencies } from '#platform/jobs/dependencies.ts';

export type PaymentDependencies = Pick<Dependencies<OrderMailJob | PaymentJob>, 'db' | 'enqueue'> & {
  gateway: Gateway;
};
