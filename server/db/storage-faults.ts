/** Database faults caused by the disk or by another process, never by the request. */
export type StorageFault =
  | 'full'
  | 'busy'
  | 'crowded'
  | 'io'
  | 'damaged'
  | 'read_only'
  | 'unreachable'
  | 'standby'

/**
 * By SQLite's primary result code, which its extended codes begin with, PostgreSQL's SQLSTATE, or the
 * system's code.
 */
const FAULT_PATTERNS: readonly (readonly [RegExp, StorageFault])[] = [
  [/^(SQLITE_FULL|ENOSPC|EDQUOT|53100$)/, 'full'],
  [/^(SQLITE_(BUSY|LOCKED|PROTOCOL)|(55P03|40001|40P01)$)/, 'busy'],
  [/^53300$/, 'crowded'],
  [/^(SQLITE_IOERR|EIO$|58030$)/, 'io'],
  [/^(SQLITE_(CORRUPT|NOTADB)|XX00[12]$)/, 'damaged'],
  [/^(SQLITE_READONLY|EROFS$|25006$)/, 'read_only'],
  [/^(SQLITE_(CANTOPEN|PERM|AUTH)|(08...|57P0\d|53[24]00|25P0[2-4])$)/, 'unreachable'],
]

/**
 * SQLite has rolled back the whole transaction by itself, for example because the disk is full. A
 * statement that ran now would be its own transaction and commit at once.
 */
export class TransactionLostError extends Error {}

/** The database server refused or lost a connection: the statement had no effect. */
export class DatabaseUnreachableError extends Error {}

/**
 * The connection was lost during a commit, so that it is not known whether it took effect. The caller
 * repeats the request under its idempotency key, which settles it.
 */
export class CommitUnknownError extends Error {}

/** PostgreSQL confirms no commit before its standby has it, and that one is away. */
export class StandbyError extends Error {}

/** The storage fault that an error or one of its causes reports; undefined if there is none. */
export function getStorageFault(error: unknown): StorageFault | undefined {
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error ? String(error.code) : ''
  const known = FAULT_PATTERNS.find(([pattern]) => pattern.test(code))?.[1]
  if (known) return known
  if (error instanceof DatabaseUnreachableError) return 'unreachable'
  if (error instanceof StandbyError) return 'standby'
  const byCause = getStorageFault(error.cause)
  return byCause ?? (error instanceof TransactionLostError ? 'io' : undefined)
}

/** Whether a transaction conflicted with another process's and may simply be run again. */
export function isSerializationFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? error.code : ''
  return code === '40001' || code === '40P01' || isSerializationFailure(error.cause)
}

/** Whether the error says that another row already has this unique key. */
export function isKeyTaken(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return /^(23505|SQLITE_CONSTRAINT_(PRIMARYKEY|UNIQUE))$/.test(code) || isKeyTaken(error.cause)
}

/** The state of the storage, for `/readyz`. */
export class StorageHealth {
  /** SQLite's message about a damaged file. Never cleared: only a restore and a restart fix it. */
  damage: string | undefined

  recordDamage(error: unknown): void {
    const fault = getStorageFault(error)
    if (fault === 'damaged') this.damage ??= error instanceof Error ? error.message : String(error)
  }
}
