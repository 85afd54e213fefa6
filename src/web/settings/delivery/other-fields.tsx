/** The fields of weights by category, and of carriers. */
import { categoryOptions } from '#domain/catalogue/category-options.ts';
import { AddButton, RemoveButton, RuleMessage, TextInput } from '#web/settings/delivery/rule-inputs.tsx';
import type { CarrierDraft, RulesDraft } from '#web/settings/delivery/rules-draft.ts';

export function WeightFields({
  weights,
  onChange,
}: {
  weights: RulesDraft['weights'];
  onChange: (weights: RulesDraft['weights']) => void;
}) {
  return (
    <section className="panel grid gap-5" aria-label="Weights">
      <div>
        <h3 className="panel-heading">Weights</h3>
        <p className="muted text-sm">
          In grams with its box, of parts that have no weight of their own. What is empty is estimated.
        </p>
      </div>
      <div className="rule-weights">
        {categoryOptions.map(({ value: category, label }) => (
          <TextInput
            key={category}
            path={`weights.${category}`}
            label={label}
            inputMode="numeric"
            value={weights[category] ?? ''}
            onChange={(grams) => onChange({ ...weights, [category]: grams })}
          />
        ))}
      </div>
    </section>
  );
}

const newCarrier: CarrierDraft = { name: '', template: 'https://', numbers: '' };

export function CarrierFields({
  carriers,
  onChange,
}: {
  carriers: readonly CarrierDraft[];
  onChange: (carriers: CarrierDraft[]) => void;
}) {
  const set = (index: number, change: Partial<CarrierDraft>) =>
    onChange(carriers.map((carrier, place) => (place === index ? { ...carrier, ...change } : carrier)));
  return (
    <section className="panel grid gap-5" aria-label="Carriers">
      <div>
        <h3 className="panel-heading">Carriers</h3>
        <p className="muted text-sm">
          Orders and mails link to the carrier’s page for the tracking number. Other carriers can be typed
          when an order is shipped, and have no link.
        </p>
      </div>
      {carriers.map((carrier, index) => (
        <fieldset
          // biome-ignore lint/suspicious/noArrayIndexKey: carriers have no id, and their fields no state
          key={index}
          className="rule-method"
          aria-label={carrier.name || 'New carrier'}
        >
          <Carrier carrier={carrier} path={`carriers.${index}`} onChange={(change) => set(index, change)} />
          <p>
            <RemoveButton
              what="the carrier"
              of={carrier.name}
              onPress={() => onChange(carriers.toSpliced(index, 1))}
            />
          </p>
        </fieldset>
      ))}
      <RuleMessage path="carriers" />
      <AddButton onPress={() => onChange([...carriers, newCarrier])}>Another carrier</AddButton>
    </section>
  );
}

type CarrierProps = {
  carrier: CarrierDraft;
  path: string;
  onChange: (change: Partial<CarrierDraft>) => void;
};

function Carrier({ carrier, path, onChange }: CarrierProps) {
  return (
    <>
      <div className="rule-pair">
        <TextInput
          path={`${path}.name`}
          label="Name"
          value={carrier.name}
          onChange={(name) => onChange({ name })}
        />
        <TextInput
          path={`${path}.numbers`}
          label="What its numbers look like"
          hint="# a digit, @ a letter, * either, as in @@#########@@; empty: any"
          value={carrier.numbers}
          onChange={(numbers) => onChange({ numbers })}
        />
      </div>
      <TextInput
        path={`${path}.template`}
        label="Address of its page"
        hint="With {number} where the tracking number goes, as in https://www.example.com/track?id={number}"
        value={carrier.template}
        onChange={(template) => onChange({ template })}
      />
    </>
  );
}
