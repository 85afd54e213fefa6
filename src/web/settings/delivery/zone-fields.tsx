/** The fields of one delivery zone: where it is, and its methods. */
import { MethodFields } from '#web/settings/delivery/method-fields.tsx';
import {
  AddButton,
  LinesInput,
  RemoveButton,
  RuleMessage,
  SelectInput,
  type SelectOption,
  TextInput,
} from '#web/settings/delivery/rule-inputs.tsx';
import {
  type AreaDraft,
  describeMethodDraft,
  newMethod,
  type ZoneDraft,
} from '#web/settings/delivery/rules-draft.ts';

type ZoneProps = {
  zone: ZoneDraft;
  path: string;
  countries: readonly SelectOption[];
  isOpen: boolean;
  onChange: (zone: ZoneDraft) => void;
  onRemove: () => void;
};

export function ZoneFields({ zone, path, countries, isOpen, onChange, onRemove }: ZoneProps) {
  const { name, methods } = zone;
  const set = (change: Partial<ZoneDraft>) => onChange({ ...zone, ...change });
  const shownName = name || 'New zone';
  return (
    <details className="panel rule-zone" open={isOpen}>
      <summary>
        <strong>{shownName}</strong>
        <span className="muted text-sm">{methods.map(describeMethodDraft).join('; ')}</span>
      </summary>
      <div className="mt-5 grid gap-5">
        <TextInput
          path={`${path}.name`}
          label="Name of the zone"
          hint="Buyers read it."
          value={name}
          onChange={(value) => set({ name: value })}
        />
        <SelectInput
          path={`${path}.kind`}
          label="How parts get to the buyer"
          value={zone.isPickUp ? 'collected' : 'brought'}
          options={[
            { value: 'brought', label: 'Brought to an address' },
            { value: 'collected', label: 'Collected by the buyer' },
          ]}
          onChange={(value) => set({ isPickUp: value === 'collected' })}
        />
        {zone.isPickUp ? (
          <LinesInput
            path={`${path}.pickUpAt`}
            label="Where they are collected"
            hint="Street and town; opening hours, if there are any."
            rows={2}
            value={zone.pickUpAt}
            onChange={(pickUpAt) => set({ pickUpAt })}
          />
        ) : (
          <Areas zone={zone} path={path} countries={countries} onChange={(areas) => set({ areas })} />
        )}
        <TaxFields tax={zone.tax} path={`${path}.tax`} onChange={(tax) => set({ tax })} />
        <Methods zone={zone} path={path} onChange={(changed) => set({ methods: changed })} />
        <div className="form-actions">
          <AddButton onPress={() => set({ methods: [...methods, newMethod] })}>
            Another delivery method <span className="sr-only">in {shownName}</span>
          </AddButton>
          <RemoveButton what="the zone" of={shownName} onPress={onRemove} />
        </div>
      </div>
    </details>
  );
}

type TaxProps = Pick<ZoneDraft, 'tax'> & { path: string; onChange: (tax: ZoneDraft['tax']) => void };

function TaxFields({ tax, path, onChange }: TaxProps) {
  return (
    <div className="rule-pair">
      <TextInput
        path={`${path}.name`}
        label="Tax in the prices"
        hint="Such as VAT; empty: none."
        value={tax.name}
        onChange={(name) => onChange({ ...tax, name })}
      />
      <TextInput
        path={`${path}.rate`}
        label="Its rate, in percent"
        inputMode="decimal"
        value={tax.rate}
        onChange={(rate) => onChange({ ...tax, rate })}
      />
    </div>
  );
}

type MethodsProps = Pick<ZoneProps, 'zone' | 'path'> & { onChange: (methods: ZoneDraft['methods']) => void };

function Methods({ zone: { name, methods }, path, onChange }: MethodsProps) {
  return (
    <>
      {methods.map((method, index) => (
        <MethodFields
          // biome-ignore lint/suspicious/noArrayIndexKey: new ones have no id yet, and their fields no state
          key={index}
          method={method}
          zone={name || 'New zone'}
          path={`${path}.methods.${index}`}
          onChange={(changed) => onChange(methods.with(index, changed))}
          onRemove={() => onChange(methods.toSpliced(index, 1))}
        />
      ))}
      <RuleMessage path={`${path}.methods`} />
    </>
  );
}

const withinOptions: SelectOption[] = [
  { value: 'all', label: 'All of it' },
  { value: 'region', label: 'Only the regions' },
  { value: 'town', label: 'Only the towns' },
  { value: 'district', label: 'Only the districts' },
  { value: 'postcode', label: 'Only postcodes that begin with' },
];

const valuesLabels: Record<AreaDraft['within'], string> = {
  all: '',
  region: 'Regions, with commas',
  town: 'Towns, with commas',
  district: 'Districts, with commas',
  postcode: 'Beginnings of postcodes, with commas',
};

/** What follows for buyers. */
const valuesHints: Partial<typeof valuesLabels> = {
  town: 'As buyers may write them; accents and capitals make no difference.',
  district: 'As buyers may write them; accents and capitals make no difference.',
  postcode: 'Buyers of the country must give theirs, unless a zone names their town or district.',
};

type AreasProps = Pick<ZoneProps, 'zone' | 'path' | 'countries'> & { onChange: (areas: AreaDraft[]) => void };

function Areas({ zone: { areas, name }, path, countries, onChange }: AreasProps) {
  return (
    <fieldset className="grid gap-3">
      <legend className="field-label mb-2">Where to</legend>
      {areas.map((area, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: areas have no id, and their fields no state
        <div key={index} className="rule-area">
          <SelectInput
            path={`${path}.areas.${index}`}
            label="Country"
            value={area.country}
            options={[
              { value: '', label: 'Choose …' },
              { value: '*', label: 'Everywhere else' },
              ...countries,
            ]}
            onChange={(country) => onChange(areas.with(index, { ...area, country }))}
          />
          <SelectInput
            path={`${path}.areas.${index}.within`}
            label="Which part of it"
            value={area.within}
            options={withinOptions}
            onChange={(within) =>
              onChange(areas.with(index, { ...area, within: within as AreaDraft['within'] }))
            }
          />
          {area.within !== 'all' && (
            <TextInput
              path={`${path}.areas.${index}.values`}
              label={valuesLabels[area.within]}
              hint={valuesHints[area.within]}
              value={area.values}
              onChange={(values) => onChange(areas.with(index, { ...area, values }))}
            />
          )}
          <p>
            <RemoveButton
              what="the place"
              of={`${index + 1} of ${name}`}
              onPress={() => onChange(areas.toSpliced(index, 1))}
            />
          </p>
        </div>
      ))}
      <RuleMessage path={`${path}.areas`} />
      <AddButton onPress={() => onChange([...areas, { country: '', within: 'all', values: '' }])}>
        Another place <span className="sr-only">of {name}</span>
      </AddButton>
    </fieldset>
  );
}
