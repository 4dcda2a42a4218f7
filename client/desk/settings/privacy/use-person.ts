import { useState } from 'react'
import { book, bookNews, bookOpened } from '#client/book/page-book.ts'
import type { HeldHere, PersonHere } from '#client/book/store/types.ts'
import { forget } from '#client/desk/queries/known.ts'
import { systemClock } from '#client/lib/clock.ts'
import { type ApiRefusal, call } from '#client/lib/data/api.ts'
import { announce } from '#client/ui/announcer.tsx'
import { erasePerson, findPerson, type Holdings } from '#shared/privacy/api.ts'

export interface Found {
  holdings: Holdings
  /** What only this device has; undefined if it cannot be read or could not be erased. */
  here: HeldHere[] | undefined
  /** UTC milliseconds. */
  at: number
  erased: boolean
}

/** Finds a person's data by e-mail address, and erases it; one request at a time. */
export function usePerson(onDone: () => void) {
  const [found, setFound] = useState<Found>()
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<{ refusal: ApiRefusal; email: string; erase: boolean }>()
  const ask = async (email: string, erase: boolean) => {
    setBusy(true)
    setTrouble(undefined)
    if (erase) await sendWaiting()
    const answer = await call(erase ? erasePerson : findPerson, { email })
    const here = answer.ok ? await hereOf(answer.value, erase) : undefined
    setBusy(false)
    if (!answer.ok) return setTrouble({ refusal: answer.refusal, email, erase })
    setFound({ holdings: answer.value, here, at: systemClock(), erased: erase })
    onDone()
    announce(erase ? 'This person was erased.' : 'The search has ended.')
  }
  return {
    found,
    busy,
    find: (email: string) => void ask(email, false),
    erase: (email: string) => void ask(email, true),
    trouble: trouble?.refusal,
    wasErasing: trouble?.erase ?? false,
    again: () => {
      if (trouble) void ask(trouble.email, trouble.erase)
    },
    dismiss: () => setTrouble(undefined),
  }
}

async function hereOf({ email, clientIds: ids }: Holdings, erase: boolean) {
  if (!erase) return heldHere({ email, ids })
  return (await eraseHere({ email, ids })) ? [] : undefined
}

/**
 * What only this device has about a person; undefined if the client book cannot be opened or read.
 */
async function heldHere(person: PersonHere): Promise<HeldHere[] | undefined> {
  return (await isOpen()) ? book().heldOf(person).catch(nothing) : undefined
}

/** Sends pending mutations before an erasure: the server would otherwise store them after it. */
async function sendWaiting(): Promise<void> {
  if (await isOpen()) await book().sync().catch(nothing)
}

/** Erases a person's data on this device. Resolves to whether that succeeded. */
async function eraseHere(person: PersonHere): Promise<boolean> {
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
