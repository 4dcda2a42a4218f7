import type { Tx } from '#server/db/database.ts'
import type { SignInAlarmTable, UserTable } from '#server/db/tables.ts'
import { toIsoTime } from '#shared/lib/date.ts'

const USER_COLUMNS = ['id', 'name', 'email', 'role'] as const
export type User = Pick<UserTable, (typeof USER_COLUMNS)[number]>

/** The ids of owners with an address other than `email`, which must be in lower case. */
export async function findOtherOwners(tx: Tx, email: string): Promise<string[]> {
  return (
    await tx
      .selectFrom('user')
      .select('id')
      .where('role', '=', 'owner')
      .where('email', '!=', email)
      .execute()
  ).map(({ id }) => id)
}

/** Email addresses are in lower case. */
export async function findUserByEmail(tx: Tx, email: string): Promise<User | undefined> {
  return tx.selectFrom('user').select(USER_COLUMNS).where('email', '=', email).executeTakeFirst()
}

export async function findUser(tx: Tx, id: string): Promise<User | undefined> {
  return tx.selectFrom('user').select(USER_COLUMNS).where('id', '=', id).executeTakeFirst()
}

interface UserChange extends Partial<Pick<UserTable, 'role' | 'email_verified'>> {
  /** UTC milliseconds. */
  now: number
}

export async function updateUser(tx: Tx, id: string, { now, ...change }: UserChange) {
  await tx
    .updateTable('user')
    .set({ ...change, updated_at: toIsoTime(now) })
    .where('id', '=', id)
    .execute()
}

/** better-auth's name for an account that signs in with a password. */
const PASSWORD_PROVIDER = 'credential'

interface NewOwnerRow extends Pick<UserTable, 'id' | 'email' | 'name'> {
  /** As `hashPassword` returns it. */
  password: string
  now: number
}

/** Writes an owner's account as better-auth would, with a confirmed address. */
export async function insertOwner(tx: Tx, { id, email, name, password, now }: NewOwnerRow) {
  const times = { created_at: toIsoTime(now), updated_at: toIsoTime(now) }
  await tx
    .insertInto('user')
    .values({ id, email, name, role: 'owner', email_verified: 1, ...times })
    .execute()
  const credential = { account_id: id, provider_id: PASSWORD_PROVIDER, password }
  await tx
    .insertInto('account')
    .values({ id, user_id: id, ...credential, ...times })
    .execute()
}

export async function updatePassword(
  tx: Tx,
  userId: string,
  { password, now }: Pick<NewOwnerRow, 'password' | 'now'>,
) {
  await tx
    .updateTable('account')
    .set({ password, updated_at: toIsoTime(now) })
    .where('user_id', '=', userId)
    .where('provider_id', '=', PASSWORD_PROVIDER)
    .execute()
}

export async function listOwnerEmails(tx: Tx): Promise<string[]> {
  const rows = await tx.selectFrom('user').select('email').where('role', '=', 'owner').execute()
  return rows.map(({ email }) => email)
}

export async function hasOwner(tx: Tx): Promise<boolean> {
  return (
    (await tx.selectFrom('user').select('id').where('role', '=', 'owner').executeTakeFirst()) !==
    undefined
  )
}

export async function findAlarm(tx: Tx, userId: string): Promise<SignInAlarmTable | undefined> {
  return tx.selectFrom('sign_in_alarm').selectAll().where('user_id', '=', userId).executeTakeFirst()
}

export async function saveAlarm(tx: Tx, alarm: SignInAlarmTable): Promise<void> {
  const { last_at, mailed_at } = alarm
  await tx
    .insertInto('sign_in_alarm')
    .values(alarm)
    .onConflict((on) => on.column('user_id').doUpdateSet({ last_at, mailed_at }))
    .execute()
}

/** Whether a session exists and has not expired; `now` in UTC milliseconds. */
export async function isSignedIn(tx: Tx, sessionId: string, now: number): Promise<boolean> {
  const open = tx
    .selectFrom('session')
    .select('id')
    .where('id', '=', sessionId)
    .where('expires_at', '>', toIsoTime(now))
  return (await open.executeTakeFirst()) !== undefined
}

