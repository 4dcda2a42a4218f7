import { createOTP } from '@better-auth/utils/otp'
import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import { type SecretConfig, symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import type { Database } from '#server/db/database.ts'
import { systemClock } from '#server/lib/clock.ts'
import { sameSecret } from '#server/lib/ids.ts'
import type { Keys } from '#server/lib/keys.ts'
import { allSecondFactors, findSecondFactor, replaceSecondFactor, takeStep } from './store.ts'

/** What `refusalFor` knows the refusal by. */
export const CODE_USED = 'CODE_USED'

/** As the library sets them for apps: RFC 6238, and one step to either side for clocks that differ. */
const PERIOD_SECONDS = 30
const DIGITS = 6
const STEPS = [1, 0, -1]

type Context = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]

/**
 * Takes each code of an authenticator app once, wherever one is asked for: the library takes a code
 * again while it is valid. Wrong codes go on to the library, which refuses and counts them.
 */
export function codesOnce(db: Database): BetterAuthPlugin {
  const handler = createAuthMiddleware(async (ctx) => {
    const userId = await askedUser(ctx)
    const factor = userId === undefined ? undefined : findSecondFactor(db.read, userId)
    if (!factor) return
    const { secretConfig: key } = ctx.context
    const secret = await symmetricDecrypt({ key, data: factor.secret })
    const step = await stepOf(String(ctx.body?.code), secret)
    if (step === undefined) return
    if (!(await db.write((tx) => takeStep(tx, factor.id, step))))
      throw new APIError('UNAUTHORIZED', { code: CODE_USED, message: 'The code was used already' })
  })
  const matcher = ({ path }: { path?: string | undefined }) => path === '/two-factor/verify-totp'
  return { id: 'codes-once', hooks: { before: [{ matcher, handler }] } }
}

/** The account that is signed in, or that has given its password and still owes a code; looked up as the library does. */
async function askedUser(ctx: Context): Promise<string | undefined> {
  const session = await getSessionFromCtx(ctx)
  if (session) return session.user.id
  const { createAuthCookie, secret, internalAdapter } = ctx.context
  const challenge = await ctx.getSignedCookie(createAuthCookie('two_factor').name, secret)
  const found = challenge ? await internalAdapter.findVerificationValue(challenge) : undefined
  return found?.value
}

/** Which step of time a code is of; undefined where it is of none that is valid now. */
async function stepOf(code: string, secret: string): Promise<number | undefined> {
  // The system's clock, because the library compares with that one.
  const now = Math.floor(systemClock() / (PERIOD_SECONDS * 1000))
  const otp = createOTP(secret, { digits: DIGITS, period: PERIOD_SECONDS })
  for (const offset of STEPS)
    if (sameSecret(await otp.hotp(now + offset), code)) return now + offset
  return undefined
}

/** Encrypts every second factor with the newest key, in the library's own format. */
export async function renewSecondFactors(db: Database, keys: Keys): Promise<void> {
  const key = libraryKeys(keys)
  const renewed = async (data: string) =>
    symmetricEncrypt({ key, data: await symmetricDecrypt({ key, data }) })
  for (const { id, secret, backup_codes } of allSecondFactors(db.read)) {
    const after = { secret: await renewed(secret), backup_codes: await renewed(backup_codes) }
    await db.write((tx) => replaceSecondFactor(tx, { id, before: secret, after }))
  }
}

export function libraryKeys({ accountSecrets }: Keys): SecretConfig {
  const keys = new Map(accountSecrets.map(({ version, value }) => [version, value]))
  return { keys, currentVersion: Math.max(...keys.keys()) }
}
