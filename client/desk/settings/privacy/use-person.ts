import { useState } from 'react'
import type { HeldHere } from '#client/book/store/types.ts'
import { systemClock } from '#client/lib/clock.ts'
import { type ApiRefusal, call } from '#client/lib/data/api.ts'
import { announce } from '#client/ui/announcer.tsx'
import { erasePerson, findPerson, type Holdings } from '#shared/privacy/api.ts'
import { eraseHere, heldHere, sendWaiting } from './person-here.ts'

export interface Found {
  holdings: Holdings
  /** What only this device has; undefined where that cannot be read, or could not be erased. */
  here: HeldHere[] | undefined
  /** UTC milliseconds. */
  at: number
  erased: boolean
}

/** Looks for a person by e-mail, and erases whom it found; one request at a time. */
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
