/** The API's description as tests read it: with what its references lead to in their places. */
export function dereference<Description extends object>(description: Description): Description {
  const resolve = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(resolve);
    if (typeof node !== 'object' || node === null) return node;
    const { $ref, ...others } = node as { $ref?: string };
    const resolved = Object.fromEntries(Object.entries(others).map(([key, value]) => [key, resolve(value)]));
    return $ref ? { ...(resolve(lookUp(description, $ref)) as object), ...resolved } : resolved;
  };
  return resolve(description) as Description;
}

export function lookUp(description: object, reference: string): unknown {
  return reference
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((node, name) => (node as Record<string, unknown> | undefined)?.[name], description);
}
