/** Access tokens: short-lived proof of a session, checked against the database on every call. */
import { jwtVerify, SignJWT } from 'jose';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Viewer } from '#kernel/people.ts';
import { type Database, runCompiled } from '#platform/database/connect.ts';
import { prepared } from '#platform/database/lend-client.ts';
import { shareTurn } from '#platform/database/share-turn.ts';

/** The browser renews the token while the session lives. */
export const tokenLifetimeSeconds = 15 * 60;

export function signAccessToken(
  secret: string,
  session: { id: string; personId: string },
  at: Date,
): Promise<string> {
  const issuedAt = Math.floor(at.getTime() / 1000);
  return new SignJWT({ sid: session.id })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(session.personId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + tokenLifetimeSeconds)
    .setAudience(audience)
    .sign(makeKey(secret));
}

/** Session, name and role are read from the database: a log out or a changed role takes effect at once. */
export type FindViewer = (
  session: { sessionId: string; personId: string },
  at: Date,
) => Promise<Viewer | undefined>;

/** Asks the database once for all sessions that are looked for in one turn of the event loop. */
export function makeViewerFinder(db: Database): FindViewer {
  const sessions = selectSessions(db);
  // two, because for a list PostgreSQL would plan each time
  const ofOne = sessions.where('sessions.id', '=', sql<string>`${''}`).compile();
  const ofSeveral = sessions.where('sessions.id', '=', sql<string>`any(${[]})`).compile();
  const findSessions = shareTurn(async (ids: readonly string[]) => {
    const rows = await (ids.length === 1 ? runCompiled(db, ofOne, ids) : runCompiled(db, ofSeveral, [ids]));
    return new Map(rows.map(({ sessionId, expiresAt, ...viewer }) => [sessionId, { expiresAt, viewer }]));
  });
  return async ({ sessionId, personId }, at) => {
    const { expiresAt, viewer } = (await findSessions(sessionId)).get(sessionId) ?? {};
    return expiresAt && expiresAt > at && viewer?.id === personId ? viewer : undefined;
  };
}

function selectSessions(db: Database) {
  return db
    .selectFrom('sessions')
    .modifyFront(prepared)
    .innerJoin('people', 'people.id', 'sessions.person_id')
    .select([
      'sessions.id as sessionId',
      'sessions.expires_at as expiresAt',
      'people.id',
      'people.email',
      'people.name',
      'people.role',
      'people.email_verified as isConfirmed',
    ]);
}

/** Of a token, whose session may have ended. */
export async function readAuthorization(
  secret: string,
  authorization: string | undefined,
  at: Date,
): Promise<Claims | undefined> {
  const token = authorization?.match(/^Bearer ([\w.-]+)$/i)?.[1];
  return token ? await readClaims(secret, token, at) : undefined;
}

const audience = 'compact-api';

const claimsSchema = z
  .object({ sub: z.uuid(), sid: z.uuid(), exp: z.number() })
  .transform(({ sub, sid, exp }) => ({ personId: sub, sessionId: sid, expiresAt: exp * 1000 }));

type Claims = z.infer<typeof claimsSchema>;

/** Good tokens, by secret and token: a browser sends the same one until it expires, and to verify one takes a third of a millisecond. */
const verified = new LRUCache<string, Claims>({ max: 1000 });

async function readClaims(secret: string, token: string, at: Date): Promise<Claims | undefined> {
  const key = `${secret} ${token}`;
  const claims = verified.get(key) ?? (await verify(secret, token, at));
  if (!claims || claims.expiresAt <= at.getTime()) return undefined;
  verified.set(key, claims);
  return claims;
}

async function verify(secret: string, token: string, at: Date): Promise<Claims | undefined> {
  try {
    const { payload } = await jwtVerify(token, makeKey(secret), {
      algorithms: ['HS256'],
      audience,
      requiredClaims: ['exp'],
      currentDate: at,
    });
    return claimsSchema.parse(payload);
  } catch {
    return undefined; // forged, expired or malformed
  }
}

function makeKey(secret: string): Uint8Array {
  return new TextEncoder().encode(`access-token:${secret}`);
}
