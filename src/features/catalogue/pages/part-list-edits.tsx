/** Prices and stock that are changed in the list of Manage Products itself: the fields of a row, and the bar that saves all. */
import { type KeyboardEvent, useState } from 'react';
import { changePartsEndpoint } from '#catalogue/contract/part-edits.ts';
import type { Part } from '#catalogue/contract/parts.ts';
import type { Dollars } from '#kernel/money.ts';
import { countWords } from '#kernel/words.ts';
import { isProblem, type Problem, useIdempotentCall } from '#ui/api/api-client.ts';
import { AsyncButton } from '#ui/components/action-button.tsx';
import { focusElement } from '#ui/components/focus.ts';
import { toast } from '#ui/components/toast.ts';
import { useDraft } from '#ui/session/drafts.ts';

type EditedField = 'price' | 'units';

/** What was typed of a part, and what was said against it. `price`: undefined where none was typed. */
type PartEdit = {
  part: Part;
  seenPrice: Dollars | null;
  price?: string | undefined;
  units: string;
  problems: Partial<Record<EditedField, string>>;
};

export type PartEdits = ReturnType<typeof usePartEdits>;

/** They stay when another page is shown, of the list or not. */
export function usePartEdits(onSaved: () => Promise<void>) {
  const [edits, setEdits, stopStoring] = useDraft<Readonly<Record<string, PartEdit>>>('edits-of-parts', {});
  const [errors, setErrors] = useState<string[]>([]);
  const attempt = useIdempotentCall();
  const changed = Object.values(edits);

  function change(part: Part, field: EditedField, text: string): void {
    const { [part._id]: edit = makeEdit(part), ...others } = edits;
    const seenPrice = edit.price === undefined ? part.price : edit.seenPrice;
    const typed = { ...edit, seenPrice, [field]: text, problems: { ...edit.problems, [field]: undefined } };
    if (typed.price === writePrice(part)) typed.price = undefined;
    const isSame = typed.price === undefined && typed.units === '';
    setEdits(isSame ? others : { ...edits, [part._id]: typed });
  }

  async function save(reason: string): Promise<void> {
    const parts = changed.map((edit) => makeLine(edit, reason));
    stopStoring();
    const answer = await attempt.send(changePartsEndpoint, { body: { parts } }, whereToSee);
    if (isProblem(answer)) {
      showRefusal(answer);
      if (isUncertain(answer)) stopStoring();
      return;
    }
    discard();
    toast.success(`${countWords(answer.modifiedCount, 'part')} saved`);
    await onSaved();
  }

  function showRefusal({ detail, errors: messages = [], ...facts }: Problem): void {
    const { current = {} } = facts as { current?: Record<string, Dollars | null> };
    const refused = changed.map((edit, index): PartEdit => {
      const path = (field: string) => `parts.${index}.${field}`;
      const find = (field: string) => messages.find((error) => error.path === path(field))?.message;
      const seenPrice = current[path('price')];
      return {
        ...edit,
        seenPrice: seenPrice === undefined ? edit.seenPrice : seenPrice,
        problems: { price: find('price'), units: find('units') ?? find('reason') },
      };
    });
    setEdits(Object.fromEntries(refused.map((edit) => [edit.part._id, edit])));
    const sentences = refused.flatMap(({ part, problems }) =>
      Object.values(problems).flatMap((message) => (message ? [`${part.full_name}: ${message}`] : [])),
    );
    setErrors(sentences.length > 0 ? ['Nothing was saved yet.', ...sentences] : [detail]);
  }

  function discard(): void {
    setEdits({});
    setErrors([]);
  }

  return { edits, changed, errors, change, save, discard };
}

const whereToSee = 'load the list again to see it, and discard what it has';

/** Whether it may have been saved all the same: the page that is loaded next must not add the units once more. */
function isUncertain({ status }: Problem): boolean {
  return status < 400 || status >= 500;
}

function makeEdit(part: Part): PartEdit {
  return { part, seenPrice: part.price, units: '', problems: {} };
}

function writePrice({ price }: Part): string {
  return price === null ? '' : price.toFixed(2);
}

