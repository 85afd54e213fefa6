/** Many orders at once, after a preview: those to be shipped, and those that a carrier says are delivered. */
import { useState } from 'react';
import { Link } from 'react-router';
import { isUuid } from '#kernel/ids.ts';
import { withNonBreakingSpaces } from '#kernel/non-breaking-spaces.ts';
import { formatOrderNumber } from '#kernel/order-number.ts';
import * as paths from '#kernel/paths.ts';
import type { FieldError } from '#kernel/refusals.ts';
import { formatNumber } from '#kernel/words.ts';
import { CarrierNames } from '#orders/components/carrier-names.tsx';
import { deliverOrdersEndpoint, type ParcelResult, shipOrdersEndpoint } from '#orders/contract/packing.ts';
import { callEndpoint, isProblem, type Problem } from '#ui/api/api-client.ts';
import { AsyncButton } from '#ui/components/action-button.tsx';
import { Notice } from '#ui/components/notice.tsx';
import { toast } from '#ui/components/toast.ts';
import { useDraft } from '#ui/session/drafts.ts';

/** Ships the chosen orders and pasted lines. */
export function ShipParcels({ lines, onShipped }: { lines: ShippedLine[]; onShipped: () => void }) {
  const [carrier, setCarrier] = useDraft('carrier', '');
  const [pasted, setPasted] = useDraft('parcels', '');
  const [wholePurchases, setWholePurchases] = useState(false);
  const typed = readShippedLines(pasted);
  return (
    <section className="panel grid gap-4" aria-label="Ship">
      <h3 className="panel-heading mb-0">Ship</h3>
      <CarrierField carrier={carrier} onChange={setCarrier} />
      <LinesField
        id="parcel-lines"
        label="Further lines"
        rows={3}
        text={pasted}
        onChange={setPasted}
        hint="An order number and its tracking number in each, as in K7Q3M-9XT2B RP123456"
      />
      <label className="tick flex items-center gap-2">
        <input
          type="checkbox"
          checked={wholePurchases}
          onChange={({ currentTarget }) => setWholePurchases(currentTarget.checked)}
        />
        <span>A parcel has everything that was ordered together</span>
      </label>
      <ParcelActions
        wanted={{
          carrier: carrier.trim(),
          wholePurchases,
          lines: [...typed.map(({ line }) => line), ...lines],
        }}
        call={(body) => callEndpoint(shipOrdersEndpoint, { body })}
        done="shipped"
        previewClass="btn btn-primary"
        labelConfirm={(count) => `Ship ${count}`}
        onDone={(answer) => {
          toast.success(`${answer.done} shipped`);
          setPasted(keepRefusedLines(typed, answer.lines));
          onShipped();
        }}
      />
    </section>
  );
}

/** Marks orders as delivered by a carrier's report. */
export function DeliveredReport() {
  const [text, setText] = useState('');
  const typed = readDeliveredLines(text);
  async function readFile(input: HTMLInputElement): Promise<void> {
    const [file] = input.files ?? [];
    if (file) setText(await file.text());
    input.value = ''; // the same file can be chosen again
  }
  return (
    <section className="panel grid gap-4" aria-label="Delivered">
      <div>
        <h3 className="panel-heading mb-0">Delivered, as a carrier reports it</h3>
        <p className="muted text-sm">
          An order number or a tracking number in each line, and the day, as in RP123456, 2026-11-25.
        </p>
      </div>
      <LinesField id="delivered-lines" label="Lines" rows={4} text={text} onChange={setText} />
      <div className="field">
        <label className="field-label" htmlFor="delivered-file">
          Or a file of such lines (CSV)
        </label>
        <input
          id="delivered-file"
          type="file"
          accept=".csv,.txt,.tsv"
          className="file-input w-full"
          onChange={({ currentTarget }) => readFile(currentTarget)}
        />
      </div>
      <ParcelActions
        wanted={{ lines: typed.map(({ line }) => line) }}
        call={(body) => callEndpoint(deliverOrdersEndpoint, { body })}
        done="delivered"
        previewClass="btn"
        labelConfirm={(count) => `Mark ${count} as delivered`}
        onDone={(answer) => {
          toast.success(`${answer.done} marked as delivered`);
          setText(keepRefusedLines(typed, answer.lines));
        }}
      />
    </section>
  );
}

