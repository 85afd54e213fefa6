/** Ships the chosen orders and pasted lines at once, after a preview. */
import { useState } from 'react';
import { toast } from 'react-toastify/unstyled';
import { CarrierNames } from '#features/orders/components/carrier-names.tsx';
import { shipOrdersEndpoint } from '#features/orders/contract/packing.ts';
import {
  keepRefusedLines,
  readShippedLines,
  type ShippedLine,
} from '#features/orders/pages/packing/parcel-lines.ts';
import { type Outcome, ParcelOutcome } from '#features/orders/pages/packing/parcel-outcome.tsx';
import { formatNumber } from '#kernel/words.ts';
import { callEndpoint, isProblem } from '#ui/api/api-client.ts';
import { AsyncButton } from '#ui/components/async-button.tsx';

export function ShipParcels({ lines, onShipped }: { lines: ShippedLine[]; onShipped: () => void }) {
  const [carrier, setCarrier] = useState('');
  const [pasted, setPasted] = useState('');
  const [wholePurchases, setWholePurchases] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const typed = readShippedLines(pasted);
  const all = [...typed.map(({ line }) => line), ...lines];
  const wanted = { carrier: carrier.trim(), wholePurchases, lines: all };
  /** What was previewed is what is shipped. */
  const isPreviewed = outcome?.isPreview && outcome.key === JSON.stringify(wanted);

  async function send(isPreview: boolean): Promise<void> {
    const answer = await callEndpoint(shipOrdersEndpoint, { body: { ...wanted, isPreview } });
    setOutcome({ answer, isPreview, key: JSON.stringify(wanted), lines: all });
    if (isProblem(answer) || isPreview) return;
    toast.success(`${answer.done} shipped`);
    setPasted(keepRefusedLines(typed, answer.lines));
    onShipped();
  }

  return (
    <section className="panel grid gap-4" aria-label="Ship">
      <h3 className="panel-heading mb-0">Ship</h3>
      <CarrierField carrier={carrier} onChange={setCarrier} />
      <LinesField lines={pasted} onChange={setPasted} />
      <label className="tick flex items-center gap-2">
        <input
          type="checkbox"
          checked={wholePurchases}
          onChange={({ currentTarget }) => setWholePurchases(currentTarget.checked)}
        />
        <span>A parcel has everything that was ordered together</span>
      </label>
      <div className="form-actions">
        <AsyncButton
          className={isPreviewed ? 'btn' : 'btn btn-primary'}
          onPress={() => send(true)}
          disabled={all.length === 0}
        >
          Preview
        </AsyncButton>
        {isPreviewed && !isProblem(outcome.answer) && outcome.answer.done > 0 && (
          <AsyncButton className="btn btn-primary" onPress={() => send(false)}>
            {`Ship ${formatNumber(outcome.answer.done)}`}
          </AsyncButton>
        )}
      </div>
      {outcome && <ParcelOutcome outcome={outcome} done="shipped" />}
    </section>
  );
}

type CarrierProps = { carrier: string; onChange: (carrier: string) => void };

function CarrierField({ carrier, onChange }: CarrierProps) {
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

function LinesField({ lines, onChange }: { lines: string; onChange: (lines: string) => void }) {
  return (
    <div className="field">
      <label className="field-label" htmlFor="parcel-lines">
        Further lines
      </label>
      <textarea
        id="parcel-lines"
        className="textarea w-full"
        rows={3}
        value={lines}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <p className="field-hint">
        An order number and its tracking number in each, as in K7Q3M-9XT2B RP123456
      </p>
    </div>
  );
}
