import type { LastChanges } from '#shared/desk/news-api.ts'

interface Watch {
  start(): void
  stop(): void
}

interface ShareParts {
  /** Whose desk; also names what the tabs share. */
  userId: string
  locks: Pick<LockManager, 'request'> | undefined
  watch(tell: (changes: LastChanges) => void): Watch
  heard(changes: LastChanges): void
}

type Message = { changes: LastChanges } | 'what is the last'

/**
 * One watch for all tabs that somebody looks at: browsers allow a site six connections over HTTP/1.1.
 * The tab with the lock watches and tells the others; when it is hidden or closed, another gets the
 * lock. Returns what ends this tab's part.
 */
export function shareWatch({ userId, locks, watch, heard }: ShareParts): () => void {
  const name = `desk-changes-${userId}`
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(name) : undefined
  const post = (message: Message) => channel?.postMessage(message)
  let last: LastChanges | undefined
  const own = watch((changes) => {
    last = changes
    heard(changes)
    post({ changes })
  })
  let watches = false
  if (channel)
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data !== 'what is the last') heard(data.changes)
      else if (watches && last) post({ changes: last })
    }
  const left = new AbortController()
  const begin = () => {
    watches = true
    own.start()
  }
  if (locks && channel) {
    post('what is the last')
    const until = new Promise<void>((done) => left.signal.addEventListener('abort', () => done()))
    const held = () => {
      if (!left.signal.aborted) begin()
      return until
    }
    // Rejects where this tab leaves before it was its turn.
    locks.request(name, { signal: left.signal }, held).catch(() => undefined)
  } else begin()
  return () => {
    left.abort()
    own.stop()
    channel?.close()
  }
}
