/** The rules of delivery as a file: downloaded as they are on the page, or read into it. */
import { useState } from 'react';
import type { readDeliveryRulesEndpoint } from '#delivery/contract/delivery-rules.ts';
import type { EndpointResponse } from '#platform/contract/endpoint.ts';
import { saveFile } from '#ui/api/download-file.ts';

type Rules = EndpointResponse<typeof readDeliveryRulesEndpoint>['rules'];

const maxFileBytes = 1_000_000;

export function RuleFile({ rules, onRead }: { rules: () => unknown; onRead: (rules: Rules) => void }) {
  const [note, setNote] = useState<{ text: string; isProblem: boolean }>();

  async function read(input: HTMLInputElement): Promise<void> {
    const [file] = input.files ?? [];
    if (!file) return;
    try {
      if (file.size > maxFileBytes) throw new Error('too large');
      onRead(readRules(JSON.parse(await file.text())));
      setNote({
        text: 'The rules of the file are on this page now. Nothing is saved yet.',
        isProblem: false,
      });
    } catch {
      setNote({ text: 'This is not a file of rules of delivery: nothing was changed.', isProblem: true });
    }
    input.value = ''; // the same file can be chosen again
  }

  return (
    <section className="panel grid gap-5" aria-label="File">
      <div>
        <h3 className="panel-heading">As a file</h3>
        <p className="muted text-sm">To keep the rules, or to bring them to another shop.</p>
      </div>
      <p>
        <button type="button" className="btn" onClick={() => download(rules())}>
          Download the rules
        </button>
      </p>
      <div className="field">
        <label className="field-label" htmlFor="rule-file">
          Read rules from a file
        </label>
        <input
          id="rule-file"
          type="file"
          accept=".json"
          className="file-input w-full"
          onChange={({ currentTarget }) => read(currentTarget)}
        />
        <p className={note?.isProblem ? 'field-message' : 'field-hint'} role="status">
          {note?.text}
        </p>
      </div>
    </section>
  );
}

/** Also as the API answers them, with their version. Whether the values are possible, the shop says when they are saved. */
function readRules(document: unknown): Rules {
  const { rules = document } = document as { rules?: unknown };
  const { zones, calendar, weights = {}, carriers = [] } = rules as Rules;
  const isComplete =
    zones.every(
      ({ areas, methods }) => Array.isArray(areas) && methods.every(({ prices, days }) => prices && days),
    ) &&
    Array.isArray(calendar.workingWeekdays) &&
    Array.isArray(calendar.holidays);
  if (!isComplete) throw new Error('incomplete');
  return { ...(rules as Rules), weights, carriers };
}

function download(rules: unknown): void {
  const text = `${JSON.stringify(rules, undefined, 2)}\n`;
  saveFile('delivery-rules.json', new Blob([text], { type: 'application/json' }));
}
