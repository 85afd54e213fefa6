/** Settings → Delivery: zones, methods and prices, days, weights and carriers, as one document. */
import { useState } from 'react';
import { listCountriesEndpoint } from '#delivery/contract/countries.ts';
import { readDeliveryRulesEndpoint, saveDeliveryRulesEndpoint } from '#delivery/contract/delivery-rules.ts';
import { CalendarFields, CarriersFields, WeightFields, ZonesFields } from '#delivery/pages/rule-fields.tsx';
import { RuleFile } from '#delivery/pages/rule-file.tsx';
import { RulesContext, type SelectOption } from '#delivery/pages/rule-inputs.tsx';
import {
  changeDraft,
  makeDraft,
  placeMessages,
  type RulesDraft,
  writeRules,
} from '#delivery/pages/rules-draft.ts';
import type { EndpointResponse } from '#platform/contract/endpoint.ts';
import { callEndpoint, isProblem, type Problem } from '#ui/api/api-client.ts';
import { describePrivatePage } from '#ui/components/page-meta.ts';
import { toast } from '#ui/components/toast.ts';
import { useDraft } from '#ui/session/drafts.ts';
import { callForPage, requirePerson } from '#ui/session/guard.ts';
import type { Route } from './+types/delivery-settings.ts';

export const meta = describePrivatePage(
  'Settings: delivery',
  'Where the shop delivers, what that costs, and on which days.',
);

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requirePerson(request);
  const [stored, { countries }] = await Promise.all([
    callForPage(request, readDeliveryRulesEndpoint, {}),
    callForPage(request, listCountriesEndpoint, {}),
  ]);
  return { stored, countries: countries.map(({ code, name }) => ({ value: code, label: name })) };
}

export default function DeliverySettings({ loaderData: { stored, countries } }: Route.ComponentProps) {
  return (
    <>
      <p className="mb-6">
        Where you deliver, what that costs, and on which days. Orders keep what they were promised.
      </p>
      <RulesForm stored={stored} countries={countries} />
    </>
  );
}

type StoredRules = EndpointResponse<typeof readDeliveryRulesEndpoint>;

function RulesForm({ stored, countries }: { stored: StoredRules; countries: SelectOption[] }) {
  const { draft, seenVersion, messages, problem, isBusy, isChanged, change, replace, save, discard } =
    useTypedRules(stored);
  return (
    <RulesContext value={{ draft, messages, countries, change }}>
      <form
        className="grid gap-5"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <ZonesFields />
        <CalendarFields />
        <WeightFields />
        <CarriersFields />
        <Problems problem={problem} messages={messages} discard={discard} />
        <div className="form-actions">
          <button type="submit" className="btn btn-primary" aria-disabled={isBusy}>
            {isBusy && <span className="spinner" aria-hidden="true" />}
            Save
          </button>
          {isChanged && (
            <button type="button" className="btn" onClick={discard}>
              Discard the changes
            </button>
          )}
        </div>
        <RuleFile
          key={seenVersion} // its note is about what was not saved
          rules={() => writeRules(draft).document}
          onRead={replace}
        />
      </form>
    </RulesContext>
  );
}

/**
 * Not a form of the form library: it reads fields that are in the page, and here those of a choice that was taken back
 * (the places of a zone where parts are collected) keep what was typed.
 */
function useTypedRules(loaded: StoredRules) {
  const [stored, setStored] = useState(loaded);
  const [typed, setTyped] = useDraft<TypedRules | null>('rules-of-delivery', null);
  const { draft, version: seenVersion } = typed ?? { ...stored, draft: makeDraft(stored.rules) };
  const [messages, setMessages] = useState<ReadonlyMap<string, string>>(new Map());
  const [problem, setProblem] = useState<Problem>();
  const [isBusy, setBusy] = useState(false);

  function show(next: RulesDraft): void {
    setTyped({ draft: next, version: seenVersion });
  }

  function forgetProblems(): void {
    setMessages(new Map());
    setProblem(undefined);
  }

  function start({ rules, version }: StoredRules): void {
    setStored({ rules, version });
    setTyped(null);
    forgetProblems();
  }

  async function save(): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    const written = writeRules(draft);
    const body = { version: seenVersion, rules: written.document };
    // wrong values are texts: the shop refuses each with its sentence
    const answer = await callEndpoint(saveDeliveryRulesEndpoint, { body } as never);
    setBusy(false);
    if (!isProblem(answer)) {
      start(answer);
      toast.success('Delivery saved');
      return;
    }
    const placed = new Map([...placeMessages(draft, answer.errors ?? []), ...written.messages]);
    setMessages(placed);
    setProblem(answer);
    focusFirst(placed);
  }

  async function discard(): Promise<void> {
    const answer = await callEndpoint(readDeliveryRulesEndpoint, {});
    if (isProblem(answer)) setProblem(answer);
    else start(answer);
  }

  return {
    ...{ draft, seenVersion, messages, problem, isBusy, save, discard },
    isChanged: JSON.stringify(draft) !== JSON.stringify(makeDraft(stored.rules)),
    change: (path: string, value: unknown) => show(changeDraft(draft, path, value)),
    replace(rules: StoredRules['rules']) {
      show(makeDraft(rules));
      forgetProblems();
    },
  };
}

/** `version`: of the rules that it began with. */
type TypedRules = { draft: RulesDraft; version: number };

/** After the messages are in the page, and their zones open. */
function focusFirst(messages: ReadonlyMap<string, string>): void {
  setTimeout(() => {
    const fields = [...messages.keys()].flatMap((path) => document.getElementById(path) ?? []);
    const [first] = fields.sort((one, other) => (one.compareDocumentPosition(other) & 2 ? 1 : -1));
    first?.focus();
  });
}

type ProblemsProps = Pick<ReturnType<typeof useTypedRules>, 'problem' | 'messages' | 'discard'>;

function Problems({ problem, messages, discard }: ProblemsProps) {
  const isOutdated = problem?.refused === 'changed-meanwhile';
  return (
    <div className="form-problems grid gap-2" aria-live="assertive">
      {problem && !isOutdated && messages.size === 0 && <p className="form-problem">{problem.detail}</p>}
      {messages.size > 0 && (
        <ul className="form-problem grid gap-1">
          {[...messages].map(([path, message]) => (
            <li key={path}>
              <button
                type="button"
                className="link text-start"
                onClick={() => document.getElementById(path)?.focus()}
              >
                {message}
              </button>
            </li>
          ))}
        </ul>
      )}
      {isOutdated && (
        <div className="form-problem">
          <p>
            Somebody else has saved other rules meanwhile, and nothing of yours was saved. What you typed is
            still here: download it as a file below, then{' '}
            <button type="button" className="link" onClick={discard}>
              show what is saved
            </button>
            .
          </p>
        </div>
      )}
    </div>
  );
}
