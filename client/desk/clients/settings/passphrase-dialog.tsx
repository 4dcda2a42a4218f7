import { type RefObject, useState } from 'react'
import {
  changePassphrase,
  removePassphrase,
  setPassphrase,
} from '#client/data/encryption/page-lock.ts'
import { MIN_PASSPHRASE_LENGTH, normalizePassphrase } from '#client/data/encryption/passphrase.ts'
import { DeskDialog, DialogFoot } from '#client/desk/kit/dialogs/dialog.tsx'
import { PassphraseField } from '#client/desk/kit/passphrase-field.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { type FieldErrors, useForm, useFormValues } from '#client/lib/use-form.ts'
import { announce } from '#client/ui/announcer.tsx'
import { Button } from '#client/ui/button.tsx'
import styles from './passphrase-dialog.module.css'

const actionTexts: Record<PassphraseAction, { title: string; button: string; text: string }> = {
  set: {
    title: 'Lock this device with a passphrase',
    button: 'Set passphrase',
    text: 'You will be asked for it when you open the desk and after 15 minutes of inactivity. If you forget it, unsynced changes are lost. Traces of older, unencrypted data may remain on the disk for a while.',
  },
  change: {
    title: 'Change the passphrase',
    button: 'Change passphrase',
    text: 'If you forget it, unsynced changes are lost.',
  },
  remove: {
    title: 'Remove the passphrase?',
    button: 'Remove passphrase',
    text: 'Anyone who can use this browser will be able to read what is stored here.',
  },
}

interface PassphraseDialogProps {
  ref: RefObject<HTMLDialogElement | null>
  userId: string
  action: PassphraseAction
}

/** Sets, changes or removes the passphrase of this device. */
export function PassphraseDialog({ ref, userId, action }: PassphraseDialogProps) {
  const { title, button, text } = actionTexts[action]
  const { form, state, clear } = usePassphraseForm(userId, action, () => ref.current?.close())
  return (
    <DeskDialog ref={ref} title={title} onClose={clear}>
      <form {...form.props} className="stack gap-4">
        <p className={kit.text}>{text}</p>
        {action === 'set' ? null : (
          <PassphraseField label="Current passphrase" {...form.field('current')} />
        )}
        {action === 'remove' ? null : (
          <>
            <PassphraseField
              label="New passphrase"
              {...form.field('next')}
              hint={`At least ${MIN_PASSPHRASE_LENGTH} characters`}
            />
            <PassphraseField label="Repeat passphrase" {...form.field('again')} />
          </>
        )}
        <p className={`${kit.warning} ${styles.status}`} role="status">
          {statusTexts[state]}
        </p>
        <DialogFoot>
          <Button small variant="ghost" onClick={() => ref.current?.close()}>
            Cancel
          </Button>
          <Button
            small
            type="submit"
            variant={action === 'remove' ? 'danger' : 'primary'}
            busy={state === 'working' || state === 'blocked'}
          >
            {button}
          </Button>
        </DialogFoot>
      </form>
    </DeskDialog>
  )
}

const statusTexts: Record<FormState, string> = {
  asking: '',
  working: 'One moment…',
  blocked: 'Another tab of this site is using this data. Please close it to continue.',
  failed: 'That did not work, and nothing was changed. Please try again.',
}

export type FormState = 'asking' | 'working' | 'blocked' | 'failed'

const EMPTY_INPUT = { current: '', next: '', again: '' }
type PassphraseInput = typeof EMPTY_INPUT

export type PassphraseAction = 'set' | 'change' | 'remove'

const doneTexts: Record<PassphraseAction, string> = {
  set: 'The passphrase is set. Everything on this device is encrypted.',
  change: 'The passphrase is changed.',
  remove: 'The passphrase is removed.',
}

/** The form and its state. `onDone` is called once the passphrase is set, changed or removed. */
function usePassphraseForm(userId: string, action: PassphraseAction, onDone: () => void) {
  const [state, setState] = useState<FormState>('asking')
  const values = useFormValues(EMPTY_INPUT)
  const form = useForm({
    values,
    rules: action === 'remove' ? () => ({}) : validateInput,
    async submit(typed) {
      setState('working')
      try {
        const right = await applyAction({ userId, action, typed }, () => setState('blocked'))
        setState('asking')
        if (!right) return { fields: { current: 'That is not the current passphrase.' } }
        onDone()
        announce(doneTexts[action])
      } catch {
        setState('failed')
      }
      return undefined
    },
  })
  const clear = () => {
    values.change(EMPTY_INPUT)
    form.reset()
  }
  return { form, state, clear }
}

async function applyAction(
  { userId, action, typed }: { userId: string; action: PassphraseAction; typed: PassphraseInput },
  onBlocked: () => void,
): Promise<boolean> {
  if (action === 'change') return changePassphrase(userId, typed.current, typed.next)
  if (action === 'remove') return removePassphrase(userId, typed.current, onBlocked)
  await setPassphrase(userId, typed.next, onBlocked)
  return true
}

function validateInput({ next, again }: PassphraseInput): FieldErrors {
  if ([...normalizePassphrase(next)].length < MIN_PASSPHRASE_LENGTH)
    return { next: `Please use at least ${MIN_PASSPHRASE_LENGTH} characters.` }
  return normalizePassphrase(next) === normalizePassphrase(again)
    ? {}
    : { again: 'The passphrases do not match.' }
}
