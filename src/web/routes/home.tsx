/** The home page. */

import { readHome } from '#web/routes/home.server.ts';
import type { Route } from './+types/home.ts';

export const handle = { isPublic: true };

export function loader({ context }: Route.LoaderArgs) {
  return readHome(context);
}

export default function Home({ loaderData: { parts } }: Route.ComponentProps) {
  return (
    <main>
      <h1>COMPACT</h1>
      {parts.map((part) => (
        <p key={part._id}>{part.name}</p>
      ))}
    </main>
  );
}