/** As it was typed: the shop says what is wrong with it. */
function makeLine({ part, seenPrice, price, units }: PartEdit, reason: string) {
  return {
    id: part._id,
    ...(price === undefined ? {} : { price: price.trim(), seen_price: seenPrice }),
    ...(units.trim() === '' ? {} : { units: units.replace('−', '-').replace('+', '').trim(), reason }),
  };
}

type FieldProps = { part: Part; edits: PartEdits };

export function PriceField({ part, edits }: FieldProps) {
  return <EditField part={part} edits={edits} field="price" label="Price" className="w-24" />;
}

export function StockField({ part, edits }: FieldProps) {
  return (
    <div className="flex items-center gap-2">
      <span>{part.available_quantity}</span>
      <EditField part={part} edits={edits} field="units" label="Units to add" className="w-16" />
    </div>
  );
}

type EditFieldProps = FieldProps & { field: EditedField; label: string; className: string };

function EditField({ part, edits: { edits, change }, field, label, className }: EditFieldProps) {
  const edit = edits[part._id] ?? makeEdit(part);
  const problem = edit.problems[field];
  const problemId = `${field}-${part._id}`;
  return (
    <div>
      <input
        className={`input input-sm aria-invalid:input-error ${className}`}
        data-edit={field}
        data-part={part._id}
        inputMode={field === 'price' ? 'decimal' : 'text'}
        placeholder={field === 'price' ? 'none' : '+0'}
        autoComplete="off"
        aria-label={`${label}: ${part.full_name}`}
        aria-invalid={problem !== undefined || undefined}
        aria-describedby={problem && problemId}
        value={edit[field] ?? writePrice(part)}
        onChange={({ currentTarget }) => change(part, field, currentTarget.value)}
        onKeyDown={goDown}
      />
      {problem && (
        <p className="field-message" id={problemId}>
          {problem}
        </p>
      )}
    </div>
  );
}

/** To the same field of the next row; from the last one to the bar. */
function goDown(event: KeyboardEvent<HTMLInputElement>): void {
  const { currentTarget } = event;
  if (event.key !== 'Enter') return;
  event.preventDefault();
  const column = [
    ...document.querySelectorAll<HTMLInputElement>(`[data-edit=${currentTarget.dataset.edit}]`),
  ];
  const next = column[column.indexOf(currentTarget) + 1];
  (next ?? document.querySelector<HTMLElement>('.edits-bar :is(input, button)'))?.focus();
  next?.select();
}

/** The bar is gone with the changes, and the heading would be far away. */
function focusRow(part: Part | undefined): void {
  const row = document.querySelector(`[data-part="${part?._id}"]`)?.closest('tr');
  const name = row?.querySelector<HTMLElement>('[scope^=row]');
  if (name) focusElement(name);
}

const reasons = [
  'Delivered by the supplier',
  'Counted again',
  'Damaged',
  'Lost',
  'Returned',
  'Used by the shop',
];

/** One save for all that was typed, on this page of the list and on others. */
export function EditsBar({ edits: { changed, errors, save, discard } }: { edits: PartEdits }) {
  const [reason, setReason] = useState('');
  if (changed.length === 0) return null;
  const hasUnits = changed.some(({ units }) => units.trim() !== '');
  return (
    <section className="edits-bar panel" aria-label="Changes">
      <div aria-live="assertive">
        {errors.map((error) => (
          <p key={error} className="text-error mb-2 text-sm">
            {error}
          </p>
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p role="status" className="grow">
          <strong>{countWords(changed.length, 'part')} changed</strong>
        </p>
        {hasUnits && (
          <label className="edits-reason flex flex-wrap items-center">
            <span>Why the stock changes</span>
            <input
              className="input input-sm"
              list="stock-reasons"
              autoComplete="off"
              maxLength={100}
              value={reason}
              onChange={({ currentTarget }) => setReason(currentTarget.value)}
            />
            <datalist id="stock-reasons">
              {reasons.map((text) => (
                <option key={text} value={text} />
              ))}
            </datalist>
          </label>
        )}
        <AsyncButton className="btn btn-primary btn-sm" onPress={() => save(reason.trim())}>
          Save
        </AsyncButton>
        <AsyncButton
          className="btn btn-sm"
          onPress={async () => {
            discard();
            focusRow(changed.at(-1)?.part);
          }}
        >
          Discard
        </AsyncButton>
      </div>
    </section>
  );
}
