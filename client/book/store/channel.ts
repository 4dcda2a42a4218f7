import type { BookState } from './types.ts'

/** A message between the tabs of one owner. */
export type BookNews =
  | { type: 'changed'; ids: readonly string[] | 'all' }
  | ({ type: 'state' } & Pick<BookState, 'sync' | 'progress'>)

export interface BookChannel {
  tell(news: BookNews): void
  /** Receives the messages of other tabs, not its own. */
  hear(listener: (news: BookNews) => void): void
  close(): void
}

/** Without `BroadcastChannel`, a tab sees the edits of other tabs at its own next sync. */
const nobody: BookChannel = { tell: () => undefined, hear: () => undefined, close: () => undefined }

export function bookChannel(userId: string): BookChannel {
  if (!('BroadcastChannel' in globalThis)) return nobody
  const channel = new BroadcastChannel(`crm-${userId}`)
  return {
    tell: (news) => channel.postMessage(news),
    hear: (listener) => {
      channel.onmessage = ({ data }) => listener(data as BookNews)
    },
    close: () => channel.close(),
  }
}
