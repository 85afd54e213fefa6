/** The choice of a delivery method, each with its price and its days. */
import { explainNoMethod, type Method, selectMethods } from '#delivery/components/delivery-view.ts';
import type { Delivery } from '#delivery/components/use-delivery.ts';
import { describeArrival, describePrice } from '#delivery/rules/promise-wording.ts';
import { isProblem } from '#ui/api/api-client.ts';

export function MethodChoice({ delivery }: { delivery: Delivery }) {
  const { quote, isCollected, isCurrent, ask, method: chosen, setKey } = delivery;
  const methods = selectMethods(quote, isCollected);
  return (
    <fieldset className="methods grid grid-cols-1 gap-2" aria-busy={!isCurrent}>
      <legend className="field-label mb-2">{isCollected ? 'Collect from' : 'Delivery method'}</legend>
      {methods.map((method) => (
        <label key={method.key} className="method">
          <input
            type="radio"
            name="delivery-method"
            form="none"
            checked={method === chosen}
            onChange={() => setKey(method.key)}
          />
          <MethodFacts method={method} />
        </label>
      ))}
      <div aria-live="polite">
        {isProblem(quote) && (
          <p className="form-problem">
            <span>
              {quote.detail}{' '}
              {!quote.refused && (
                <button type="button" className="link" onClick={ask}>
                  Try again
                </button>
              )}
            </span>
          </p>
        )}
        {quote && !isProblem(quote) && methods.length === 0 && (
          <p className="form-problem">{explainNoMethod(isCollected)}</p>
        )}
      </div>
    </fieldset>
  );
}

function MethodFacts({ method }: { method: Method }) {
  return (
    <>
      <span className="method-words grid wrap-anywhere">
        <strong>{method.name}</strong>
        {method.pickUpAt !== null && <span className="whitespace-pre-line">{method.pickUpAt}</span>}
        <span className="muted">{describeArrival(method)}</span>
      </span>
      <span className="font-semibold tabular-nums">{describePrice(method)}</span>
    </>
  );
}

/** Without a script: all methods, and nothing to choose. */
export function MethodList({ methods }: { methods: Method[] }) {
  return (
    <ul className="methods grid grid-cols-1 gap-2">
      {methods.map((method) => (
        <li key={method.key} className="method">
          <MethodFacts method={method} />
        </li>
      ))}
    </ul>
  );
}
