/** The inputs of the rules of delivery: each shows the message for its path in the rules. */
import Plus from 'lucide-react/icons/plus';
import { createContext, type ReactNode, useContext, useId } from 'react';
import { Icon } from '#web/ui/icons.tsx';

/** By path: 'zones.0.name'. */
export const MessagesContext = createContext<ReadonlyMap<string, string>>(new Map());

type InputProps = {
  path: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
  hint?: string | undefined;
};

export function TextInput({
  list,
  inputMode,
  placeholder,
  ...field
}: InputProps & { list?: string; inputMode?: 'numeric' | 'decimal'; placeholder?: string | undefined }) {
  return (
    <RuleField {...field}>
      {(attributes) => (
        <input
          {...attributes}
          className="input w-full aria-invalid:input-error"
          value={field.value}
          onChange={({ currentTarget }) => field.onChange(currentTarget.value)}
          {...{ list, inputMode, placeholder }}
          autoComplete="off"
        />
      )}
    </RuleField>
  );
}

export function LinesInput({ rows = 3, ...field }: InputProps & { rows?: number }) {
  return (
    <RuleField {...field}>
      {(attributes) => (
        <textarea
          {...attributes}
          className="textarea w-full aria-invalid:textarea-error"
          rows={rows}
          value={field.value}
          onChange={({ currentTarget }) => field.onChange(currentTarget.value)}
        />
      )}
    </RuleField>
  );
}

export type SelectOption = { value: string; label: string };

export function SelectInput({ options, ...field }: InputProps & { options: readonly SelectOption[] }) {
  return (
    <RuleField {...field}>
      {(attributes) => (
        <select
          {...attributes}
          className="select w-full aria-invalid:select-error"
          value={field.value}
          onChange={({ currentTarget }) => field.onChange(currentTarget.value)}
        >
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </RuleField>
  );
}

type FieldAttributes = {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
};

function RuleField({
  path,
  label,
  hint,
  children,
}: Omit<InputProps, 'value' | 'onChange'> & { children: (attributes: FieldAttributes) => ReactNode }) {
  const message = useContext(MessagesContext).get(path);
  const hintId = useId();
  return (
    <div className="field">
      <label className="field-label" htmlFor={path}>
        {label}
      </label>
      {children({
        id: path,
        'aria-invalid': message ? true : undefined,
        'aria-describedby':
          [hint && hintId, message && `${path}-message`].filter(Boolean).join(' ') || undefined,
      })}
      {hint && (
        <p className="field-hint" id={hintId}>
          {hint}
        </p>
      )}
      <RuleMessage path={path} />
    </div>
  );
}

/** Also of what is no single field. */
export function RuleMessage({ path }: { path: string }) {
  const message = useContext(MessagesContext).get(path);
  return (
    <p className="field-message" id={`${path}-message`}>
      {message}
    </p>
  );
}

export function AddButton({ children, onPress }: { children: ReactNode; onPress: () => void }) {
  return (
    <p>
      <button type="button" className="btn btn-sm" onClick={onPress}>
        <Icon of={Plus} /> {children}
      </button>
    </p>
  );
}

/** `what`: 'the zone'; `of`: which one, for screen readers. */
export function RemoveButton({ what, of, onPress }: { what: string; of: string; onPress: () => void }) {
  return (
    <button type="button" className="btn btn-sm" onClick={onPress}>
      Remove {what} <span className="sr-only">{of}</span>
    </button>
  );
}
