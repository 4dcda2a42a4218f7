import { passkey } from '@better-auth/passkey'
import { type BetterAuthOptions, betterAuth } from 'better-auth'
import { twoFactor } from 'better-auth/plugins'
import type { Clock } from '#server/lib/clock.ts'
import type { NewId } from '#server/lib/ids.ts'
import type { Logger } from '#server/lib/log.ts'
import { MIN_PASSWORD_LENGTH } from '#shared/account/api.ts'
import { getBusiness } from '#shared/content/site-content.ts'
import { createSingleUseCodePlugin, createTokenHashingAdapter } from './auth-internals.ts'
import { type AccountMailParts, createAccountMails } from './mails.ts'

/**
 * Header that gives better-auth the client's IP address. `toAuthHeaders` sets it; a value that a
 * browser sends is never forwarded.
 */
export const CLIENT_ADDRESS_HEADER = 'x-account-client'

export interface AccountParts extends AccountMailParts {
  newId: NewId
  log: Logger
  /** The origin that passkeys are bound to; undefined: better-auth takes the request's own. */
  origin: string | undefined
  /** Whether attempts are counted and limited. */
  isThrottled: boolean
  /** Replaces better-auth's password hash, which is slow on purpose. For tests only. */
  passwordHash?: PasswordHash
}

export interface PasswordHash {
  hash(password: string): Promise<string>
  verify(given: { hash: string; password: string }): Promise<boolean>
}

const DAY_SECONDS = 24 * 3600
const HOUR_SECONDS = 3600

export type Auth = ReturnType<typeof createAuth>

/**
 * better-auth on our database. Our own endpoints call it in-process; its own routes are not
 * mounted. Its rate limit is off, because `Throttle` limits attempts before they reach it.
 */
export function createAuth(parts: AccountParts) {
  const { db, keys, siteUrl, origin, clock, log, passwordHash } = parts
  return betterAuth({
    appName: getBusiness().name,
    baseURL: siteUrl,
    basePath: '/unreachable',
    secrets: keys.accountSecrets,
    database: createTokenHashingAdapter(db),
    // These identifiers are secrets: codes from mails, and challenges for the second factor.
    verification: { storeIdentifier: 'hashed' },
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    logger: {
      log: (level, message) => log[level === 'error' ? 'error' : 'debug']({ message }, 'account'),
    },
    user: {
      additionalFields: { role: { type: 'string', input: false, defaultValue: 'visitor' } },
    },
    ...buildSessionOptions(clock),
    ...buildCredentialOptions(createAccountMails(parts), passwordHash),
    plugins: [
      createSingleUseCodePlugin(db),
      twoFactor({ issuer: getBusiness().name }),
      passkey({
        rpName: getBusiness().name,
        rpID: new URL(siteUrl).hostname,
        origin: origin ?? null,
        schema: { passkey: { fields: { credentialID: 'credentialId' } } },
      }),
    ],
    advanced: buildCookieOptions(siteUrl.startsWith('https:')),
  })
}

function buildCredentialOptions(
  { confirm, reset, known }: ReturnType<typeof createAccountMails>,
  passwordHash: PasswordHash | undefined,
) {
  return {
    emailAndPassword: {
      enabled: true,
      autoSignIn: false,
      requireEmailVerification: true,
      ...(passwordHash && { password: passwordHash }),
      minPasswordLength: MIN_PASSWORD_LENGTH.visitor,
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: HOUR_SECONDS,
      sendResetPassword: ({ user, token }) => reset(user, token),
      onExistingUserSignUp: ({ user }) => known(user),
    },
    emailVerification: {
      sendOnSignUp: true,
      autoSignInAfterVerification: true,
      expiresIn: DAY_SECONDS,
      sendVerificationEmail: ({ user, token }) => confirm(user, token),
    },
  } satisfies BetterAuthOptions
}

function buildSessionOptions(clock: Clock) {
  return {
    session: {
      expiresIn: 30 * DAY_SECONDS,
      updateAge: DAY_SECONDS,
      // 0 switches better-auth's freshness check off: the endpoint guard checks `signedInAt`.
      freshAge: 0,
      additionalFields: { signedInAt: { type: 'number', input: false, required: false } },
    },
    databaseHooks: {
      session: {
        create: {
          before: async (session: object) => ({ data: { ...session, signedInAt: clock() } }),
        },
      },
    },
  } as const
}

function buildCookieOptions(secure: boolean): BetterAuthOptions['advanced'] {
  return {
    useSecureCookies: false,
    // The `__Host-` prefix keeps other hosts of the domain from setting the cookie; it needs TLS.
    cookiePrefix: secure ? '__Host-account' : 'account',
    defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', secure, path: '/' },
    ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
  }
}