function CarrierField({ carrier, onChange }: { carrier: string; onChange: (carrier: string) => void }) {
  return (
    <div className="field">
      <label className="field-label" htmlFor="parcel-carrier">
        Carrier of all
      </label>
      <input
        id="parcel-carrier"
        className="input w-full"
        list="carriers"
        autoComplete="off"
        value={carrier}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <CarrierNames />
    </div>
  );
}

type LinesProps = {
  id: string;
  label: string;
  rows: number;
  text: string;
  onChange: (text: string) => void;
  hint?: string;
};

function LinesField({ id, label, rows, text, onChange, hint }: LinesProps) {
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <textarea
        id={id}
        className="textarea w-full"
        rows={rows}
        value={text}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {hint && <p className="field-hint">{hint}</p>}
    </div>
  );
}

type Lines = readonly { order: string; tracking?: string }[];

type ParcelActionsProps<Wanted> = {
  wanted: Wanted;
  call: (body: Wanted & { isPreview: boolean }) => Promise<ParcelResult | Problem>;
  /** 'shipped', 'delivered' */
  done: string;
  /** Of the button until there is a preview. */
  previewClass: string;
  labelConfirm: (count: string) => string;
  onDone: (answer: ParcelResult) => void;
};

/** What was previewed is what is done: after a change it must be previewed again. */
function ParcelActions<Wanted extends { lines: Lines }>(props: ParcelActionsProps<Wanted>) {
  const { wanted, call, done, previewClass, labelConfirm, onDone } = props;
  const [sent, setSent] = useState<{ answer: ParcelResult | Problem; isPreview: boolean; wanted: Wanted }>();
  const isPreviewed = sent?.isPreview && JSON.stringify(sent.wanted) === JSON.stringify(wanted);

  async function send(isPreview: boolean): Promise<void> {
    const answer = await call({ ...wanted, isPreview });
    setSent({ answer, isPreview, wanted });
    if (!isProblem(answer) && !isPreview) onDone(answer);
  }

  return (
    <>
      <div className="form-actions">
        <AsyncButton
          className={isPreviewed ? 'btn' : previewClass}
          onPress={() => send(true)}
          disabled={wanted.lines.length === 0}
        >
          Preview
        </AsyncButton>
        {isPreviewed && !isProblem(sent.answer) && sent.answer.done > 0 && (
          <AsyncButton className="btn btn-primary" onPress={() => send(false)}>
            {labelConfirm(formatNumber(sent.answer.done))}
          </AsyncButton>
        )}
      </div>
      {sent &&
        (isProblem(sent.answer) ? (
          <OutcomeProblem problem={sent.answer} lines={sent.wanted.lines} />
        ) : (
          <ParcelOutcome
            answer={sent.answer}
            lines={sent.wanted.lines}
            isPreview={sent.isPreview}
            done={done}
          />
        ))}
    </>
  );
}

type ParcelOutcomeProps = { answer: ParcelResult; lines: Lines; isPreview: boolean; done: string };

