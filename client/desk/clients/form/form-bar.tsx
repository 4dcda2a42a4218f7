import { useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { ConfirmDialog } from '#client/desk/kit/confirm-dialog.tsx'
import { Button } from '#client/ui/button.tsx'
import { type ClientDraft, isChanged } from './client-draft.ts'
import styles from './form-bar.module.css'

interface FormBarProps {
  draft: ClientDraft
  back: string
  busy: boolean
  /** The device does not keep what is typed. */
  unkept: boolean
  onDiscard: () => void
}

/** At the foot of the form, in sight wherever one is in it. */
export function FormBar({ draft, back, busy, unkept, onDiscard }: FormBarProps) {
  const question = useRef<HTMLDialogElement>(null)
  const navigate = useNavigate()
  const leave = () => navigate(back, { preventScrollReset: true })
  return (
    <div className={styles.bar}>
      <p>
        {unkept
          ? 'This device does not keep what you type before it is saved.'
          : 'Saved on this device first, then synced.'}
      </p>
      <div className={styles.actions}>
        <Button
          small
          variant="ghost"
          onClick={() => (isChanged(draft) ? question.current?.showModal() : void leave())}
        >
          Cancel
        </Button>
        <Button small type="submit" busy={busy}>
          {busy ? 'Saving...' : 'Save client'}
        </Button>
      </div>
      <ConfirmDialog
        ref={question}
        title="Discard what you typed?"
        confirm="Discard"
        keep="Go on writing"
        danger
        onConfirm={() => {
          onDiscard()
          void leave()
        }}
      >
        It is kept on this device until you save or discard it.
      </ConfirmDialog>
    </div>
  )
}
