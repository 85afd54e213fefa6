/** Marks orders as delivered by a carrier's report, after a preview. */
import { useState } from 'react';
import { toast } from 'react-toastify/unstyled';
import { deliverOrdersEndpoint } from '#contract/orders/parcels.ts';
import { callEndpoint, isProblem } from '#web/api/api-client.ts';
import { type Outcome, ParcelOutcome } from '#web/orders/packing/parcel-outcome.tsx';
import { AsyncButton } from '#web/ui/async-button.tsx';

export function DeliveredReport() {
  const [text, setText] = useState('');
  const [outcome, setOutcome] = useState<Outcome>();
  const isPreviewed = outcome?.isPreview && outcome.key === text;

  async function send(isPreview: boolean): Promise<void> {
    const answer = await callEndpoint(deliverOrdersEndpoint, { body: { lines: readLines(text), isPreview } });
    setOutcome({ answer, isPreview, key: text });
    if (isProblem(answer) || isPreview) return;
    toast.success(`${answer.done} marked as delivered`);
    setText('');
  }

  return (
    <section className="panel grid gap-4" aria-label="Delivered">
      <div>
        <h3 className="panel-heading mb-0">Delivered, as a carrier reports it</h3>
        <p className="muted text-sm">
          An order number or a tracking number in each line, and the day, as in RP123456, 2026-11-25.
        </p>
      </div>
      <LinesFields text={text} onChange={setText} />
      <div className="form-actions">
        <AsyncButton className="btn" onPress={() => send(true)} disabled={readLines(text).length === 0}>
          Preview
        </AsyncButton>
        {isPreviewed && !isProblem(outcome.answer) && outcome.answer.done > 0 && (
          <AsyncButton className="btn btn-primary" onPress={() => send(false)}>
            {`Mark ${outcome.answer.done.toLocaleString('en-US')} as delivered`}
          </AsyncButton>
        )}
      </div>
      {outcome && <ParcelOutcome outcome={outcome} done="delivered" />}
    </section>
  );
}

/** 'RP 123456, 2026-11-25'; a first line of headings has no digit. */
function readLines(text: string): { order: string; deliveredOn?: string }[] {
  return text.split('\n').flatMap((line) => {
    const cells = line.split(/[,;\t]/).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
    const [, name = '', lastDay] = /^(.*?)\s+(\d{4}-\d{2}-\d{2})$/.exec(cells[0] ?? '') ?? [];
    const order = lastDay ? name : (cells[0] ?? '');
    const day = lastDay ?? cells[1];
    return /\d/.test(order) ? [day ? { order, deliveredOn: day } : { order }] : [];
  });
}

function LinesFields({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  async function readFile(input: HTMLInputElement): Promise<void> {
    const [file] = input.files ?? [];
    if (file) onChange(await file.text());
    input.value = ''; // the same file can be chosen again
  }

  return (
    <>
      <div className="field">
        <label className="field-label" htmlFor="delivered-lines">
          Lines
        </label>
        <textarea
          id="delivered-lines"
          className="textarea w-full"
          rows={4}
          value={text}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      </div>
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
    </>
  );
}
