/** The inputs of the rules of delivery: each shows and changes what is at its path, and the message for it. */
import Plus from 'lucide:plus';
import { type ComponentType, createContext, type ReactNode, useContext, useEffect, useId } from 'react';
import { type RulesDraft, readPath } from '#delivery/pages/rules-draft.ts';
import { isFocusLost } from '#ui/components/focus.ts';
import { Icon } from '#ui/components/icons.tsx';

export type SelectOption = { value: string; label: string };

export type TypedRules = {
  draft: RulesDraft;
  /** By path: 'zones.0.name'. */
  messages: ReadonlyMap<string, string>;
  countries: readonly SelectOption[];
  change: (path: string, value: unknown) => void;
};

export const RulesContext = createContext<TypedRules | null>(null);

export function useRules(): TypedRules {
  const rules = useContext(RulesContext);
  if (!rules) throw new Error('These fields belong into the form of the rules of delivery.');
  return rules;
}

export function useRule<Value = string>(path: string) {
  const { draft, change } = useRules();
  const value = readPath(draft, path.split('.')) as Value;
  return { value, set: (changed: Value) => change(path, changed) };
}

type InputProps = { path: string; label: string; hint?: string | undefined };

export function TextInput({
  list,
  inputMode,
  ...field
}: InputProps & { list?: string; inputMode?: 'numeric' | 'decimal' }) {
  return (
    <RuleField {...field}>
      {(attributes) => (
        <input
          {...attributes}
          className="input w-full aria-invalid:input-error"
          {...{ list, inputMode }}
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
        <textarea {...attributes} className="textarea w-full aria-invalid:textarea-error" rows={rows} />
      )}
    </RuleField>
  );
}

export function SelectInput({ options, ...field }: InputProps & { options: readonly SelectOption[] }) {
  return (
    <RuleField {...field}>
      {(attributes) => (
        <select {...attributes} className="select w-full aria-invalid:select-error">
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
  value: string;
  onChange: (event: { currentTarget: { value: string } }) => void;
};

function RuleField({
  path,
  label,
  hint,
  children,
}: InputProps & { children: (attributes: FieldAttributes) => ReactNode }) {
  const message = useRules().messages.get(path);
  const { value = '', set } = useRule<string | undefined>(path);
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
        value,
        onChange: ({ currentTarget }) => set(currentTarget.value),
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
  return (
    <p className="field-message" id={`${path}-message`}>
      {useRules().messages.get(path)}
    </p>
  );
}

/** The rows of the list at the path, and its message. */
export function Rows({ path, row: Row }: { path: string; row: ComponentType<{ path: string }> }) {
  const { value: rows } = useRule<unknown[]>(path);
  return (
    <>
      {rows.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: new rows have no id yet, and their fields no state
        <Row key={index} path={`${path}.${index}`} />
      ))}
      <RuleMessage path={path} />
    </>
  );
}

/** What the list of a row belongs to, and the number of the row in it, from 1. */
export function useRow<Owner>(path: string) {
  const { list, index } = splitRowPath(path);
  const { value: owner } = useRule<Owner>(list.slice(0, list.lastIndexOf('.')));
  return { owner, number: index + 1 };
}

function splitRowPath(path: string): { list: string; index: number } {
  const end = path.lastIndexOf('.');
  return { list: path.slice(0, end), index: Number(path.slice(end + 1)) };
}

export function AddButton({ path, row, children }: { path: string; row: unknown; children: ReactNode }) {
  const { value: rows, set } = useRule<unknown[]>(path);
  return (
    <p>
      <button
        type="button"
        id={nameAddButton(path)}
        className="btn btn-sm"
        onClick={() => set([...rows, row])}
      >
        <Icon of={Plus} /> {children}
      </button>
    </p>
  );
}

const nameAddButton = (list: string) => `${list}-add`;

/** Removes the row at the path; of the last one the focus goes to the button that adds another. `what`: 'the zone'; `of`: which one, for screen readers. */
export function RemoveButton({ path, what, of }: { path: string; what: string; of: string }) {
  const { list, index } = splitRowPath(path);
  const { value: rows, set } = useRule<unknown[]>(list);
  useEffect(
    () => () => {
      if (isFocusLost()) document.getElementById(nameAddButton(list))?.focus();
    },
    [list],
  );
  return (
    <button type="button" className="btn btn-sm" onClick={() => set(rows.toSpliced(index, 1))}>
      Remove {what} <span className="sr-only">{of}</span>
    </button>
  );
}
