import { createOTP } from '@better-auth/utils/otp'
import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import { type SecretConfig, symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import type { Database } from '#server/db/database.ts'
import { systemClock } from '#server/lib/clock.ts'
import { isSameSecret } from '#server/lib/ids.ts'
import type { Keys } from '#server/lib/keys.ts'
import { claimTimeStep, findSecondFactor, readSecondFactors, replaceSecondFactor } from './store.ts'

/** Error code by which `toRefusal` recognises this refusal. */
export const CODE_USED = 'CODE_USED'

/** better-auth's TOTP settings (RFC 6238); one step either way allows for clocks that differ. */
const PERIOD_SECONDS = 30
const DIGITS = 6
const STEP_OFFSETS = [1, 0, -1]

type Context = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]

/**
 * Accepts each code of an authenticator app only once, on every endpoint that verifies one;
 * better-auth alone accepts a code again while it is valid. Wrong codes go on to better-auth,
 * which refuses and counts them.
 */
export function createSingleUseCodePlugin(db: Database): BetterAuthPlugin {
  const handler = createAuthMiddleware(async (ctx) => {
    const userId = await findChallengedUserId(ctx)
    const factor = userId === undefined ? undefined : await findSecondFactor(db.read, userId)
    if (!factor) return
    const { secretConfig: key } = ctx.context
    const secret = await symmetricDecrypt({ key, data: factor.secret })
    const step = await findTimeStep(String(ctx.body?.code), secret)
    if (step === undefined) return
    if (!(await db.write((tx) => claimTimeStep(tx, factor.id, step))))
      throw new APIError('UNAUTHORIZED', { code: CODE_USED, message: 'The code was used already' })
  })
  const matcher = ({ path }: { path?: string | undefined }) => path === '/two-factor/verify-totp'
  return { id: 'codes-once', hooks: { before: [{ matcher, handler }] } }
}

/**
 * The id of the account that is signed in, or that has given its password and still owes a code.
 * The look-up is the same as better-auth's.
 */
async function findChallengedUserId(ctx: Context): Promise<string | undefined> {
  const session = await getSessionFromCtx(ctx)
  if (session) return session.user.id
  const { createAuthCookie, secret, internalAdapter } = ctx.context
  const challenge = await ctx.getSignedCookie(createAuthCookie('two_factor').name, secret)
  const found = challenge ? await internalAdapter.findVerificationValue(challenge) : undefined
  return found?.value
}

/** The time step that a code belongs to; undefined if it matches none that is valid now. */
async function findTimeStep(code: string, secret: string): Promise<number | undefined> {
  // The system clock, not an injected one, because better-auth compares with the system clock.
  const now = Math.floor(systemClock() / (PERIOD_SECONDS * 1000))
  const otp = createOTP(secret, { digits: DIGITS, period: PERIOD_SECONDS })
  for (const offset of STEP_OFFSETS)
    if (isSameSecret(await otp.hotp(now + offset), code)) return now + offset
  return undefined
}

/** Re-encrypts every second factor with the newest key, in better-auth's own format. */
export async function reencryptSecondFactors(db: Database, keys: Keys): Promise<void> {
  const key = toLibraryKeys(keys)
  const renewed = async (data: string) =>
    symmetricEncrypt({ key, data: await symmetricDecrypt({ key, data }) })
  for (const { id, secret, backup_codes } of await readSecondFactors(db.read)) {
    const after = { secret: await renewed(secret), backup_codes: await renewed(backup_codes) }
    await db.write((tx) => replaceSecondFactor(tx, { id, before: secret, after }))
  }
}

/** Our account secrets in the form that better-auth's encryption takes. */
export function toLibraryKeys({ accountSecrets }: Keys): SecretConfig {
  const keys = new Map(accountSecrets.map(({ version, value }) => [version, value]))
  return { keys, currentVersion: accountSecrets[0]?.version ?? 1 }
}
