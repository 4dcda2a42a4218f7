/**
 * Milliseconds that `findKey` waits; even a slow tab that is just starting answers within it, a
 * frozen one does not.
 */
const KEY_TIMEOUT = 5000

/**
 * Messages between the tabs and workers of one owner, sent over a `BroadcastChannel`. Never stored.
 */
type KeyMessage =
  | { type: 'who has it'; id: string }
  | { type: 'key'; id: string; key: Uint8Array<ArrayBuffer> }
  | { type: 'lock' }
  /**
   * `at`: time of the activity in UTC milliseconds, because a frozen tab receives the message late.
   */
  | { type: 'in use'; at: number }

interface HeldKey {
  userId: string
  /** Id of the key envelope (`Seal`) that this data key belongs to. */
  id: string
  key: Uint8Array<ArrayBuffer>
}

let heldKey: HeldKey | undefined
let keyChannel: BroadcastChannel | undefined

export interface KeyListener {
  /** Another tab locked. */
  onLock: () => void
  /** The owner was active in another tab at this time, UTC milliseconds. */
  onActivity: (at: number) => void
  /**
   * Another tab asks for the key. A tab that was idle for too long must lock here, before it
   * answers.
   */
  onKeyRequest: () => void
}

/**
 * Keeps the data key in this tab's memory, and sends it to this owner's other tabs and workers on
 * request.
 */
export function holdKey(next: HeldKey, listener: KeyListener): void {
  keyChannel?.close()
  heldKey = next
  keyChannel = new BroadcastChannel(getChannelName(next.userId))
  keyChannel.onmessage = ({ data }: MessageEvent<KeyMessage>) => {
    if (data.type === 'who has it' && data.id === next.id) {
      listener.onKeyRequest()
      if (heldKey === next) broadcast({ ...next, type: 'key' })
    }
    if (data.type === 'lock') listener.onLock()
    if (data.type === 'in use') listener.onActivity(data.at)
  }
  // Tabs that show the lock screen unlock now.
  broadcast({ ...next, type: 'key' })
}

/** Overwrites the data key in memory with zeros, and stops answering other tabs. */
export function dropKey(): void {
  heldKey?.key.fill(0)
  heldKey = undefined
  keyChannel?.close()
  keyChannel = undefined
}

/** Whether this tab has the data key of this envelope. */
export function hasKey(userId: string, id: string): boolean {
  return heldKey?.userId === userId && heldKey.id === id
}

export function broadcastLock(): void {
  broadcast({ type: 'lock' })
}

export function broadcastActivity(at: number): void {
  broadcast({ type: 'in use', at })
}

/**
 * Returns this tab's data key, or another tab's; undefined if no tab answers within `patience`
 * milliseconds.
 */
export async function findKey(
  userId: string,
  id: string,
  patience = KEY_TIMEOUT,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (heldKey?.userId === userId && heldKey.id === id) return heldKey.key
  return new Promise((resolve) => {
    const end = requestKey(userId, id, take)
    const timer = setTimeout(take, patience)
    function take(key?: Uint8Array<ArrayBuffer>) {
      clearTimeout(timer)
      end()
      resolve(key)
    }
  })
}

/**
 * Asks the other tabs for the key and calls `take` each time one sends it, now or later. Returns
 * the unsubscribe function.
 */
export function requestKey(
  userId: string,
  id: string,
  take: (key: Uint8Array<ArrayBuffer>) => void,
): () => void {
  const channel = new BroadcastChannel(getChannelName(userId))
  channel.onmessage = ({ data }: MessageEvent<KeyMessage>) => {
    if (data.type === 'key' && data.id === id) take(data.key)
  }
  channel.postMessage({ type: 'who has it', id } satisfies KeyMessage)
  return () => channel.close()
}

function broadcast(word: KeyMessage): void {
  keyChannel?.postMessage(word)
}

const getChannelName = (userId: string) => `seal-${userId}`
