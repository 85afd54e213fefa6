/** The form for a card, in the sandbox's own words, with the test cards that it knows. */
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { wording } from '#domain/wording.ts';
import type { Problem } from '#web/api-client.ts';
import { type CardFormProps, halfway } from '#web/card-payment.ts';
import { Field } from '#web/components/fields.tsx';
import { Form, FormProblem, SubmitButton, useCallForm } from '#web/components/form.tsx';
import { confirmWithSandbox, readFromSandbox } from '#web/sandbox-client.ts';

const cardSchema = z.object({
  number: z
    .string('Your card number is incomplete.')
    .transform((digits) => digits.replace(/[\s-]/g, ''))
    .pipe(z.string().regex(/^\d{12,19}$/, 'Your card number is incomplete.')),
  expiry: z
    .string("Your card's expiration date is incomplete.")
    .trim()
    .regex(/^(0?[1-9]|1[0-2])\s*\/\s*(\d{2}|\d{4})$/, "Your card's expiration date is incomplete."),
  cvc: z
    .string("Your card's security code is incomplete.")
    .trim()
    .regex(/^\d{3,4}$/, "Your card's security code is incomplete."),
});

export default function SandboxForm({ secret, billing, onConfirmed }: CardFormProps) {
  const [bank, setBank] = useState<string>();
  const { form, fields, isBusy } = useCallForm({
    schema: cardSchema,
    async submit({ number, expiry, cvc }) {
      if (!secret) return;
      const [month = '', year = ''] = expiry.split('/').map((part) => part.trim());
      const expYear = year.length === 2 ? `20${year}` : year;
      const card = { number, expMonth: month, expYear, cvc };
      const returnUrl = location.origin + location.pathname;
      const confirmed = await confirmWithSandbox({ secret, card, billing, returnUrl });
      setBank(undefined);
      if (!('address' in confirmed)) return problemOf(await onConfirmed(confirmed));
      location.assign(confirmed.address);
    },
  });

  useEffect(() => {
    if (secret) readFromSandbox(secret).then(({ address }) => setBank(address));
  }, [secret]);

  return (
    <Form form={form}>
      {bank && (
        <div className="alert alert-info mb-4 grid">
          <p>{halfway.explanation}</p>
          <a className="btn" href={bank}>
            {halfway.button}
          </a>
        </div>
      )}
      <Field label="Card number" field={fields.number} inputMode="numeric" autoComplete="cc-number" />
      <div className="grid grid-cols-2 gap-4">
        <Field label="Expires (MM / YY)" field={fields.expiry} inputMode="numeric" autoComplete="cc-exp" />
        <Field label="CVC" field={fields.cvc} inputMode="numeric" autoComplete="cc-csc" />
      </div>
      <FormProblem errors={form.errors} />
      <SubmitButton isBusy={isBusy} disabled={!secret}>
        {wording.payment.button}
      </SubmitButton>
      <TestCards />
    </Form>
  );
}

function problemOf(message: string | undefined): Problem | undefined {
  return message === undefined ? undefined : { problem: true, status: 402, detail: message };
}

const testCards = [
  { number: '4242 4242 4242 4242', effect: 'is paid' },
  { number: '4000 0000 0000 0002', effect: 'is declined' },
  { number: '4000 0000 0000 9995', effect: 'has insufficient funds' },
  { number: '4000 0025 0000 3155', effect: 'asks you to authenticate first' },
  { number: '4000 0082 6000 3178', effect: 'asks you to authenticate, then has insufficient funds' },
  { number: '4000 0000 0000 7726', effect: 'is paid; a refund takes a moment' },
  { number: '4000 0000 0000 5126', effect: 'is paid; a refund fails after a moment' },
  { number: '4000 0000 0000 0259', effect: 'is paid, and disputed as fraud after a moment' },
];

function TestCards() {
  const [copied, setCopied] = useState('');
  return (
    <details className="mt-4 text-sm">
      <summary className="cursor-pointer">This is the test mode: no money moves. Cards to try</summary>
      <ul className="mt-2 grid gap-1">
        {testCards.map(({ number, effect }) => (
          <li key={number}>
            <button
              type="button"
              className="link font-mono"
              onClick={() => navigator.clipboard?.writeText(number).then(() => setCopied(number))}
            >
              {number}
            </button>{' '}
            {effect}
            {copied === number && ' – copied'}
          </li>
        ))}
      </ul>
      <p className="mt-1">Any date in the future, and any three digits for the CVC.</p>
    </details>
  );
}
