/** The fields of the rules of delivery: zones with their places, methods and prices; days, weights and carriers. */
import { categoryOptions } from '#catalogue/rules/category-options.ts';
import {
  AddButton,
  LinesInput,
  RemoveButton,
  Rows,
  RuleMessage,
  SelectInput,
  type SelectOption,
  TextInput,
  useRow,
  useRule,
  useRules,
} from '#delivery/pages/rule-inputs.tsx';
import {
  type AreaDraft,
  type CarrierDraft,
  describeMethodDraft,
  type MethodDraft,
  newArea,
  newCarrier,
  newMethod,
  newStep,
  newZone,
  type ZoneDraft,
} from '#delivery/pages/rules-draft.ts';

export function ZonesFields() {
  return (
    <>
      <Rows path="zones" row={ZoneFields} />
      <AddButton path="zones" row={newZone}>
        Another zone
      </AddButton>
    </>
  );
}

function ZoneFields({ path }: { path: string }) {
  const { messages } = useRules();
  const { value: zone } = useRule<ZoneDraft>(path);
  const shownName = nameZone(zone);
  const isOpen = !zone.id || [...messages.keys()].some((place) => place.startsWith(`${path}.`));
  return (
    <details className="panel rule-zone" open={isOpen}>
      <summary className="flex cursor-pointer flex-wrap items-baseline gap-x-4 gap-y-1">
        <strong>{shownName}</strong>
        <span className="muted text-sm">{zone.methods.map(describeMethodDraft).join('; ')}</span>
      </summary>
      <div className="mt-5 grid gap-5">
        <TextInput
          path={`${path}.name`}
          label="Name of the zone"
          hint="Buyers read it after “to”, as in “the country”."
        />
        <SelectInput
          path={`${path}.kind`}
          label="How parts get to the buyer"
          options={[
            { value: 'brought', label: 'Brought to an address' },
            { value: 'collected', label: 'Collected by the buyer' },
          ]}
        />
        {zone.kind === 'collected' ? (
          <LinesInput
            path={`${path}.pickUpAt`}
            label="Where they are collected"
            hint="Street and town; opening hours, if there are any."
            rows={2}
          />
        ) : (
          <fieldset className="grid gap-3">
            <legend className="field-label mb-2">Where to</legend>
            <Rows path={`${path}.areas`} row={AreaFields} />
            <AddButton path={`${path}.areas`} row={newArea}>
              Another place <span className="sr-only">of {shownName}</span>
            </AddButton>
          </fieldset>
        )}
        <div className="rule-pair">
          <TextInput path={`${path}.tax.name`} label="Tax in the prices" hint="Such as VAT; empty: none." />
          <TextInput path={`${path}.tax.rate`} label="Its rate, in percent" inputMode="decimal" />
        </div>
        <Rows path={`${path}.methods`} row={MethodFields} />
        <div className="form-actions">
          <AddButton path={`${path}.methods`} row={newMethod}>
            Another delivery method <span className="sr-only">in {shownName}</span>
          </AddButton>
          <RemoveButton path={path} what="the zone" of={shownName} />
        </div>
      </div>
    </details>
  );
}

const nameZone = ({ name }: ZoneDraft) => name || 'New zone';
const nameMethod = ({ name }: MethodDraft) => name || 'New method';

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

function AreaFields({ path }: { path: string }) {
  const { countries } = useRules();
  const { value: area } = useRule<AreaDraft>(path);
  const { owner: zone, number } = useRow<ZoneDraft>(path);
  return (
    <div className="rule-area">
      <SelectInput
        path={`${path}.country`}
        label="Country"
        options={[{ value: '', label: 'Choose …' }, { value: '*', label: 'Everywhere else' }, ...countries]}
      />
      <SelectInput path={`${path}.within`} label="Which part of it" options={withinOptions} />
      {area.within !== 'all' && (
        <TextInput
          path={`${path}.values`}
          label={valuesLabels[area.within]}
          hint={valuesHints[area.within]}
        />
      )}
      <p>
        <RemoveButton path={path} what="the place" of={`${number} of ${nameZone(zone)}`} />
      </p>
    </div>
  );
}

const pricedByOptions: SelectOption[] = [
  { value: 'value', label: 'By the value of the parts' },
  { value: 'weight', label: 'By the weight of the parts' },
];

