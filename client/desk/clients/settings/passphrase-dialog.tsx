import { type ChangeEvent, type FormEvent, type RefObject, useState } from 'react'
import { DeskDialog } from '#client/desk/kit/dialogs/dialog.tsx'
import { PassphraseField } from '#client/desk/kit/passphrase-field.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { changePassphrase, removePassphrase, setPassphrase } from '#client/encryption/page-seal.ts'
import { asUsed, SHORTEST } from '#client/encryption/passphrase.ts'
import { announce } from '#client/ui/announcer.tsx'
import { Button } from '#client/ui/button.tsx'
import styles from './passphrase-dialog.module.css'

const words: Record<Wish, { title: string; deed: string; text: string }> = {
  set: {
    title: 'Lock this device with a passphrase',
    deed: 'Set passphrase',
    text: 'You will be asked for it when you open the desk and after 15 minutes of inactivity. If you forget it, unsynced changes are lost. Traces of older, unencrypted data may remain on the disk for a while.',
  },
  change: {
    title: 'Change the passphrase',
    deed: 'Change passphrase',
    text: 'If you forget it, unsynced changes are lost.',
  },
  remove: {
    title: 'Remove the passphrase?',
    deed: 'Remove passphrase',
    text: 'Anyone who can use this browser will be able to read what is stored here.',
  },
}

interface PassphraseDialogProps {
  ref: RefObject<HTMLDialogElement | null>
  userId: string
  wish: Wish
}

/** Sets, changes or removes the passphrase of this device. */
export function PassphraseDialog({ ref, userId, wish }: PassphraseDialogProps) {
  const { title, deed, text } = words[wish]
  const asking = usePassphrase(userId, wish, () => ref.current?.close())
  const { state, errors } = asking
  return (
    <DeskDialog ref={ref} title={title} onClose={asking.reset}>
      <form className={styles.form} noValidate onSubmit={(event) => void asking.submit(event)}>
        <p className={kit.words}>{text}</p>
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
            <PassphraseField
              label="Repeat passphrase"
              {...asking.field('again')}
              error={errors.again}
            />
          </>
        )}
        <p className={`${kit.warning} ${styles.status}`} role="status">
          {statusWords[state]}
        </p>
        <div className={kit.rowEnd}>
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
  blocked: 'Another tab of this site is using this data. Please close it to continue.',
  failed: 'That did not work, and nothing was changed. Please try again.',
}

export type Answer = 'asking' | 'working' | 'blocked' | 'failed'

const EMPTY = { current: '', next: '', again: '' }
type Typed = typeof EMPTY
type Errors = Partial<Typed>

const NOT_CURRENT: Errors = { current: 'That is not the current passphrase.' }

export type Wish = 'set' | 'change' | 'remove'

const done: Record<Wish, string> = {
  set: 'The passphrase is set. Everything on this device is encrypted.',
  change: 'The passphrase is changed.',
  remove: 'The passphrase is removed.',
}

/** The state of the form. `onDone` is called once the passphrase is set, changed or removed. */
function usePassphrase(userId: string, wish: Wish, onDone: () => void) {
  const [typed, setTyped] = useState<Typed>(EMPTY)
  const [errors, setErrors] = useState<Errors>({})
  const [state, setState] = useState<Answer>('asking')
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const wrong = wish === 'remove' ? {} : faultsOf(typed)
    setErrors(wrong)
    if (Object.keys(wrong).length > 0) return focusFirst(form, wrong)
    setState('working')
    try {
      const right = await act({ userId, wish, typed }, () => setState('blocked'))
      setState('asking')
      if (right) onDone()
      else setErrors(NOT_CURRENT)
      if (right) announce(done[wish])
      else focusFirst(form, NOT_CURRENT)
    } catch {
      setState('failed')
    }
  }
  const reset = () => {
    setTyped(EMPTY)
    setErrors({})
  }
  const field = (name: keyof Typed) => ({
    name,
    value: typed[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) =>
      setTyped((before) => ({ ...before, [name]: target.value })),
  })
  return { errors, state, submit, reset, field }
}

async function act(
  { userId, wish, typed }: { userId: string; wish: Wish; typed: Typed },
  onBlocked: () => void,
): Promise<boolean> {
  if (wish === 'change') return changePassphrase(userId, typed.current, typed.next)
  if (wish === 'remove') return removePassphrase(userId, typed.current, onBlocked)
  await setPassphrase(userId, typed.next, onBlocked)
  return true
}

function faultsOf({ next, again }: Typed): Errors {
  if ([...asUsed(next)].length < SHORTEST)
    return { next: `Please use at least ${SHORTEST} characters.` }
  return asUsed(next) === asUsed(again) ? {} : { again: 'The passphrases do not match.' }
}

function focusFirst(form: HTMLFormElement, wrong: Errors): void {
  const [name] = Object.keys(wrong)
  const field = name && form.elements.namedItem(name)
  if (field instanceof HTMLInputElement) field.focus()
}
