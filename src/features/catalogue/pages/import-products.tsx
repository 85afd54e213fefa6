/** Import Products: an administrator chooses a file, sees what its import would do, and confirms it. */
import { type ChangeEvent, useState } from 'react';
import { confirmImportEndpoint, previewImportEndpoint } from '#catalogue/contract/imports.ts';
import {
  describeCounts,
  ImportPreview,
  type Preview,
  RefusedRows,
} from '#catalogue/pages/import-preview.tsx';
import { categoryOptions } from '#catalogue/rules/category-options.ts';
import type { Category } from '#catalogue/rules/parts.ts';
import { countWords, formatNumber } from '#kernel/words.ts';
import { callEndpoint, isProblem, type Problem } from '#ui/api/api-client.ts';
import { AsyncButton } from '#ui/components/action-button.tsx';
import { FormProblem } from '#ui/components/form.tsx';
import { Notice } from '#ui/components/notice.tsx';
import { describePrivatePage } from '#ui/components/page-meta.ts';
import { toast } from '#ui/components/toast.ts';

const heading = 'Import Products';

export const meta = describePrivatePage(heading, 'Add and change many parts with one file.');

export default function ImportProducts() {
  const { chosen, step, isBusy, choose, preview, permit, confirm } = useImport();
  return (
    <section>
      <h2 className="dashboard-heading">{heading}</h2>
      <div className="grid max-w-2xl gap-5">
        <p>
          A list of parts as CSV or JSON Lines, or records of the BuildCores OpenDB. Rows with the SKU of a
          part change it, other rows add parts. Nothing is written before you have seen what would change.
        </p>
        <ImportFields chosen={chosen} choose={choose} />
        <FormProblem errors={step.problems} />
        <div className="form-actions">
          <AsyncButton
            className={step.preview ? 'btn' : 'btn btn-primary'}
            onPress={preview}
            disabled={!chosen.file}
          >
            {step.preview ? 'Preview again' : 'Preview'}
          </AsyncButton>
          {step.preview && canImport(step.preview) && (
            <AsyncButton className="btn btn-primary" onPress={confirm}>
              {`Import ${countWords(step.preview.added + step.preview.updated, 'part')}`}
            </AsyncButton>
          )}
          <span role="status">{isBusy && 'Reading the file …'}</span>
        </div>
        {step.done && (
          <Notice kind="success" role="status">
            <p>Imported. {describeCounts(step.done)}</p>
          </Notice>
        )}
        {step.preview && (
          <PricePermissions preview={step.preview} allowed={chosen.allowed} permit={permit} isBusy={isBusy} />
        )}
        {step.preview && !canImport(step.preview) && (
          <Notice kind="info">
            <p>There is nothing to import: this file adds and changes no part.</p>
          </Notice>
        )}
      </div>
      {step.preview && <ImportPreview preview={step.preview} />}
      {step.done && (
        <div className="mt-6">
          <RefusedRows preview={step.done} />
        </div>
      )}
    </section>
  );
}

type Chosen = {
  file?: File | undefined;
  category: Category | '';
  isPriceList: boolean;
  allowed: Allowed;
};

type Step = { preview?: Preview; done?: Preview; problems?: string[] };

