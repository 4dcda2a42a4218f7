/** What a disk or another process can do to the database; none of it is the request's fault. */
export type StorageFault = 'full' | 'busy' | 'io' | 'damaged' | 'read_only' | 'unreachable'

/** SQLite's primary result codes, which its extended ones begin with, and the system's own. */
const FAULTS: readonly (readonly [RegExp, StorageFault])[] = [
  [/^(SQLITE_FULL|ENOSPC|EDQUOT)/, 'full'],
  [/^SQLITE_(BUSY|LOCKED|PROTOCOL)/, 'busy'],
  [/^(SQLITE_IOERR|EIO$)/, 'io'],
  [/^SQLITE_(CORRUPT|NOTADB)/, 'damaged'],
  [/^(SQLITE_READONLY|EROFS$)/, 'read_only'],
  [/^SQLITE_(CANTOPEN|PERM|AUTH)/, 'unreachable'],
]

/**
 * SQLite rolled the whole transaction back by itself, as it does where the disk is full. A statement
 * that ran now would be a transaction of its own.
 */
export class TransactionGone extends Error {}

/** Which fault of the storage an error tells of, itself or by its cause; undefined where none. */
export function storageFault(error: unknown): StorageFault | undefined {
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error ? String(error.code) : ''
  const known = FAULTS.find(([pattern]) => pattern.test(code))?.[1]
  if (known) return known
  const byCause = storageFault(error.cause)
  return byCause ?? (error instanceof TransactionGone ? 'io' : undefined)
}

/** How the database has fared so far, for `/readyz` and for the answers to requests. */
export class StorageHealth {
  /** The last write's fault; undefined once a write has succeeded. */
  fault: StorageFault | undefined
  /** What SQLite said of a damaged file. It stays: only a restore and a new start mend that. */
  damage: string | undefined

  note(error: unknown): void {
    const fault = storageFault(error)
    if (fault === 'damaged') this.damage ??= error instanceof Error ? error.message : String(error)
  }

  noteWrite(error: unknown): void {
    this.note(error)
    this.fault = storageFault(error) ?? this.fault
  }

  noteSuccess(): void {
    this.fault = undefined
  }
}
