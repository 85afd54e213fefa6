/** The fields of one delivery method: its days and its prices. */
import {
  AddButton,
  RemoveButton,
  RuleMessage,
  SelectInput,
  type SelectOption,
  TextInput,
} from '#web/settings/delivery/rule-inputs.tsx';
import type { MethodDraft, StepDraft } from '#web/settings/delivery/rules-draft.ts';

const pricedByOptions: SelectOption[] = [
  { value: 'value', label: 'By the value of the parts' },
  { value: 'weight', label: 'By the weight of the parts' },
];

type MethodProps = {
  method: MethodDraft;
  /** Its name. */
  zone: string;
  path: string;
  onChange: (method: MethodDraft) => void;
  onRemove: () => void;
};

export function MethodFields({ method, zone, path, onChange, onRemove }: MethodProps) {
  const set = (change: Partial<MethodDraft>) => onChange({ ...method, ...change });
  const name = method.name || 'New method';
  return (
    <fieldset className="rule-method" aria-label={`${name}, in ${zone}`}>
      <div className="rule-pair">
        <TextInput
          path={`${path}.name`}
          label="Delivery method"
          hint="As in “Home delivery”, “Express”"
          value={method.name}
          onChange={(value) => set({ name: value })}
        />
        <SelectInput
          path={`${path}.pricedBy`}
          label="Priced"
          value={method.pricedBy}
          options={pricedByOptions}
          onChange={(value) => set({ pricedBy: value as MethodDraft['pricedBy'] })}
        />
        <TextInput
          path={`${path}.days.from`}
          label="Working days, at least"
          inputMode="numeric"
          value={method.daysFrom}
          onChange={(daysFrom) => set({ daysFrom })}
        />
        <TextInput
          path={`${path}.days.to`}
          label="Working days, at most"
          inputMode="numeric"
          value={method.daysTo}
          onChange={(daysTo) => set({ daysTo })}
        />
      </div>
      <Steps method={method} path={path} onChange={(prices) => set({ prices })} />
      <div className="rule-pair">
        <TextInput
          path={`${path}.freeFromCents`}
          label="Free from, $"
          hint="Of the value of the parts; empty: never"
          inputMode="decimal"
          value={method.freeFrom}
          onChange={(freeFrom) => set({ freeFrom })}
        />
        <TextInput
          path={`${path}.maxGrams`}
          label="Up to, grams"
          hint="Heavier orders cannot use it; empty: no limit"
          inputMode="numeric"
          value={method.maxGrams}
          onChange={(maxGrams) => set({ maxGrams })}
        />
      </div>
      <p>
        <RemoveButton what="the method" of={`${name} in ${zone}`} onPress={onRemove} />
      </p>
    </fieldset>
  );
}

type StepsProps = Pick<MethodProps, 'method' | 'path'> & { onChange: (prices: StepDraft[]) => void };

function Steps({ method: { prices, pricedBy, name }, path, onChange }: StepsProps) {
  const set = (index: number, change: Partial<StepDraft>) =>
    onChange(prices.map((step, place) => (place === index ? { ...step, ...change } : step)));
  return (
    <div className="grid gap-3">
      {prices.map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps have no id, and their fields no state
        <div key={index} className="rule-step">
          <TextInput
            path={`${path}.prices.${index}.from`}
            label={pricedBy === 'weight' ? 'From, grams' : 'From, $'}
            inputMode="decimal"
            value={step.from}
            onChange={(from) => set(index, { from })}
          />
          <TextInput
            path={`${path}.prices.${index}.priceCents`}
            label="it costs, $"
            inputMode="decimal"
            value={step.price}
            onChange={(price) => set(index, { price })}
          />
          {prices.length > 1 && (
            <p>
              <RemoveButton
                what="the price"
                of={`${index + 1} of ${name}`}
                onPress={() => onChange(prices.toSpliced(index, 1))}
              />
            </p>
          )}
        </div>
      ))}
      <RuleMessage path={`${path}.prices`} />
      <AddButton onPress={() => onChange([...prices, { from: '', price: '' }])}>
        Another price <span className="sr-only">of {name}</span>
      </AddButton>
    </div>
  );
}
