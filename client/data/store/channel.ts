import type { BookState } from './types.ts'

/** A message between the tabs of one owner. */
export type TabMessage =
  | { type: 'changed'; ids: readonly string[] | 'all' }
  | ({ type: 'state' } & Pick<BookState, 'sync' | 'isUnreachable' | 'progress'>)

export interface BookChannel {
  post(message: TabMessage): void
  /** Receives the messages of other tabs, not its own. */
  listen(listener: (news: TabMessage) => void): void
  close(): void
}

/** Without `BroadcastChannel`, a tab sees the edits of other tabs at its own next sync. */
const noChannel: BookChannel = {
  post: () => undefined,
  listen: () => undefined,
  close: () => undefined,
}

export function openBookChannel(userId: string): BookChannel {
  if (!('BroadcastChannel' in globalThis)) return noChannel
  const channel = new BroadcastChannel(`crm-${userId}`)
  return {
    post: (message) => channel.postMessage(message),
    listen: (listener) => {
      channel.onmessage = ({ data }) => listener(data as TabMessage)
    },
    close: () => channel.close(),
  }
}
