/** The style guide at `/dev/style`: every component in every state, only for requests from this machine. */
import { data } from 'react-router';
import { Controls } from '#app/pages/style-guide/controls.tsx';
import { Pieces } from '#app/pages/style-guide/pieces.tsx';
import stylesheet from '#app/pages/style-guide/style-guide.css?url';
import { Tokens } from '#app/pages/style-guide/tokens.tsx';
import { describePrivatePage } from '#ui/components/page-meta.ts';
import { pageContext } from '#ui/layout/page-context.server.ts';
import type { Route } from './+types/style.ts';

export const meta = describePrivatePage('Style guide', 'Every component of the shop in every state.');

export const links = () => [{ rel: 'stylesheet', href: stylesheet }];

export function loader({ context }: Route.LoaderArgs) {
  if (context.get(pageContext).isLocalRequest) return null;
  throw data({ detail: 'There is no page at this address.' }, { status: 404 });
}

export default function StyleGuide() {
  return (
    <div className="wrap pt-8">
      <h1 className="text-4xl">Style guide</h1>
      <p className="mt-4 max-w-[62ch] text-lg">
        Every component in every state. The reasons are in <code>docs/design-language.md</code>.
      </p>
      <Tokens />
      <Controls />
      <Pieces />
    </div>
  );
}
