/** Signing in with an OpenID Connect provider, whichever the owner has configured. */
import { genericOAuth } from 'better-auth/plugins';
import type { Database } from '#database/connect.ts';
import { readSettings } from '#database/settings.ts';
import { countGraphemes, takeGraphemes } from '#domain/graphemes.ts';
import * as paths from '#domain/paths.ts';
import { invisibleCharacters, maxNameGraphemes, nameSchema } from '#domain/people/people.ts';
import { resemblesShopName } from '#domain/people/person-names.ts';

/** Source of the issuer's meaning: OpenID Connect Discovery 1.0, section 4. */
export type SocialProvider = { issuer: string; clientId: string; clientSecret: string; name: string };

export const socialProviderId = 'oidc';

export const socialReturnPath = `${paths.logIn}/oidc`;

/** The library's plugin: code flow with PKCE, the ID token verified by the provider's published keys. */
export function socialSignIn(
  db: Database,
  { issuer, clientId, clientSecret, name }: SocialProvider,
  publicUrl: string,
) {
  return genericOAuth({
    config: [
      {
        providerId: socialProviderId,
        name,
        clientId,
        clientSecret,
        discoveryUrl: `${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`,
        requireIdTokenVerification: true,
        redirectURI: publicUrl + socialReturnPath,
        scopes: ['openid', 'email', 'profile'],
        pkce: true,
        mapProfileToUser: async (profile) => {
          const { name: shopName } = await readSettings(db);
          return { name: chooseName(profile, shopName) };
        },
      },
    ],
  });
}

export function chooseName(
  profile: { name?: unknown; given_name?: unknown; email?: unknown },
  shopName: string,
): string {
  const usable = filterUsableNames([profile.name, profile.given_name], shopName);
  const [fallback = 'Customer'] = filterUsableNames([String(profile.email ?? '').split('@')[0]], shopName);
  const isShort = (name: string) => countGraphemes(name) <= maxNameGraphemes;
  const name = takeGraphemes(usable.find(isShort) ?? usable[0] ?? fallback, maxNameGraphemes).toWellFormed();
  return nameSchema.catch('Customer').parse(name);
}

function filterUsableNames(names: unknown[], shopName: string): string[] {
  return names
    .filter((name) => typeof name === 'string')
    .map((name) => name.replace(invisibleCharacters, '').trim())
    .filter((name) => name !== '' && !resemblesShopName(name, shopName));
}
