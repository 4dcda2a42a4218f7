import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router-dom'
import { ConfirmDialog } from '#client/desk/kit/confirm-dialog.tsx'

/** Asks before unsaved changes are left behind, inside the site and out of it. */
export function LeaveQuestion({ dirty }: { dirty: boolean }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty && currentLocation.pathname !== nextLocation.pathname,
  )
  const { state } = blocker
  useEffect(() => {
    if (state === 'blocked') dialog.current?.showModal()
    else dialog.current?.close()
  }, [state])
  useEffect(() => {
    if (!dirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [dirty])
  return (
    <ConfirmDialog
      ref={dialog}
      title="Leave without saving?"
      confirm="Leave"
      keep="Stay"
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      Your changes are not on the website yet. They stay on this device, and are here when you come
      back.
    </ConfirmDialog>
  )
}
