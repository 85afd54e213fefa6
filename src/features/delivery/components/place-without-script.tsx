/** Without a script: asks where the parts go, and shows what delivery costs there. */
import {
  type AddressForm,
  describeField,
  isPostcodeRequired,
  type Quote,
  requirePostcode,
  type ShownField,
} from '#delivery/components/delivery-view.ts';
import { MethodList } from '#delivery/components/method-choice.tsx';
import { placeFieldNames } from '#delivery/rules/address-fields.ts';
import { isProblem, type Problem } from '#ui/api/api-client.ts';

type PlaceProps = { form: AddressForm; quote: Quote | Problem | undefined };

/** It asks for no more than the price depends on, because it stands in the address of the page. */
export function PlaceWithoutScript({
  form: { countries, deliveredTo, values, fields: known },
  quote,
}: PlaceProps) {
  if (!import.meta.env.SSR) return <noscript />; // not sent to browsers
  const fields = isPostcodeRequired(quote) ? requirePostcode(known) : known;
  return (
    <noscript>
      <section className="checkout-place">
        <h2 className="text-xl">Delivery</h2>
        <form method="get" className="address-fields">
          <label className="field">
            <span className="field-label">Country</span>
            <select name="country" className="select w-full" defaultValue={values.country}>
              {(deliveredTo ?? countries).map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          {fields
            .filter(({ name }) => placeFieldNames.some((placeName) => placeName === name))
            .map((field) => (
              <PlaceField key={field.name} field={field} value={values[field.name]} />
            ))}
          <button type="submit" className="btn">
            Show delivery there
          </button>
        </form>
        {isProblem(quote) && <p>{quote.detail}</p>}
        {quote && !isProblem(quote) && <MethodList methods={quote.methods} />}
      </section>
    </noscript>
  );
}

function PlaceField({ field, value }: { field: ShownField; value: string | undefined }) {
  const { name, label, options } = field;
  const hint = describeField(field);
  const id = `place-${name}`;
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {options ? (
        <select id={id} name={name} className="select w-full" defaultValue={value}>
          <option value="">Choose …</option>
          {options.map(({ code, name: region }) => (
            <option key={code} value={code}>
              {region}
            </option>
          ))}
        </select>
      ) : (
        <input
          id={id}
          name={name}
          className="input w-full"
          defaultValue={value}
          aria-describedby={hint && `${id}-hint`}
        />
      )}
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
