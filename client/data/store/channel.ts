import type { DataState } from './types.ts'

/** A message between the tabs of one owner. */
export type TabMessage =
  | { type: 'changed'; ids: readonly string[] | 'all' }
  | ({ type: 'state' } & Pick<DataState, 'sync' | 'isUnreachable' | 'progress'>)

export interface TabChannel {
  post(message: TabMessage): void
  /** Receives the messages of other tabs, not its own. */
  listen(listener: (news: TabMessage) => void): void
  close(): void
}

/** Without `BroadcastChannel`, a tab sees the edits of other tabs at its own next sync. */
const noChannel: TabChannel = {
  post: () => undefined,
  listen: () => undefined,
  close: () => undefined,
}

export function openTabChannel(userId: string): TabChannel {
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
