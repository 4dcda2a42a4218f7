import type { Tx } from '#server/db/database.ts'
import type { SignInAlarmTable } from '#server/db/tables.ts'
import { toIsoTime } from '#shared/lib/date.ts'

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

export async function listOwnerEmails(tx: Tx): Promise<string[]> {
  const rows = await tx.selectFrom('user').select('email').where('role', '=', 'owner').execute()
  return rows.map(({ email }) => email)
}

/** The owner with this address; `email` must be in lower case. */
export async function findOwnerByEmail(tx: Tx, email: string) {
  return tx
    .selectFrom('user')
    .select(['id', 'email', 'name'])
    .where('role', '=', 'owner')
    .where('email', '=', email)
    .executeTakeFirst()
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
  await tx.deleteFrom('session').where('user_id', '=', userId).execute()
  await tx.deleteFrom('verification').where('value', '=', userId).execute()
}
