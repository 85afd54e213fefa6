/** The specification of a part: fields in groups, each with its unit and an explanation. */
import type { SpecificationGroup } from '#web/catalogue/part/part-view.ts';

export function SpecificationTable({ groups }: { groups: readonly SpecificationGroup[] }) {
  if (groups.length === 0) return null;
  return (
    <section className="about-part" aria-labelledby="specification">
      <h2 className="text-xl" id="specification">
        Specification
      </h2>
      <div>
        {groups.map(({ group, rows }) => (
          <div key={group} className="specification">
            <h3>{group}</h3>
            <dl>
              {rows.map(({ field, label, value, explanation, derivedFrom }) => (
                <div key={field}>
                  <dt>{label}</dt>
                  <dd className="specification-value">{value}</dd>
                  {explanation && (
                    <dd className="specification-word">
                      {explanation}
                      {derivedFrom && ` We derived it from ${derivedFrom}.`}
                    </dd>
                  )}
                </div>
              ))}
            </dl>
          </div>
        ))}
      </div>
    </section>
  );
}
