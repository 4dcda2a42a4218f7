import { query, type Tx } from '#server/db/database.ts'
import type { SignInAlarmTable } from '#server/db/tables.ts'
import { toIsoTime } from '#shared/lib/date.ts'

/** The ids of owners with an address other than `email`, which must be in lower case. */
export function findOtherOwners(tx: Tx, email: string): string[] {
  return tx
    .all(
      query.selectFrom('user').select('id').where('role', '=', 'owner').where('email', '!=', email),
    )
    .map(({ id }) => id)
}

/** The owner with this address; `email` must be in lower case. */
export function findOwnerByEmail(tx: Tx, email: string) {
  return tx.get(
    query
      .selectFrom('user')
      .select(['id', 'email', 'name'])
      .where('role', '=', 'owner')
      .where('email', '=', email),
  )
}

export function hasOwner(tx: Tx): boolean {
  return tx.get(query.selectFrom('user').select('id').where('role', '=', 'owner')) !== undefined
}

export function findAlarm(tx: Tx, userId: string): SignInAlarmTable | undefined {
  return tx.get(query.selectFrom('sign_in_alarm').selectAll().where('user_id', '=', userId))
}

export function saveAlarm(tx: Tx, alarm: SignInAlarmTable): void {
  const { last_at, mailed_at } = alarm
  tx.run(
    query
      .insertInto('sign_in_alarm')
      .values(alarm)
      .onConflict((on) => on.column('user_id').doUpdateSet({ last_at, mailed_at })),
  )
}

/** Whether a session exists and has not expired; `now` in UTC milliseconds. */
export function isSignedIn(tx: Tx, sessionId: string, now: number): boolean {
  const open = query
    .selectFrom('session')
    .select('id')
    .where('id', '=', sessionId)
    .where('expires_at', '>', toIsoTime(now))
  return tx.get(open) !== undefined
}

export function readSecondFactors(tx: Tx) {
  return tx.all(query.selectFrom('two_factor').select(['id', 'secret', 'backup_codes']))
}

interface SecondFactorReplacement {
  id: string
  /** The encrypted secret as it was read; if the row holds another one by now, it stays. */
  before: string
  after: { secret: string; backup_codes: string }
}

export function replaceSecondFactor(tx: Tx, { id, before, after }: SecondFactorReplacement): void {
  tx.run(
    query.updateTable('two_factor').set(after).where('id', '=', id).where('secret', '=', before),
  )
}

/**
 * Ends every session and verification and switches every second factor off. For the case that
 * the key that encrypted them is lost.
 */
export function deleteEncryptedAccountData(tx: Tx): void {
  for (const table of ['session', 'verification', 'two_factor'] as const)
    tx.run(query.deleteFrom(table))
  tx.run(query.updateTable('user').set({ two_factor_enabled: 0 }))
}

export function findSecondFactor(tx: Tx, userId: string) {
  return tx.get(
    query.selectFrom('two_factor').select(['id', 'secret']).where('user_id', '=', userId),
  )
}

/** Records a code's time step as used; false if this step or a later one was used before. */
export function claimTimeStep(tx: Tx, id: string, step: number): boolean {
  const update = query
    .updateTable('two_factor')
    .set({ last_step: step })
    .where('id', '=', id)
    .where((where) => where.or([where('last_step', 'is', null), where('last_step', '<', step)]))
  return tx.run(update) > 0
}
