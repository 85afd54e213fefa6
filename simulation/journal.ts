/** Remembers what clients asked for and what the shop acknowledged, in memory and, line by line, in a file. */
import { appendFileSync } from 'node:fs';
import type { Order } from '#contract/orders/orders.ts';
import type { Refund } from '#contract/payments/refunds.ts';

/** What can be asked for, and what an acknowledgement of it says. Money in cents. */
export type Actions = {
  order: { asked: { partId: string; quantity: number; email: string }; answer: Order };
  card: { asked: { orderId: string; paymentId: string; card: string }; answer: { status: 'succeeded' } };
  settle: { asked: { orderId: string; paymentId: string }; answer: object };
  cancel: { asked: { orderId: string }; answer: object };
  ship: { asked: { orderId: string; carrier: string; tracking: string }; answer: object };
  refund: {
    asked: { orderId: string; amount: number | undefined; returnedUnits: number };
    answer: Refund;
  };
  price: { asked: { partId: string; cents: number }; answer: object };
  stock: { asked: { partId: string; from: number; to: number }; answer: object };
};
export type Action = keyof Actions;

/** One thing that a client wants, under one key, however often it has to be sent. */
export type Wish<A extends Action = Action> = {
  key: string;
  action: A;
  asked: Actions[A]['asked'];
  askedAt: Date;
  /** Undefined until the shop has acknowledged it. */
  answer?: Actions[A]['answer'];
  answeredAt?: Date;
  /** Why the shop said no, in the API's word. */
  refused?: string;
};

export type Journal = {
  file: string;
  /** Writes a wish down before it is sent for the first time. */
  ask<A extends Action>(action: A, key: string, asked: Actions[A]['asked']): Wish<A>;
  acknowledge<A extends Action>(wish: Wish<A>, answer: Actions[A]['answer']): void;
  refuse(wish: Wish, refused: string): void;
  /** Notes what the simulation itself does. */
  note(what: string): void;
  wishes<A extends Action>(action: A): Wish<A>[];
  /** The lines of the file that name the subject, and the last ones. */
  excerpt(subject: string | undefined): string[];
};

/** How many lines an excerpt has of each kind. */
const excerptLines = 12;

/** Opens an empty journal. */
export function openJournal(file: string): Journal {
  const wishes = new Map<Action, Wish[]>();
  const lines: string[] = [];

  function write(what: object): void {
    const line = JSON.stringify({ at: new Date().toISOString(), ...what });
    lines.push(line);
    appendFileSync(file, `${line}\n`);
  }

  return {
    file,
    ask(action, key, asked) {
      const wish = { key, action, asked, askedAt: new Date() };
      if (!wishes.has(action)) wishes.set(action, []);
      wishes.get(action)?.push(wish);
      write({ asked: action, key, ...asked });
      return wish;
    },
    acknowledge(wish, answer) {
      wish.answer = answer;
      wish.answeredAt = new Date();
      write({ acknowledged: wish.action, key: wish.key, answer });
    },
    refuse(wish, refused) {
      wish.refused = refused;
      write({ refused: wish.action, key: wish.key, because: refused });
    },
    note: (what) => write({ note: what }),
    wishes: <A extends Action>(action: A) => (wishes.get(action) ?? []) as unknown as Wish<A>[],
    excerpt(subject) {
      const named = subject ? lines.filter((line) => line.includes(subject)) : [];
      return [...named.slice(-excerptLines), '…', ...lines.slice(-excerptLines)];
    },
  };
}
