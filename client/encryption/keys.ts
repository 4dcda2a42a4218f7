/** Tabs that are not frozen answer within this time, also slow ones that are just starting; milliseconds. */
const PATIENCE = 5000

/** What the tabs and workers of one owner tell each other; never written down anywhere. */
type Word =
  | { type: 'who has it'; id: string }
  | { type: 'key'; id: string; key: Uint8Array<ArrayBuffer> }
  | { type: 'lock' }
  /** At what time, UTC milliseconds: a tab that was frozen hears of it late. */
  | { type: 'in use'; at: number }

interface Held {
  userId: string
  /** Of the seal that it opens. */
  id: string
  key: Uint8Array<ArrayBuffer>
}

let held: Held | undefined
let answering: BroadcastChannel | undefined

export interface KeyNews {
  /** Locked in another tab. */
  locked: () => void
  /** Somebody does something in another tab. */
  used: (at: number) => void
  /** Somebody wants the key: whoever was left alone for too long locks first. */
  asked: () => void
}

/** Keeps the data key in this tab's memory, and hands it to this owner's other tabs and workers. */
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
  // Whoever waits with a lock screen opens now.
  tell({ ...next, type: 'key' })
}

export function dropKey(): void {
  held?.key.fill(0)
  held = undefined
  answering?.close()
  answering = undefined
}

/** Whether this tab has it. */
export function holds(userId: string, id: string): boolean {
  return held?.userId === userId && held.id === id
}

export function tellLock(): void {
  tell({ type: 'lock' })
}

export function tellUse(at: number): void {
  tell({ type: 'in use', at })
}

/** This tab's, or that of any other in which the passphrase was given; undefined while all are locked. */
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

/** Asks for it, and hears when somebody gives it, now or later; returns the way to end it. */
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