function MethodFields({ path }: { path: string }) {
  const { value: method } = useRule<MethodDraft>(path);
  const zone = nameZone(useRow<ZoneDraft>(path).owner);
  const name = nameMethod(method);
  return (
    <fieldset className="rule-method" aria-label={`${name}, in ${zone}`}>
      <div className="rule-pair">
        <TextInput path={`${path}.name`} label="Delivery method" hint="As in “Home delivery”, “Express”" />
        <SelectInput path={`${path}.pricedBy`} label="Priced" options={pricedByOptions} />
        <TextInput path={`${path}.days.from`} label="Working days, at least" inputMode="numeric" />
        <TextInput path={`${path}.days.to`} label="Working days, at most" inputMode="numeric" />
      </div>
      <div className="grid gap-3">
        <Rows path={`${path}.prices`} row={StepFields} />
        <AddButton path={`${path}.prices`} row={newStep}>
          Another price <span className="sr-only">of {name}</span>
        </AddButton>
      </div>
      <div className="rule-pair">
        <TextInput
          path={`${path}.freeFromCents`}
          label="Free from, $"
          hint="Of the value of the parts; empty: never"
          inputMode="decimal"
        />
        <TextInput
          path={`${path}.maxGrams`}
          label="Up to, grams"
          hint="Heavier orders cannot use it; empty: no limit"
          inputMode="numeric"
        />
      </div>
      <p>
        <RemoveButton path={path} what="the method" of={`${name} in ${zone}`} />
      </p>
    </fieldset>
  );
}

function StepFields({ path }: { path: string }) {
  const { owner: method, number } = useRow<MethodDraft>(path);
  return (
    <div className="grid grid-cols-2 items-start gap-x-5 gap-y-2">
      <TextInput
        path={`${path}.from`}
        label={method.pricedBy === 'weight' ? 'From, grams' : 'From, $'}
        inputMode="decimal"
      />
      <TextInput path={`${path}.priceCents`} label="it costs, $" inputMode="decimal" />
      {method.prices.length > 1 && (
        <p>
          <RemoveButton path={path} what="the price" of={`${number} of ${nameMethod(method)}`} />
        </p>
      )}
    </div>
  );
}

const cutOffHours: SelectOption[] = Array.from({ length: 24 }, (_, index) => ({
  value: String(index + 1),
  label: index === 23 ? 'midnight' : `${index + 1}:00`,
}));

/** What all zones share: the calendar that days are counted by, country and default zone. */
export function CalendarFields() {
  const { draft, countries } = useRules();
  return (
    <section className="panel grid gap-5" aria-label="Days">
      <h3 className="panel-heading">Days</h3>
      <div className="rule-pair">
        <SelectInput
          path="calendar.cutOffHour"
          label="Orders leave on the same day until"
          options={cutOffHours}
        />
        <TextInput path="calendar.timeZone" label="Time zone" hint="As in Asia/Dhaka" list="time-zones" />
        <datalist id="time-zones">
          {Intl.supportedValuesOf('timeZone').map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </div>
      <Weekdays />
      <LinesInput
        path="calendar.holidays"
        label="Holidays"
        hint="One a line, as in 2026-12-25: nothing leaves and nothing arrives."
      />
      <div className="rule-pair">
        <SelectInput path="homeCountry" label="Country that forms begin with" options={countries} />
        <SelectInput
          path="defaultZone"
          label="Default zone"
          hint="Its days are shown to visitors."
          options={draft.zones.flatMap(({ id, name, kind }) =>
            id && kind === 'brought' ? [{ value: id, label: name || id }] : [],
          )}
        />
      </div>
    </section>
  );
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

function Weekdays() {
  const path = 'calendar.workingWeekdays';
  const { value: days, set } = useRule<number[]>(path);
  return (
    <fieldset>
      <legend className="field-label mb-2">Working days</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        {weekdays.map((name, index) => (
          <label key={name} className="tick flex items-center gap-2">
            <input
              type="checkbox"
              checked={days.includes(index + 1)}
              onChange={({ currentTarget }) => {
                const others = days.filter((day) => day !== index + 1);
                set(currentTarget.checked ? [...others, index + 1] : others);
              }}
            />
            <span>{name}</span>
          </label>
        ))}
      </div>
      <RuleMessage path={path} />
    </fieldset>
  );
}

export function WeightFields() {
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
          <TextInput key={category} path={`weights.${category}`} label={label} inputMode="numeric" />
        ))}
      </div>
    </section>
  );
}

export function CarriersFields() {
  return (
    <section className="panel grid gap-5" aria-label="Carriers">
      <div>
        <h3 className="panel-heading">Carriers</h3>
        <p className="muted text-sm">
          Orders and mails link to the carrier’s page for the tracking number. Other carriers can be typed
          when an order is shipped, and have no link.
        </p>
      </div>
      <Rows path="carriers" row={CarrierFields} />
      <AddButton path="carriers" row={newCarrier}>
        Another carrier
      </AddButton>
    </section>
  );
}

function CarrierFields({ path }: { path: string }) {
  const { value: carrier } = useRule<CarrierDraft>(path);
  return (
    <fieldset className="rule-method" aria-label={carrier.name || 'New carrier'}>
      <div className="rule-pair">
        <TextInput path={`${path}.name`} label="Name" />
        <TextInput
          path={`${path}.numbers`}
          label="What its numbers look like"
          hint="# a digit, @ a letter, * either, as in @@#########@@; empty: any"
        />
      </div>
      <TextInput
        path={`${path}.template`}
        label="Address of its page"
        hint="With {number} where the tracking number goes, as in https://www.example.com/track?id={number}"
      />
      <p>
        <RemoveButton path={path} what="the carrier" of={carrier.name} />
      </p>
    </fieldset>
  );
}