/** The account's open sessions, the one that was used last first; `now` in UTC milliseconds. */
export async function readSessions(tx: Tx, userId: string, now: number) {
  return tx
    .selectFrom('session')
    .select(['id', 'created_at', 'updated_at', 'user_agent'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', toIsoTime(now))
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .execute()
}

/** Ends the account's sessions: all of them, only one, or all except one. */
export async function endSessions(
  tx: Tx,
  userId: string,
  { only, except }: { only?: string; except?: string } = {},
): Promise<void> {
  let ended = tx.deleteFrom('session').where('user_id', '=', userId)
  if (only !== undefined) ended = ended.where('id', '=', only)
  if (except !== undefined) ended = ended.where('id', '!=', except)
  await ended.execute()
}

export async function readSecondFactors(tx: Tx) {
  return tx.selectFrom('two_factor').select(['id', 'secret', 'backup_codes']).execute()
}

interface SecondFactorReplacement {
  id: string
  /** The encrypted secret as it was read; if the row holds another one by now, it stays. */
  before: string
  after: { secret: string; backup_codes: string }
}

export async function replaceSecondFactor(
  tx: Tx,
  { id, before, after }: SecondFactorReplacement,
): Promise<void> {
  await tx
    .updateTable('two_factor')
    .set(after)
    .where('id', '=', id)
    .where('secret', '=', before)
    .execute()
}

/**
 * Ends every session and verification and switches every second factor off. For the case that
 * the key that encrypted them is lost.
 */
export async function deleteEncryptedAccountData(tx: Tx): Promise<void> {
  for (const table of ['session', 'verification', 'two_factor'] as const)
    await tx.deleteFrom(table).execute()
  await tx.updateTable('user').set({ two_factor_enabled: 0 }).execute()
}

export async function findSecondFactor(tx: Tx, userId: string) {
  return tx
    .selectFrom('two_factor')
    .select(['id', 'secret'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** Records a code's time step as used; false if this step or a later one was used before. */
export async function claimTimeStep(tx: Tx, id: string, step: number): Promise<boolean> {
  const update = tx
    .updateTable('two_factor')
    .set({ last_step: step })
    .where('id', '=', id)
    .where((where) => where.or([where('last_step', 'is', null), where('last_step', '<', step)]))
  return Number((await update.executeTakeFirst()).numUpdatedRows) > 0
}

/** What lets somebody sign in to an account besides its password, or is signed in. */
export interface AccountAccess {
  /** In the order in which they were added. */
  passkeys: { name: string; createdAt: string | null }[]
  hasSecondFactor: boolean
  sessionCount: number
  /** Names of the devices with a copy of the client book. */
  devices: string[]
}

export async function readAccountAccess(tx: Tx, userId: string): Promise<AccountAccess> {
  const passkeys = await tx
    .selectFrom('passkey')
    .select(['name', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const user = await tx
    .selectFrom('user')
    .select('two_factor_enabled')
    .where('id', '=', userId)
    .executeTakeFirst()
  const sessions = await tx
    .selectFrom('session')
    .select('id')
    .where('user_id', '=', userId)
    .execute()
  const devices = await tx
    .selectFrom('device')
    .select('name')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .orderBy('first_seen')
    .execute()
  return {
    passkeys: passkeys.map(({ name, created_at }) => ({ name: name ?? '', createdAt: created_at })),
    hasSecondFactor: user?.two_factor_enabled === 1,
    sessionCount: sessions.length,
    devices: devices.map(({ name }) => name),
  }
}

/** Removes an account's passkeys and second factor. */
export async function deleteSignInMethods(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('passkey').where('user_id', '=', userId).execute()
  await tx.deleteFrom('two_factor').where('user_id', '=', userId).execute()
  await tx.updateTable('user').set({ two_factor_enabled: 0 }).where('id', '=', userId).execute()
}

/** Ends an account's sessions, and what was begun with its old password or mailbox: codes from mails, challenges. */
export async function endAllAccess(tx: Tx, userId: string): Promise<void> {
  await endSessions(tx, userId)
  await tx.deleteFrom('verification').where('value', '=', userId).execute()
}
