/** Records the operations of clients and the shop's acknowledgements, in memory and in a file. */
import { appendFileSync } from 'node:fs';
import type { Order } from '#orders/contract/orders.ts';
import type { Refund } from '#payments/contract/refunds.ts';

export type PurchaseInput = { lines: { partId: string; quantity: number }[]; email: string };

/** The input of each action, and the answer that acknowledges it. Money in cents. */
export type Actions = {
  purchase: { input: PurchaseInput; answer: { purchaseId: string; orders: Order[] } };
  card: {
    /** All orders of the purchase, also those that were cancelled before. */
    input: { orderIds: string[]; paymentId: string; card: string };
    answer: { status: 'succeeded' };
  };
  settle: { input: { orderId: string; paymentId: string }; answer: object };
  cancel: { input: { orderId: string }; answer: object };
  ship: { input: { orderId: string; carrier: string; tracking: string }; answer: object };
  refund: {
    input: { orderId: string; amount: number | undefined; returnedUnits: number };
    answer: Refund;
  };
  price: { input: { partId: string; cents: number }; answer: object };
  stock: { input: { partId: string; from: number; to: number }; answer: object };
};
export type Action = keyof Actions;

/** One operation of a client under one key, however often it is sent. */
export type Operation<A extends Action = Action> = {
  key: string;
  action: A;
  input: Actions[A]['input'];
  /** Undefined until the shop has acknowledged it. */
  answer?: Actions[A]['answer'];
  answeredAt?: Date;
  /** The kind of the refusal. */
  refused?: string;
};

export type Journal = ReturnType<typeof openJournal>;

const excerptLines = 12;

/** Opens an empty journal. */
export function openJournal(file: string) {
  const operations = new Map<Action, Operation[]>();
  const lines: string[] = [];

  function write(what: object): void {
    const line = JSON.stringify({ at: new Date().toISOString(), ...what });
    lines.push(line);
    appendFileSync(file, `${line}\n`);
  }

  return {
    file,
    /** Records an operation before it is first sent. */
    start<A extends Action>(action: A, key: string, input: Actions[A]['input']): Operation<A> {
      const operation = { key, action, input };
      operations.getOrInsert(action, []).push(operation);
      write({ input: action, key, ...input });
      return operation;
    },
    acknowledge<A extends Action>(operation: Operation<A>, answer: Actions[A]['answer']): void {
      operation.answer = answer;
      operation.answeredAt = new Date();
      write({ acknowledged: operation.action, key: operation.key, answer });
    },
    refuse(operation: Operation, refused: string): void {
      operation.refused = refused;
      write({ refused: operation.action, key: operation.key, because: refused });
    },
    /** Records an event of the simulation. */
    note: (what: string) => write({ note: what }),
    operations: <A extends Action>(action: A) => (operations.get(action) ?? []) as unknown as Operation<A>[],
    /** The lines about the subject, and the last ones. */
    excerpt(subject: string | undefined): string[] {
      const named = subject ? lines.filter((line) => line.includes(subject)) : [];
      return [...named.slice(-excerptLines), '…', ...lines.slice(-excerptLines)];
    },
  };
}

export type Finding = {
  sentence: string;
  /** The id to search the journal for. */
  subject?: string;
};

export const about = (subject: string, sentence: string): Finding => ({ sentence, subject });