function useImport() {
  const [chosen, setChosen] = useState<Chosen>({ category: '', isPriceList: false, allowed: {} });
  const [step, setStep] = useState<Step>({});
  const [isBusy, setBusy] = useState(false);

  async function send(run: (file: File) => Promise<Step>): Promise<void> {
    if (!chosen.file) return;
    setBusy(true);
    setStep(await run(chosen.file));
    setBusy(false);
  }

  const makeQuery = ({ category, isPriceList, allowed }: Chosen) => ({
    ...(category && { category }),
    ...(isPriceList && { only: 'prices' as const }),
    ...allowed,
  });

  async function ask(file: File, options = chosen, problems: string[] = []): Promise<Step> {
    const query = makeQuery(options);
    const answer = await callEndpoint(previewImportEndpoint, { query, upload: file });
    return isProblem(answer)
      ? { problems: [...problems, ...explain(answer)] }
      : { preview: answer, problems };
  }

  return {
    chosen,
    step,
    isBusy,
    choose(change: Partial<Chosen>) {
      setChosen({ ...chosen, ...change, allowed: {} });
      setStep({});
    },
    preview: () => send((file) => ask(file)),
    /** Shows what the import does then. */
    permit(change: Allowed) {
      const permitted = { ...chosen, allowed: { ...chosen.allowed, ...change } };
      setChosen(permitted);
      return send((file) => ask(file, permitted));
    },
    confirm: () =>
      send(async (file) => {
        const hash = step.preview?.hash ?? '';
        const answer = await callEndpoint(confirmImportEndpoint, {
          query: { ...makeQuery(chosen), hash },
          upload: file,
        });
        if (!isProblem(answer)) {
          toast.success('Parts imported');
          return { done: answer };
        }
        if (answer.refused === 'import-differs') return await ask(file, chosen, [answer.detail]);
        return { ...step, problems: explain(answer) };
      }),
  };
}

function ImportFields({ chosen, choose }: { chosen: Chosen; choose: (change: Partial<Chosen>) => void }) {
  /** Kept in memory: a file that is saved again meanwhile could not be sent. */
  async function chooseFile({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const [file] = currentTarget.files ?? [];
    choose({ file: file && new File([await file.arrayBuffer()], file.name) });
  }
  return (
    <div className="form form-pair">
      <div className="field">
        <label className="field-label" htmlFor="import-file">
          File
        </label>
        <input
          id="import-file"
          type="file"
          accept=".csv,.tsv,.jsonl,.ndjson,.json,.txt"
          className="file-input w-full"
          onChange={chooseFile}
        />
      </div>
      <div className="field">
        <label className="field-label" htmlFor="import-category">
          Category of rows that name none
        </label>
        <select
          id="import-category"
          className="select w-full"
          value={chosen.category}
          onChange={({ currentTarget }) => choose({ category: currentTarget.value as Category | '' })}
        >
          <option value="">From the file</option>
          {categoryOptions.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <label className="flex items-center gap-2">
        <input
          type="checkbox"
          checked={chosen.isPriceList}
          onChange={({ currentTarget }) => choose({ isPriceList: currentTarget.checked })}
        />
        <span>Only prices and stock, of parts that the shop has</span>
      </label>
    </div>
  );
}

function canImport({ added, updated }: Preview): boolean {
  return added + updated > 0;
}

function explain({ detail, refused }: Problem): string[] {
  return refused === 'not-signed-in'
    ? [detail, 'Nothing that you typed is lost: you can send it again.']
    : [detail];
}

/** As the endpoints take it. */
type Allowed = { jumps?: 'allow' | undefined; removals?: 'allow' | undefined };

function PricePermissions({
  preview: { jumps, removals },
  allowed,
  permit,
  isBusy,
}: {
  preview: Preview;
  allowed: Allowed;
  permit: (change: Allowed) => void;
  isBusy: boolean;
}) {
  const ticks = [
    ['jumps', jumps, 'that jumps', 'that jump'],
    ['removals', removals, 'that the file takes away', 'that the file takes away'],
  ] as const;
  return ticks.map(([kind, count, one, several]) =>
    count === 0 ? null : (
      <label key={kind} className="flex items-center gap-2">
        <input
          type="checkbox"
          checked={allowed[kind] === 'allow'}
          disabled={isBusy}
          onChange={({ currentTarget }) => permit({ [kind]: currentTarget.checked ? 'allow' : undefined })}
        />
        <span>
          Import also {count === 1 ? `the price ${one}` : `the ${formatNumber(count)} prices ${several}`}:
          without this tick {count === 1 ? 'it stays as it is' : 'they stay as they are'}
        </span>
      </label>
    ),
  );
}
