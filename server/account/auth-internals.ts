import { kyselyAdapter } from '@better-auth/kysely-adapter'
import { createOTP } from '@better-auth/utils/otp'
import type { AuthContext, BetterAuthOptions, BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import { type SecretConfig, symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import type { Database } from '#server/db/database.ts'
import { readCookie } from '#server/http/request-context.ts'
import { systemClock } from '#server/lib/clock.ts'
import { fingerprint, isSameSecret } from '#server/lib/ids.ts'
import type { Keys } from '#server/lib/keys.ts'
import { claimTimeStep, findSecondFactor, readSecondFactors, replaceSecondFactor } from './store.ts'

// All of better-auth that its documentation does not promise: how it stores sessions, codes and
// second factors, and what it calls them. An update of the library may change it, so after one this
// file is to be compared with the library's source.

/** Error code by which `toRefusal` recognises the refusal of a code that was used before. */
export const CODE_USED = 'CODE_USED'

/** The library as this file needs it. */
interface Library {
  $context: Promise<
    Pick<AuthContext, 'createAuthCookie' | 'internalAdapter'> & {
      password: Pick<AuthContext['password'], 'hash'>
    }
  >
}

/** The form in which the library stores a password. */
export async function hashPassword(auth: Library, password: string): Promise<string> {
  return (await auth.$context).password.hash(password)
}

const CHALLENGE_COOKIE = 'two_factor'

/**
 * The id of the account that has given the right password and still owes a second factor, by the
 * challenge cookie. The cookie's signature is not checked here: the library checks it when the code
 * is verified, and the id in the cookie cannot be guessed.
 */
export async function findChallengedUserId(
  auth: Library,
  headers: Headers,
): Promise<string | undefined> {
  const { internalAdapter, createAuthCookie } = await auth.$context
  const sent = readCookie(
    headers.get('cookie') ?? undefined,
    createAuthCookie(CHALLENGE_COOKIE).name,
  )
  const [id] = decodeURIComponent(sent ?? '').split('.')
  return id ? (await internalAdapter.findVerificationValue(id))?.value : undefined
}

/** The id of the account whose password this code from a reset mail may change. */
export async function findResettableUserId(
  auth: Library,
  token: string,
): Promise<string | undefined> {
  const { internalAdapter } = await auth.$context
  return (await internalAdapter.findVerificationValue(`reset-password:${token}`))?.value
}

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
    const userId = await findCodeOwnerId(ctx)
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
async function findCodeOwnerId(ctx: Context): Promise<string | undefined> {
  const session = await getSessionFromCtx(ctx)
  if (session) return session.user.id
  const { createAuthCookie, secret, internalAdapter } = ctx.context
  const challenge = await ctx.getSignedCookie(createAuthCookie(CHALLENGE_COOKIE).name, secret)
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
    symmetricEncrypt({ key, data: await decryptSecondFactor(keys, data) })
  for (const { id, secret, backup_codes } of await readSecondFactors(db.read)) {
    const after = { secret: await renewed(secret), backup_codes: await renewed(backup_codes) }
    await db.write((tx) => replaceSecondFactor(tx, { id, before: secret, after }))
  }
}

/** The secret or the backup codes of a second factor, as they were before better-auth encrypted them. */
export function decryptSecondFactor(keys: Keys, data: string): Promise<string> {
  return symmetricDecrypt({ key: toLibraryKeys(keys), data })
}

/** Our account secrets in the form that better-auth's encryption takes. */
function toLibraryKeys({ accountSecrets }: Keys): SecretConfig {
  const keys = new Map(accountSecrets.map(({ version, value }) => [version, value]))
  return { keys, currentVersion: accountSecrets[0]?.version ?? 1 }
}

type Adapter = ReturnType<ReturnType<typeof kyselyAdapter>>
type Condition = NonNullable<Parameters<Adapter['count']>[0]['where']>[number]

const SESSION_MODEL = 'session'
const TOKEN_FIELD = 'token'

/**
 * better-auth's Kysely adapter, except that session tokens are stored as fingerprints. A result
 * holds the token itself only if the query named it: lists hold fingerprints, and a fingerprint
 * cannot be used to look a session up.
 */
export function createTokenHashingAdapter(db: Database): (options: BetterAuthOptions) => Adapter {
  return (options) => {
    const plain = kyselyAdapter(db.createLibraryDatabase(), { type: 'sqlite' })(options)
    const hashing: Adapter = {
      ...plain,
      // Without this, what better-auth does in a transaction would reach the adapter that hashes nothing.
      transaction: (run) => run(hashing),
      create: async (order) => {
        const token = getToken(order.model, order.data)
        if (token === undefined) return plain.create(order)
        const data = { ...order.data, [TOKEN_FIELD]: fingerprint(token) }
        return withToken(await plain.create({ ...order, data }), token)
      },
      findOne: async (order) =>
        withToken(await plain.findOne(hashTokens(order)), findQueriedToken(order)),
      update: async (order) =>
        withToken(await plain.update(hashTokens(order)), findQueriedToken(order)),
      findMany: (order) => plain.findMany(hashTokens(order)),
      count: (order) => plain.count(hashTokens(order)),
      updateMany: (order) => plain.updateMany(hashTokens(order)),
      delete: (order) => plain.delete(hashTokens(order)),
      deleteMany: (order) => plain.deleteMany(hashTokens(order)),
      consumeOne: (order) => plain.consumeOne(hashTokens(order)),
      incrementOne: (order) => plain.incrementOne(hashTokens(order)),
    }
    return hashing
  }
}

interface AdapterQuery {
  model: string
  where?: Condition[] | undefined
}

function hashTokens<Some extends AdapterQuery>(order: Some): Some {
  if (order.model !== SESSION_MODEL || !order.where) return order
  return { ...order, where: order.where.map(hashCondition) }
}

function hashCondition(condition: Condition): Condition {
  const { field, value } = condition
  if (field !== TOKEN_FIELD) return condition
  return { ...condition, value: Array.isArray(value) ? value.map(hashToken) : hashToken(value) }
}

function hashToken(token: unknown): string {
  return fingerprint(String(token))
}

/** The session token that the conditions of a query name; undefined if none or a list. */
function findQueriedToken({ model, where = [] }: AdapterQuery): string | undefined {
  const named =
    model === SESSION_MODEL ? where.find(({ field }) => field === TOKEN_FIELD)?.value : undefined
  return typeof named === 'string' ? named : undefined
}

function getToken(model: string, data: object): string | undefined {
  const token: unknown = model === SESSION_MODEL ? Reflect.get(data, TOKEN_FIELD) : undefined
  return typeof token === 'string' ? token : undefined
}

function withToken<Row>(row: Row, token: string | undefined): Row {
  return row && token !== undefined ? { ...row, [TOKEN_FIELD]: token } : row
}
