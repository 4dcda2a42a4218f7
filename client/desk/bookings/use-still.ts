import { type RefObject, useEffect, useRef, useState } from 'react'
import type { DeskBooking } from '#shared/booking/desk-api.ts'
import type { Commanding } from './use-command.ts'

/** The booking as it was when a dialog over it was opened, and how many commands had been given. */
interface Held {
  booking: DeskBooking
  given: number
}

type Command = Pick<Commanding, 'given' | 'failed'>

/**
 * What the owner saw when she opened a dialog, for as long as it is open: a command from it is
 * refused where the booking has changed since. `useShown` keeps the dialog itself from going.
 */
export function useHeld(frame: RefObject<HTMLElement | null>, latest: DeskBooking) {
  const [held, setHeld] = useState<Held>()
  const now = useRef({ booking: latest, given: 0 })
  now.current.booking = latest
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const watch = new MutationObserver(() => {
      const isOpen = element.querySelector('dialog[open]') !== null
      setHeld((before) => (isOpen ? (before ?? { ...now.current }) : undefined))
    })
    watch.observe(element, { subtree: true, attributes: true, attributeFilter: ['open'] })
    return () => watch.disconnect()
  }, [frame])
  return { held, now, letGo: () => setHeld(undefined) }
}

/** Held until a command is given: what comes of it is shown at once, also behind the dialog. */
export function useShown(
  { held, now, letGo }: ReturnType<typeof useHeld>,
  latest: DeskBooking,
  { given, failed }: Command,
): DeskBooking {
  now.current.given = given
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a failure is the occasion.
  useEffect(() => {
    if (failed) letGo()
  }, [failed])
  return held?.given === given ? held.booking : latest
}
