/** People: roles, permissions, images. */
import type { Refusal } from '#kernel/refusals.ts';

export const roles = ['customer', 'admin'] as const;
export type Role = (typeof roles)[number];

export const personSorts = ['newest', 'oldest'] as const;
export type PersonSort = (typeof personSorts)[number];

export type Viewer = {
  id: string;
  email: string;
  name: string;
  role: Role;
  /** Has shown that the address is theirs. */
  isConfirmed: boolean;
};

export type ViewerRank = 0 | 1 | 2;

/** In which order people are served when places are short: administrators, people with a confirmed address, strangers. */
export function rankViewer({ role, isConfirmed }: Viewer): ViewerRank {
  if (role === 'admin') return 0;
  return isConfirmed ? 1 : 2;
}

export const maxNameGraphemes = 15;

export const nameHint = `At most ${maxNameGraphemes} characters`;

/** For requests that say whose they are: refuses what differs from the viewer, by name. */
export function refuseOtherPerson(
  viewer: { name: string; email: string },
  sent: { name?: string | undefined; email?: string | undefined },
): Refusal | undefined {
  const errors = (['name', 'email'] as const)
    .filter((path) => sent[path] !== undefined && sent[path] !== viewer[path])
    .map((path) => ({ path, message: `You are logged in as “${viewer[path]}”` }));
  return errors.length > 0 ? { refused: 'not-allowed', errors } : undefined;
}

export const defaultPersonImage = 'avatar-somebody';

export function choosePersonImage(image: string | null): string {
  return image ?? `/pictures/${defaultPersonImage}-128.jpg`;
}
