import type { BookState } from './types.ts'

/** What the tabs of one owner tell each other. */
export type BookNews =
  | { type: 'changed'; ids: readonly string[] | 'all' }
  | ({ type: 'state' } & Pick<BookState, 'sync' | 'progress'>)

export interface BookChannel {
  tell(news: BookNews): void
  /** What others tell; not one's own. */
  hear(listener: (news: BookNews) => void): void
  close(): void
}

/** Where the browser has none, each tab sees what others did at its own next exchange. */
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
