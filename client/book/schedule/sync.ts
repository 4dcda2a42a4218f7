import { book } from '#client/book/page-book.ts'

/** After the last of a row of edits, milliseconds. */
const PAUSE = 1000

let timer: ReturnType<typeof setTimeout> | undefined

/** Exchanges with the server what waits; resolves whether or not it answered. */
export async function exchangeNow(): Promise<void> {
  clearTimeout(timer)
  await book().sync()
}

/** The same, once nothing was edited for a moment. */
export function exchangeSoon(): void {
  clearTimeout(timer)
  timer = setTimeout(() => {
    // The next occasion is as good: nothing that waits is lost.
    exchangeNow().catch(() => undefined)
  }, PAUSE)
}

/** Fetched once the hours are drawn: with Dexie it weighs more than their page. */
export const scheduleWork = () => import('./work.ts')
