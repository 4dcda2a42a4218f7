import type { RefObject } from 'react'
import { DeskDialog } from '#client/desk/kit/dialogs/dialog.tsx'
import { PassphraseField } from '#client/desk/kit/passphrase-field.tsx'
import { SHORTEST } from '#client/encryption/passphrase.ts'
import { Button } from '#client/ui/button.tsx'
import styles from './passphrase-dialog.module.css'
import { type Answer, usePassphrase, type Wish } from './use-passphrase.ts'

const words: Record<Wish, { title: string; deed: string; text: string }> = {
  set: {
    title: 'Lock this device with a passphrase',
    deed: 'Set passphrase',
    text: 'It is asked for when you open the desk, and after 15 minutes without use. If you forget it, what has not been sent is lost. The disk may hold older traces for a while.',
  },
  change: {
    title: 'Change the passphrase',
    deed: 'Change passphrase',
    text: 'If you forget it, what has not been sent is lost.',
  },
  remove: {
    title: 'Remove the passphrase?',
    deed: 'Remove passphrase',
    text: 'What this device keeps is then open to whoever can use this browser.',
  },
}

interface PassphraseDialogProps {
  ref: RefObject<HTMLDialogElement | null>
  userId: string
  wish: Wish
}

/** Sets what this device is locked with, changes it, or takes it off. */
export function PassphraseDialog({ ref, userId, wish }: PassphraseDialogProps) {
  const { title, deed, text } = words[wish]
  const asking = usePassphrase(userId, wish, () => ref.current?.close())
  const { state, errors } = asking
  return (
    <DeskDialog ref={ref} title={title} onClose={asking.reset}>
      <form className={styles.form} noValidate onSubmit={(event) => void asking.submit(event)}>
        <p>{text}</p>
        {wish === 'set' ? null : (
          <PassphraseField
            label="Current passphrase"
            {...asking.field('current')}
            error={errors.current}
          />
        )}
        {wish === 'remove' ? null : (
          <>
            <PassphraseField
              label="New passphrase"
              {...asking.field('next')}
              hint={`At least ${SHORTEST} characters`}
              error={errors.next}
            />
            <PassphraseField label="Once more" {...asking.field('again')} error={errors.again} />
          </>
        )}
        <p className={styles.status} role="status">
          {statusWords[state]}
        </p>
        <div className={styles.actions}>
          <Button small variant="ghost" onClick={() => ref.current?.close()}>
            Cancel
          </Button>
          <Button
            small
            type="submit"
            variant={wish === 'remove' ? 'danger' : 'primary'}
            busy={state === 'working' || state === 'blocked'}
          >
            {deed}
          </Button>
        </div>
      </form>
    </DeskDialog>
  )
}

const statusWords: Record<Answer, string> = {
  asking: '',
  working: 'One moment…',
  blocked:
    'Another tab of this site holds on to what is kept here. Please close it: this goes on by itself then.',
  failed: 'That did not work, and nothing was changed. Please try again.',
}
