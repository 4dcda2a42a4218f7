import { getBook } from '#client/book/book-client.ts'

/** Milliseconds after the last edit before the next sync. */
const PAUSE = 1000

let timer: ReturnType<typeof setTimeout> | undefined

/** Syncs now; resolves also if the server did not answer. */
export async function syncBookNow(): Promise<void> {
  clearTimeout(timer)
  await getBook().sync()
}

/** Syncs after `PAUSE` without further edits. */
export function syncBookSoon(): void {
  clearTimeout(timer)
  timer = setTimeout(() => {
    // The mutations stay queued; the next sync sends them.
    syncBookNow().catch(() => undefined)
  }, PAUSE)
}

/** Loaded after the schedule page has rendered: with Dexie this code is larger than the page. */
export const loadScheduleDrafts = () => import('./schedule-drafts.ts')
