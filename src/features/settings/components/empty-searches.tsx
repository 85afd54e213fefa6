/** What was searched without a result; each text begins a line of the owner's words. */
import type { EndpointResponse } from '#platform/contract/endpoint.ts';
import type { readSettingsEndpoint } from '#settings/contract/settings.ts';

type Searches = EndpointResponse<typeof readSettingsEndpoint>['emptySearches'];

export default function EmptySearches({ searches }: { searches: Searches }) {
  function beginLine(word: string) {
    const area = document.querySelector('[name=searchWords]') as HTMLTextAreaElement;
    area.value = `${area.value}\n${word} = `.trimStart();
    area.dispatchEvent(new Event('input', { bubbles: true })); // the draft keeps it
    area.focus();
  }
  return (
    <section className="panel mt-8 grid gap-4" aria-label="Searched without a result">
      <div>
        <h3 className="panel-heading">Searched without a result</h3>
        <p className="muted text-sm">At least three times in 90 days. Choose one to say what it means.</p>
      </div>
      <ul className="lines">
        {searches.map(({ text, count }) => (
          <li key={text}>
            <button type="button" className="link py-1" onClick={() => beginLine(text)}>
              {text}
            </button>{' '}
            {count} times
          </li>
        ))}
      </ul>
    </section>
  );
}
