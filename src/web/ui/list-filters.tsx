/** Filters of lists for administrators: days and customer, folded until one is set. */
import { useSearchParams } from 'react-router';

export function ListFilters({ hasCustomer }: { hasCustomer?: true }) {
  const [search] = useSearchParams();
  const fields = [
    { name: 'from', label: 'From', type: 'date' },
    { name: 'to', label: 'To', type: 'date' },
    ...(hasCustomer ? [{ name: 'customer', label: 'Customer', type: 'search' }] : []),
  ];
  return (
    <details className="list-filters" open={fields.some(({ name }) => search.has(name))}>
      <summary className="btn">More filters</summary>
      {fields.map(({ name, label, type }) => (
        <label key={name}>
          <span>{label}</span>
          <input
            className="input w-full"
            type={type}
            name={name}
            defaultValue={search.get(name) ?? ''}
            {...(type === 'date' ? { min: '1970-01-01', max: '9999-12-31' } : { maxLength: 100 })}
          />
        </label>
      ))}
    </details>
  );
}
