/** Database faults caused by the disk or by another process, never by the request. */
export type StorageFault = 'full' | 'busy' | 'io' | 'damaged' | 'read_only' | 'unreachable'

/** By SQLite's primary result code, which its extended codes begin with, or the system's code. */
const FAULT_PATTERNS: readonly (readonly [RegExp, StorageFault])[] = [
  [/^(SQLITE_FULL|ENOSPC|EDQUOT)/, 'full'],
  [/^SQLITE_(BUSY|LOCKED|PROTOCOL)/, 'busy'],
  [/^(SQLITE_IOERR|EIO$)/, 'io'],
  [/^SQLITE_(CORRUPT|NOTADB)/, 'damaged'],
  [/^(SQLITE_READONLY|EROFS$)/, 'read_only'],
  [/^SQLITE_(CANTOPEN|PERM|AUTH)/, 'unreachable'],
]

/**
 * SQLite has rolled back the whole transaction by itself, for example because the disk is full. A
 * statement that ran now would be its own transaction and commit at once.
 */
export class TransactionLostError extends Error {}

/** The storage fault that an error or one of its causes reports; undefined if there is none. */
export function getStorageFault(error: unknown): StorageFault | undefined {
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error ? String(error.code) : ''
  const known = FAULT_PATTERNS.find(([pattern]) => pattern.test(code))?.[1]
  if (known) return known
  const byCause = getStorageFault(error.cause)
  return byCause ?? (error instanceof TransactionLostError ? 'io' : undefined)
}

/** The state of the storage, for `/readyz` and for error answers. */
export class StorageHealth {
  /** Fault of the last write; undefined after a write that succeeded. */
  fault: StorageFault | undefined
  /** SQLite's message about a damaged file. Never cleared: only a restore and a restart fix it. */
  damage: string | undefined

  recordDamage(error: unknown): void {
    const fault = getStorageFault(error)
    if (fault === 'damaged') this.damage ??= error instanceof Error ? error.message : String(error)
  }

  recordWriteError(error: unknown): void {
    this.recordDamage(error)
    this.fault = getStorageFault(error) ?? this.fault
  }

  recordWriteSuccess(): void {
    this.fault = undefined
  }
}
