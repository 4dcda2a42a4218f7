import { type ChangeEvent, type FormEvent, type RefObject, useState } from 'react'
import {
  changePassphrase,
  removePassphrase,
  setPassphrase,
} from '#client/data/encryption/page-lock.ts'
import { MIN_PASSPHRASE_LENGTH, normalizePassphrase } from '#client/data/encryption/passphrase.ts'
import { DeskDialog } from '#client/desk/kit/dialogs/dialog.tsx'
import { PassphraseField } from '#client/desk/kit/passphrase-field.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { useOneAtATime } from '#client/lib/use-one-at-a-time.ts'
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
  const asking = usePassphraseForm(userId, action, () => ref.current?.close())
  const { state, errors } = asking
  return (
    <DeskDialog ref={ref} title={title} onClose={asking.reset}>
      <form className={styles.form} noValidate onSubmit={asking.submit}>
        <p className={kit.text}>{text}</p>
        {action === 'set' ? null : (
          <PassphraseField
            label="Current passphrase"
            {...asking.field('current')}
            error={errors.current}
          />
        )}
        {action === 'remove' ? null : (
          <>
            <PassphraseField
              label="New passphrase"
              {...asking.field('next')}
              hint={`At least ${MIN_PASSPHRASE_LENGTH} characters`}
              error={errors.next}
            />
            <PassphraseField
              label="Repeat passphrase"
              {...asking.field('again')}
              error={errors.again}
            />
          </>
        )}
        <p className={`${kit.warning} ${styles.status}`} role="status">
          {statusTexts[state]}
        </p>
        <div className={kit.rowEnd}>
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
        </div>
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
type Errors = Partial<PassphraseInput>

const WRONG_PASSPHRASE: Errors = { current: 'That is not the current passphrase.' }

export type PassphraseAction = 'set' | 'change' | 'remove'

const doneTexts: Record<PassphraseAction, string> = {
  set: 'The passphrase is set. Everything on this device is encrypted.',
  change: 'The passphrase is changed.',
  remove: 'The passphrase is removed.',
}

/** The state of the form. `onDone` is called once the passphrase is set, changed or removed. */
function usePassphraseForm(userId: string, action: PassphraseAction, onDone: () => void) {
  const [typed, setTyped] = useState<PassphraseInput>(EMPTY_INPUT)
  const [errors, setErrors] = useState<Errors>({})
  const [state, setState] = useState<FormState>('asking')
  const { run } = useOneAtATime()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    void run(() => apply(form))
  }
  const apply = async (form: HTMLFormElement) => {
    const wrong = action === 'remove' ? {} : validateInput(typed)
    setErrors(wrong)
    if (Object.keys(wrong).length > 0) return focusFirstInvalid(form, wrong)
    setState('working')
    try {
      const right = await applyAction({ userId, action, typed }, () => setState('blocked'))
      setState('asking')
      if (right) onDone()
      else setErrors(WRONG_PASSPHRASE)
      if (right) announce(doneTexts[action])
      else focusFirstInvalid(form, WRONG_PASSPHRASE)
    } catch {
      setState('failed')
    }
  }
  const reset = () => {
    setTyped(EMPTY_INPUT)
    setErrors({})
  }
  const field = (name: keyof PassphraseInput) => ({
    name,
    value: typed[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) =>
      setTyped((before) => ({ ...before, [name]: target.value })),
  })
  return { errors, state, submit, reset, field }
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

function validateInput({ next, again }: PassphraseInput): Errors {
  if ([...normalizePassphrase(next)].length < MIN_PASSPHRASE_LENGTH)
    return { next: `Please use at least ${MIN_PASSPHRASE_LENGTH} characters.` }
  return normalizePassphrase(next) === normalizePassphrase(again)
    ? {}
    : { again: 'The passphrases do not match.' }
}

function focusFirstInvalid(form: HTMLFormElement, wrong: Errors): void {
  const [name] = Object.keys(wrong)
  const field = name && form.elements.namedItem(name)
  if (field instanceof HTMLInputElement) field.focus()
}
