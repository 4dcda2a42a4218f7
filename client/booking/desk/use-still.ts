import { type RefObject, useEffect, useState } from 'react'
import type { DeskBooking } from '../../../shared/booking/desk-api.ts'

interface Still {
  /** Where the booking's dialogs are. */
  frame: RefObject<HTMLElement | null>
  latest: DeskBooking
  /** The server refused a command: what it knows now is to be seen, also behind the dialog. */
  refused: boolean
}

/**
 * The booking as it was when a dialog over it was opened. A change from elsewhere neither takes the
 * dialog away nor lets a command pass that was meant for what the owner saw.
 */
export function useStill({ frame, latest, refused }: Still): DeskBooking {
  const [shown, setShown] = useState(latest)
  const [closed, setClosed] = useState(0)
  useEffect(() => {
    const element = frame.current
    const close = () => setClosed((count) => count + 1)
    // The event does not bubble.
    element?.addEventListener('close', close, true)
    return () => element?.removeEventListener('close', close, true)
  }, [frame])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a closed dialog is an occasion.
  useEffect(() => {
    if (refused || !frame.current?.querySelector('dialog[open]')) setShown(latest)
  }, [frame, latest, refused, closed])
  return shown
}
