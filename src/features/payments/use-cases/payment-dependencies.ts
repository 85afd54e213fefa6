/** The dependencies of use cases that ask the card provider. */
import type { Gateway } from '#payments/rules/gateway.ts';
import type { PaymentJob } from '#payments/rules/payments.ts';
import type { Dependencies } from '#platform/jobs/dependencies.ts';
import type { OrderMailJob } from '#purchases/rules/orders.ts';

export type PaymentDependencies = Pick<Dependencies<OrderMailJob | PaymentJob>, 'db' | 'enqueue'> & {
  gateway: Gateway;
};
