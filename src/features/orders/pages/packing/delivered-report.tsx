/** Marks orders as delivered by a carrier's report, after a preview. */
import { useState } from 'react';
import { toast } from 'react-toastify/unstyled';
import { deliverOrdersEndpoint } from '#features/orders/contract/packing.ts';
import { keepRefusedLines, readDeliveredLines } from '#features/orders/pages/packing/parcel-lines.ts';
import { type Outcome, ParcelOutcome } from '#features/orders/pages/packing/parcel-outcome.tsx';
import { formatNumber } from '#kernel/words.ts';
import { callEndpoint, isProblem } from '#ui/api/api-client.ts';
import { AsyncButton } from '#ui/components/async-button.tsx';

export function DeliveredReport() {
  const [text, setText] = useState('');
  const [outcome, setOutcome] = useState<Outcome>();
  const isPreviewed = outcome?.isPreview && outcome.key === text;

  async function send(isPreview: boolean): Promise<void> {
    const typed = readDeliveredLines(text);
    const lines = typed.map(({ line }) => line);
    const answer = await callEndpoint(deliverOrdersEndpoint, { body: { lines, isPreview } });
    setOutcome({ answer, isPreview, key: text, lines });
    if (isProblem(answer) || isPreview) return;
    toast.success(`${answer.done} marked as delivered`);
    setText(keepRefusedLines(typed, answer.lines));
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
        <AsyncButton
          className="btn"
          onPress={() => send(true)}
          disabled={readDeliveredLines(text).length === 0}
        >
          Preview
        </AsyncButton>
        {isPreviewed && !isProblem(outcome.answer) && outcome.answer.done > 0 && (
          <AsyncButton className="btn btn-primary" onPress={() => send(false)}>
            {`Mark ${formatNumber(outcome.answer.done)} as delivered`}
          </AsyncButton>
        )}
      </div>
      {outcome && <ParcelOutcome outcome={outcome} done="delivered" />}
    </section>
  );
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
