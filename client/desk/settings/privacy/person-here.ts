import { book, bookNews, bookOpened } from '#client/book/page-book.ts'
import type { HeldHere, PersonHere } from '#client/book/store/types.ts'
import { forget } from '#client/desk/queries/known.ts'

/** What this device alone has of a person; undefined where its client book cannot be read. */
export async function heldHere(person: PersonHere): Promise<HeldHere[] | undefined> {
  return (await isOpen()) ? book().heldOf(person).catch(nothing) : undefined
}

/** So that the server erases what waits, too: it would take it in afterwards. */
export async function sendWaiting(): Promise<void> {
  if (await isOpen()) await book().sync().catch(nothing)
}

/** Whether nothing of a person whom the server erased is left here. */
export async function eraseHere(person: PersonHere): Promise<boolean> {
  forget()
  if (!(await isOpen())) return false
  return book()
    .eraseOf(person)
    .then(() => true)
    .catch(() => false)
}

async function isOpen(): Promise<boolean> {
  await bookOpened()
  return bookNews().state.phase === 'ready'
}

const nothing = () => undefined
