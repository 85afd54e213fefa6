/** The names of the carriers that the owner has set up, to be chosen in a field with `list="carriers"`. */
import { useEffect, useState } from 'react';
import { readDeliveryRulesEndpoint } from '#delivery/contract/delivery-rules.ts';
import { callEndpoint, isProblem } from '#ui/api/api-client.ts';

export function CarrierNames() {
  const [names, setNames] = useState<string[]>([]);
  useEffect(() => {
    void callEndpoint(readDeliveryRulesEndpoint, {}).then((answer) => {
      // without them the name can be typed
      if (!isProblem(answer)) setNames(answer.rules.carriers.map(({ name }) => name));
    });
  }, []);
  return (
    <datalist id="carriers">
      {names.map((name) => (
        <option key={name} value={name} />
      ))}
    </datalist>
  );
}
