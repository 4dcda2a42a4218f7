/**
 * Milliseconds that `findKey` waits; even a slow tab that is just starting answers within it, a
 * frozen one does not.
 */
const PATIENCE = 5000

/**
 * Messages between the tabs and workers of one owner, sent over a `BroadcastChannel`. Never stored.
 */
type Word =
  | { type: 'who has it'; id: string }
  | { type: 'key'; id: string; key: Uint8Array<ArrayBuffer> }
  | { type: 'lock' }
  /**
   * `at`: time of the activity in UTC milliseconds, because a frozen tab receives the message late.
   */
  | { type: 'in use'; at: number }

interface Held {
  userId: string
  /** Id of the key envelope (`Seal`) that this data key belongs to. */
  id: string
  key: Uint8Array<ArrayBuffer>
}

let held: Held | undefined
let answering: BroadcastChannel | undefined

export interface KeyNews {
  /** Another tab locked. */
  locked: () => void
  /** The owner was active in another tab at this time, UTC milliseconds. */
  used: (at: number) => void
  /**
   * Another tab asks for the key. A tab that was idle for too long must lock here, before it
   * answers.
   */
  asked: () => void
}

/**
 * Keeps the data key in this tab's memory, and sends it to this owner's other tabs and workers on
 * request.
 */
export function holdKey(next: Held, news: KeyNews): void {
  answering?.close()
  held = next
  answering = new BroadcastChannel(nameOf(next.userId))
  answering.onmessage = ({ data }: MessageEvent<Word>) => {
    if (data.type === 'who has it' && data.id === next.id) {
      news.asked()
      if (held === next) tell({ ...next, type: 'key' })
    }
    if (data.type === 'lock') news.locked()
    if (data.type === 'in use') news.used(data.at)
  }
  // Tabs that show the lock screen unlock now.
  tell({ ...next, type: 'key' })
}

/** Overwrites the data key in memory with zeros, and stops answering other tabs. */
export function dropKey(): void {
  held?.key.fill(0)
  held = undefined
  answering?.close()
  answering = undefined
}

/** Whether this tab has the data key of this envelope. */
export function holds(userId: string, id: string): boolean {
  return held?.userId === userId && held.id === id
}

export function tellLock(): void {
  tell({ type: 'lock' })
}

export function tellUse(at: number): void {
  tell({ type: 'in use', at })
}

/**
 * Returns this tab's data key, or another tab's; undefined if no tab answers within `patience`
 * milliseconds.
 */
export async function findKey(
  userId: string,
  id: string,
  patience = PATIENCE,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (held?.userId === userId && held.id === id) return held.key
  return new Promise((resolve) => {
    const end = onKey(userId, id, take)
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
export function onKey(
  userId: string,
  id: string,
  take: (key: Uint8Array<ArrayBuffer>) => void,
): () => void {
  const channel = new BroadcastChannel(nameOf(userId))
  channel.onmessage = ({ data }: MessageEvent<Word>) => {
    if (data.type === 'key' && data.id === id) take(data.key)
  }
  channel.postMessage({ type: 'who has it', id } satisfies Word)
  return () => channel.close()
}

function tell(word: Word): void {
  answering?.postMessage(word)
}

const nameOf = (userId: string) => `seal-${userId}`
