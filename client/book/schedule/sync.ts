import { book } from '#client/book/page-book.ts'

/** Milliseconds after the last edit before the next sync. */
const PAUSE = 1000

let timer: ReturnType<typeof setTimeout> | undefined

/** Syncs now; resolves also if the server did not answer. */
export async function exchangeNow(): Promise<void> {
  clearTimeout(timer)
  await book().sync()
}

/** Syncs after `PAUSE` without further edits. */
export function exchangeSoon(): void {
  clearTimeout(timer)
  timer = setTimeout(() => {
    // The mutations stay queued; the next sync sends them.
    exchangeNow().catch(() => undefined)
  }, PAUSE)
}

/** Loaded after the schedule page has rendered: with Dexie this code is larger than the page. */
export const scheduleWork = () => import('./work.ts')
