import { passkey } from '@better-auth/passkey'
import { type BetterAuthOptions, betterAuth } from 'better-auth'
import { twoFactor } from 'better-auth/plugins'
import type { Clock } from '#server/lib/clock.ts'
import { PASSWORD_LENGTH } from '#shared/account/api.ts'
import { business } from '#shared/site/business.ts'
import { codesOnce } from './codes-once.ts'
import type { AccountMails, AccountParts } from './ports.ts'
import { hashedSessionTokens } from './session-tokens.ts'

/** Header in which this program, and nobody else, tells the library who asks. */
export const CLIENT_ADDRESS = 'x-account-client'

const DAY = 24 * 3600
const HOUR = 3600

export type Auth = ReturnType<typeof createAuth>

/**
 * The library on our database and under our own endpoints: none of its addresses is reachable. Its
 * own limits are off, because ours stand before it.
 */
export function createAuth(
  { db, keys, siteUrl, origin, clock, log }: AccountParts,
  mails: AccountMails,
) {
  return betterAuth({
    appName: business.name,
    baseURL: siteUrl,
    basePath: '/unreachable',
    secrets: keys.accountSecrets,
    database: hashedSessionTokens(db),
    // Its identifiers are codes of mails, and what allows the second step of signing in.
    verification: { storeIdentifier: 'hashed' },
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    logger: {
      log: (level, message) => log[level === 'error' ? 'error' : 'debug']({ message }, 'account'),
    },
    user: {
      additionalFields: { role: { type: 'string', input: false, defaultValue: 'visitor' } },
    },
    ...sessions(clock),
    ...entry(mails),
    plugins: [
      codesOnce(db),
      twoFactor({ issuer: business.name }),
      passkey({
        rpName: business.name,
        rpID: new URL(siteUrl).hostname,
        origin: origin ?? null,
        schema: { passkey: { fields: { credentialID: 'credentialId' } } },
      }),
    ],
    advanced: cookies(siteUrl.startsWith('https:')),
  })
}

function entry({ confirm, reset, known }: AccountMails) {
  return {
    emailAndPassword: {
      enabled: true,
      autoSignIn: false,
      requireEmailVerification: true,
      minPasswordLength: PASSWORD_LENGTH.visitor,
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: HOUR,
      sendResetPassword: ({ user, token }) => reset(user, token),
      onExistingUserSignUp: ({ user }) => known(user),
    },
    emailVerification: {
      sendOnSignUp: true,
      autoSignInAfterVerification: true,
      expiresIn: DAY,
      sendVerificationEmail: ({ user, token }) => confirm(user, token),
    },
  } satisfies BetterAuthOptions
}

function sessions(clock: Clock) {
  return {
    session: {
      expiresIn: 30 * DAY,
      updateAge: DAY,
      // Freshness is the guard's, by `signedInAt`.
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

function cookies(secure: boolean): BetterAuthOptions['advanced'] {
  return {
    useSecureCookies: false,
    // The prefix keeps other hosts of the domain from setting it; it needs TLS.
    cookiePrefix: secure ? '__Host-account' : 'account',
    defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', secure, path: '/' },
    ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS] },
  }
}
