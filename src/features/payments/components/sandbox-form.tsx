/** The card form of the sandbox, with a list of its test cards. */
import { type ComponentType, useEffect, useState } from 'react';
import { z } from 'zod';
import { authenticationTexts, type CardFormProps } from '#payments/components/card-payment.ts';
import { confirmWithSandbox, readFromSandbox } from '#payments/components/sandbox-client.ts';
import type { Problem } from '#ui/api/api-client.ts';
import { Field } from '#ui/components/fields.tsx';
import { Form, FormProblem, SubmitButton, useCallForm } from '#ui/components/form.tsx';

/** Without a slash, too: a phone's numeric keypad has none. */
const expiryPattern = /^(0?[1-9]|1[0-2])\s*\/?\s*(\d{2}|\d{4})$/;

const cardSchema = z.object({
  number: z
    .string('Your card number is incomplete.')
    .transform((digits) => digits.replace(/[\s-]/g, ''))
    .pipe(z.string().regex(/^\d{12,19}$/, 'Your card number is incomplete.')),
  expiry: z
    .string("Your card's expiration date is incomplete.")
    .trim()
    .regex(expiryPattern, "Your card's expiration date is incomplete."),
  cvc: z
    .string("Your card's security code is incomplete.")
    .trim()
    .regex(/^\d{3,4}$/, "Your card's security code is incomplete."),
});

export default function SandboxForm(props: CardFormProps) {
  const { secret, billing, label, declineMessage, onConfirmed } = props;
  const [bankUrl, setBankUrl] = useState<string>();
  const { grouping, fetchGrouping } = useGrouping();
  const { form, fields, isBusy } = useCallForm({
    schema: cardSchema,
    async submit({ number, expiry, cvc }) {
      if (!secret) return;
      const [, month = '', year = ''] = expiryPattern.exec(expiry) ?? [];
      const expYear = year.length === 2 ? `20${year}` : year;
      const card = { number, expMonth: month, expYear, cvc };
      const returnUrl = location.origin + location.pathname;
      const result = await confirmWithSandbox({ secret, card, billing, returnUrl });
      setBankUrl(undefined);
      if (!('address' in result)) return describeCardProblem(await onConfirmed(result));
      location.assign(result.address);
    },
  });

  useEffect(() => {
    if (secret) readFromSandbox(secret).then(({ address }) => setBankUrl(address));
  }, [secret]);

  return (
    <Form form={form}>
      {bankUrl && (
        <div className="alert alert-info mb-4 grid">
          <p>{authenticationTexts.explanation}</p>
          <a className="btn" href={bankUrl}>
            {authenticationTexts.button}
          </a>
        </div>
      )}
      <Field
        label="Card number"
        field={fields.number}
        inputMode="numeric"
        autoComplete="cc-number"
        onInput={grouping?.groupNumberInput}
        onFocus={fetchGrouping}
      />
      <div className="grid grid-cols-2 gap-4">
        <Field
          label="Expires (MM / YY)"
          field={fields.expiry}
          inputMode="numeric"
          autoComplete="cc-exp"
          onInput={grouping?.groupExpiryInput}
          onFocus={fetchGrouping}
        />
        <Field label="CVC" field={fields.cvc} inputMode="numeric" autoComplete="cc-csc" />
      </div>
      <FormProblem errors={declineMessage ? [declineMessage] : form.errors} />
      <SubmitButton isBusy={isBusy} disabled={!secret}>
        {label}
      </SubmitButton>
      <TestCardsDisclosure />
    </Form>
  );
}

/** Loaded at the first focus; without it the fields are read all the same. */
function useGrouping() {
  const [grouping, setGrouping] = useState<typeof import('#payments/components/card-fields.ts')>();
  const fetchGrouping = () => void import('#payments/components/card-fields.ts').then(setGrouping, () => {});
  return { grouping, fetchGrouping };
}

function describeCardProblem(message: string | undefined): Problem | undefined {
  return message === undefined ? undefined : { problem: true, status: 402, detail: message };
}

function TestCardsDisclosure() {
  const [List, setList] = useState<ComponentType>();
  const fetchList = () =>
    import('#payments/components/test-cards.tsx').then(
      ({ TestCards }) => setList(() => TestCards),
      () => undefined,
    );
  return (
    <details className="mt-4 text-sm" onToggle={fetchList}>
      <summary className="cursor-pointer">This is the test mode: no money moves. Cards to try</summary>
      {List && <List />}
    </details>
  );
}
