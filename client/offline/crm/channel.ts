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

export function bookChannel(userId: string): BookChannel {
  const channel = new BroadcastChannel(`crm-${userId}`)
  return {
    tell: (news) => channel.postMessage(news),
    hear: (listener) => {
      channel.onmessage = ({ data }) => listener(data as BookNews)
    },
    close: () => channel.close(),
  }
}