/** First those lines that could not be. `lines`: that were sent, each with its answer. */
function ParcelOutcome({ answer, lines, isPreview, done }: ParcelOutcomeProps) {
  const refused = answer.lines.filter(({ outcome }) => outcome === 'refused');
  const repeated = countRepeated(answer.lines);
  const ready = answer.lines.flatMap(({ outcome, orders }, index) =>
    outcome === 'done' ? orders.map((order) => ({ ...order, tracking: lines[index]?.tracking })) : [],
  );
  return (
    <div className="grid gap-3" role="status">
      <p>
        <strong>
          {formatNumber(answer.done)} {isPreview ? `will be ${done}` : done}
        </strong>
        {refused.length > 0 && `, ${refused.length} cannot be`}
        {repeated > 0 && `, ${repeated} ${repeated === 1 ? 'was' : 'were'} ${done} before`}.
      </p>
      {refused.length > 0 && (
        <ul className="lines">
          {refused.map(({ order, detail }) => (
            <li key={`${order} ${detail}`}>
              <span className="min-w-0 wrap-anywhere">
                {isUuid(order) ? (
                  <Link className="link identifier" to={paths.order(order)}>
                    {formatOrderNumber(order)}
                  </Link>
                ) : (
                  <span className="identifier">{order}</span>
                )}
                <span className="block text-error">{detail}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
      {isPreview && ready.length > 0 && (
        <ul className="lines">
          {ready.map(({ _id, quantity, partsName, name, tracking }) => (
            <li key={_id}>
              <Link className="link min-w-0 wrap-anywhere" to={paths.order(_id)}>
                {quantity}&nbsp;× {withNonBreakingSpaces(partsName)}, to {name}
                {tracking && <span className="identifier block">{tracking}</span>}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

type Outcomes = readonly Pick<ParcelResult['lines'][number], 'outcome' | 'orders'>[];

/** Of orders that were so before, and that no other line of this request ships or delivers. */
export function countRepeated(lines: Outcomes): number {
  const done = new Set(
    lines.flatMap(({ outcome, orders }) => (outcome === 'done' ? orders.map(({ _id }) => _id) : [])),
  );
  return lines.filter(
    ({ outcome, orders }) => outcome === 'repeated' && !orders.some(({ _id }) => done.has(_id)),
  ).length;
}

function OutcomeProblem({ problem: { detail, errors = [] }, lines }: { problem: Problem; lines: Lines }) {
  const sentences = errors.length > 0 ? describeLineErrors(errors, lines) : [detail];
  return (
    <Notice kind="error" role="alert">
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </Notice>
  );
}

/** `text`: as it was typed. */
type TypedLine<Line> = { text: string; line: Line };
type ShippedLine = { order: string; tracking: string };
type DeliveredLine = { order: string; deliveredOn?: string };

const lineBreak = /\r\n|\r|\n/;

/** 'K7Q3M-9XT2B RP 123', with a space, a comma, a semicolon or a tab between. */
export function readShippedLines(text: string): TypedLine<ShippedLine>[] {
  return text.split(lineBreak).flatMap((typed) => {
    const [, order, tracking = ''] = /^\s*([^\s,;]+)[\s,;]*(.*?)\s*$/.exec(typed.replaceAll('"', '')) ?? [];
    return order ? [{ text: typed, line: { order, tracking } }] : [];
  });
}

/** 'RP 123456, 2026-11-25', perhaps with a time of that day; a first line of headings has no digit. */
export function readDeliveredLines(text: string): TypedLine<DeliveredLine>[] {
  return text.split(lineBreak).flatMap((typed) => {
    const cells = typed.split(/[,;\t]/).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
    const [, name = '', lastDay] = /^(.*?)\s+(\d{4}-\d{2}-\d{2})$/.exec(cells[0] ?? '') ?? [];
    const order = lastDay ? name : (cells[0] ?? '');
    const day = lastDay ?? cells[1]?.replace(/^(\d{4}-\d{2}-\d{2})[T ].*$/, '$1');
    return /\d/.test(order) ? [{ text: typed, line: day ? { order, deliveredOn: day } : { order } }] : [];
  });
}

/** What could not be done stays typed. `answers`: of these lines, in their order. */
export function keepRefusedLines(
  lines: readonly TypedLine<unknown>[],
  answers: readonly { outcome: string }[],
): string {
  const refused = lines.filter((_, index) => answers[index]?.outcome === 'refused');
  return refused.map(({ text }) => text).join('\n');
}

/** By order: lines go to the order at `first` and those after it, an empty one leaves its order as it is. */
export function spreadTrackings(
  orderIds: readonly string[],
  first: number,
  text: string,
): [string, string][] {
  return text.split(lineBreak).flatMap((tracking, index): [string, string][] => {
    const id = orderIds[first + index];
    return id !== undefined && (index === 0 || tracking.trim() !== '') ? [[id, tracking]] : [];
  });
}

/** Each with the line that it is about: 'RP123: A day such as 2026-11-25 is needed here' */
export function describeLineErrors(
  errors: readonly FieldError[],
  lines: readonly { order: string }[],
): string[] {
  return errors.map(({ path, message }) => {
    const order = lines[Number(/^lines\.(\d+)\./.exec(path)?.[1])]?.order;
    if (order === undefined) return message;
    return `${isUuid(order) ? formatOrderNumber(order) : order}: ${message}`;
  });
}
