import type { DeviceState, PendingMutation, RecordKey } from './schema.ts'

interface KnownToServer {
  assignedMids: DeviceState['assignedMids']
  /** Whether the server has confirmed the record. */
  isConfirmed: (key: RecordKey) => boolean
}

/**
 * The pending mutations of records that were added and deleted again, with what extends them, before any of it was
 * sent. They stay in the queue, because the deletion can still be undone; but nothing that the owner wants to keep
 * waits in them, so they are not counted. Mutations that are not readable, because the device is locked, count.
 */
export function listUndoneAdditions(
  queued: readonly PendingMutation[],
  { assignedMids, isConfirmed }: KnownToServer,
): PendingMutation[] {
  const sent = new Set(assignedMids.map(([n]) => n))
  const byId = new Map<string, PendingMutation[]>()
  for (const item of queued) {
    const id = item.key.slice(item.key.indexOf('/') + 1)
    const before = byId.get(id)
    if (before) before.push(item)
    else byId.set(id, [item])
  }
  const isNewHere = ({ n, intent, isResend }: PendingMutation) =>
    intent?.baseRev === 0 && !isResend && (n === undefined || !sent.has(n))
  return [...byId.values()]
    .filter(
      (items) =>
        items.every(isNewHere) &&
        items.some(
          (item) => isDeletion(item) && items.findLast(({ key }) => key === item.key) === item,
        ) &&
        !items.some(({ key }) => isConfirmed(key)),
    )
    .flat()
}

export function isDeletion({ intent }: PendingMutation): boolean {
  return intent?.op === 'delete' || intent?.op === 'erase'
}
