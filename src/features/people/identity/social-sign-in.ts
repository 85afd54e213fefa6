/** Signing in with an OpenID Connect provider, whichever the owner has configured. */
import { genericOAuth } from 'better-auth/plugins';
import { invisibleCharacters } from '#kernel/fields.ts';
import { countGraphemes, takeGraphemes } from '#kernel/graphemes.ts';
import { imageAddress } from '#kernel/image-address.ts';
import * as paths from '#kernel/paths.ts';
import { maxNameGraphemes } from '#kernel/people.ts';
import { emailSchema, nameSchema } from '#kernel/person-fields.ts';
import { resemblesShopName } from '#people/rules/person-names.ts';
import type { Database } from '#platform/database/connect.ts';
import { readSettings } from '#settings/database/settings.ts';

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
          return mapProfile(profile, shopName);
        },
      },
    ],
  });
}

/**
 * Everything that the library takes of a profile, so that no claim gets into an account by its name. An address is
 * confirmed only by the boolean true: many providers send none, and text may say "false".
 */
export function mapProfile(profile: Record<string, unknown>, shopName: string) {
  const { email, picture } = profile;
  return {
    name: chooseName(profile, shopName),
    email: typeof email === 'string' && isPlainEmail(email) ? email : undefined,
    emailVerified: profile.email_verified === true,
    image: typeof picture === 'string' && isImageAddress(picture) ? picture : undefined,
  };
}

/** Letters outside of ASCII may become others in lower case: the Kelvin sign is a k then. */
function isPlainEmail(email: string): boolean {
  return /^[\x21-\x7e]+$/.test(email) && emailSchema.safeParse(email).success;
}

function isImageAddress(picture: string): boolean {
  return picture.startsWith('https://') && imageAddress('').safeParse(picture).success;
}

/** The last check before a log-in gets into an account that exists, of the claim itself, however the library has read it. */
export function refuseUnconfirmedLink({
  source: { action, oauth },
}: {
  source: { action: string; oauth?: { profile?: Record<string, unknown> | undefined } | undefined };
}) {
  const isRefused = action === 'link-account' && oauth?.profile?.email_verified !== true;
  return isRefused ? { error: 'account_not_linked' } : undefined;
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
