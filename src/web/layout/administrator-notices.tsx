/** Where the small script puts what administrators should know; `html[data-administrator]` shows it. */

/** The empty text node: hydration keeps what the script has put here. */
export function AdministratorNotices() {
  return (
    <aside
      className="wrap not-printed grid gap-2 pt-3 empty:hidden"
      data-for="administrator"
      data-notices
      aria-label="Notices for administrators"
      suppressHydrationWarning
    >
      {''}
    </aside>
  );
}
