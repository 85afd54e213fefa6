/** Notices about the shop’s settings, on every page; `html[data-administrator]` shows them. */
import { Notice } from '#web/ui/notice.tsx';

export function AdministratorNotices({ notices }: { notices: string[] }) {
  if (notices.length === 0) return null;
  return (
    <aside
      className="wrap not-printed grid gap-2 pt-3"
      data-for="administrator"
      aria-label="Notices for administrators"
    >
      {notices.map((sentence) => (
        <Notice key={sentence} kind="warning">
          {sentence}
        </Notice>
      ))}
    </aside>
  );
}
