/** What a visitor has typed into a form is the person's who logs in in this tab. */
import { readPerson } from '#web/people/session.ts';
import { formatDraftKey } from '#web/ui/form-draft.ts';

/** Leaves out empty fields: the person's own address may be known. */
export function adoptVisitorDraft(name: string): void {
  const person = readPerson();
  if (!person) return;
  try {
    const key = formatDraftKey(undefined, name);
    const fields = JSON.parse(sessionStorage.getItem(key) ?? '[]') as [string, unknown][];
    sessionStorage.removeItem(key);
    const filled = fields.filter(([, value]) => value !== '');
    if (filled.length > 0) sessionStorage.setItem(formatDraftKey(person.email, name), JSON.stringify(filled));
  } catch {} // storage is full or disabled
}
