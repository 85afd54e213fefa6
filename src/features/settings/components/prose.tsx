/** Shows what an administrator has written: elements of our own, never their HTML. */
import { createElement, type ReactNode } from 'react';
import type { ProseNode } from '#settings/rules/prose.ts';

export function Prose({ of: nodes, className }: { of: readonly ProseNode[]; className: string }) {
  return (
    <div className={className}>
      <Nodes of={nodes} />
    </div>
  );
}

function Nodes({ of: nodes }: { of: readonly ProseNode[] }): ReactNode {
  return nodes.map((node, index) => {
    if (typeof node === 'string') return node;
    const { tag, to, start, inside } = node;
    const attributes = { key: index, ...(to && { href: to }), ...(start !== undefined && { start }) };
    return tag === 'br' || tag === 'hr'
      ? createElement(tag, attributes)
      : createElement(tag, attributes, <Nodes of={inside} />);
  });
}
