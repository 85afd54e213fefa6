/** The fields that all zones share: default zone, country, and the calendar that days are counted by. */
import {
  LinesInput,
  RuleMessage,
  SelectInput,
  type SelectOption,
  TextInput,
} from '#web/settings/delivery/rule-inputs.tsx';
import type { RulesDraft } from '#web/settings/delivery/rules-draft.ts';

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

const cutOffHours: SelectOption[] = Array.from({ length: 24 }, (_, index) => ({
  value: String(index + 1),
  label: index === 23 ? 'midnight' : `${index + 1}:00`,
}));

type CalendarProps = {
  draft: RulesDraft;
  countries: readonly SelectOption[];
  onChange: (change: Partial<RulesDraft>) => void;
};

export function CalendarFields({ draft, countries, onChange }: CalendarProps) {
  return (
    <section className="panel grid gap-5" aria-label="Days">
      <h3 className="panel-heading">Days</h3>
      <div className="rule-pair">
        <SelectInput
          path="calendar.cutOffHour"
          label="Orders leave on the same day until"
          value={draft.cutOffHour}
          options={cutOffHours}
          onChange={(cutOffHour) => onChange({ cutOffHour })}
        />
        <TextInput
          path="calendar.timeZone"
          label="Time zone"
          hint="As in Asia/Dhaka"
          list="time-zones"
          value={draft.timeZone}
          onChange={(timeZone) => onChange({ timeZone })}
        />
        <datalist id="time-zones">
          {Intl.supportedValuesOf('timeZone').map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </div>
      <Weekdays days={draft.weekdays} onChange={(weekdays) => onChange({ weekdays })} />
      <LinesInput
        path="calendar.holidays"
        label="Holidays"
        hint="One a line, as in 2026-12-25: nothing leaves and nothing arrives."
        value={draft.holidays}
        onChange={(holidays) => onChange({ holidays })}
      />
      <DefaultPlaces draft={draft} countries={countries} onChange={onChange} />
    </section>
  );
}

function DefaultPlaces({ draft, countries, onChange }: CalendarProps) {
  return (
    <div className="rule-pair">
      <SelectInput
        path="homeCountry"
        label="Country that forms begin with"
        value={draft.homeCountry}
        options={countries}
        onChange={(homeCountry) => onChange({ homeCountry })}
      />
      <SelectInput
        path="defaultZone"
        label="Default zone"
        hint="Its days are shown to visitors."
        value={draft.defaultZone}
        options={draft.zones.flatMap(({ id, name, isPickUp }) =>
          id && !isPickUp ? [{ value: id, label: name || id }] : [],
        )}
        onChange={(defaultZone) => onChange({ defaultZone })}
      />
    </div>
  );
}

type WeekdaysProps = { days: readonly number[]; onChange: (days: number[]) => void };

function Weekdays({ days, onChange }: WeekdaysProps) {
  return (
    <fieldset>
      <legend className="field-label mb-2">Working days</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        {weekdays.map((name, index) => (
          <label key={name} className="tick flex items-center gap-2">
            <input
              type="checkbox"
              checked={days.includes(index + 1)}
              onChange={({ currentTarget }) => onChange(toggle(days, index + 1, currentTarget.checked))}
            />
            <span>{name}</span>
          </label>
        ))}
      </div>
      <RuleMessage path="calendar.workingWeekdays" />
    </fieldset>
  );
}

function toggle(days: readonly number[], day: number, isOn: boolean): number[] {
  return isOn ? [...days, day] : days.filter((each) => each !== day);
}
