import { type FormEvent, useState } from 'react'
import { DeskButton } from '#client/desk/kit/button.tsx'
import { TextField } from '#client/ui/controls/field.tsx'
import type { Holdings } from '#shared/privacy/api.ts'
import styles from './person-box.module.css'
import { countWords } from './person-words.ts'

interface ErasePersonProps {
  holdings: Holdings
  /** How many of all would go. */
  going: number
  busy: boolean
  barred: string | undefined
  onErase: (email: string) => void
}

/** The address has to be typed once more: this cannot be undone. */
export function ErasePerson({ holdings, going, busy, barred, onErase }: ErasePersonProps) {
  const { email, kept } = holdings
  const [typed, setTyped] = useState('')
  const isSame = typed.trim().toLowerCase() === email.toLowerCase()
  const reason = barred ?? (isSame ? undefined : 'Type the e-mail address first.')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!reason && !busy) onErase(email)
  }
  return (
    <form className={styles.erase} onSubmit={submit}>
      <div>
        <h3>Erase this person</h3>
        <p>
          {kept.length > 0
            ? `${countWords(kept.length, 'receipt', 'receipts')} must be kept by law; everything else about this person is erased.`
            : 'Everything about this person is erased.'}{' '}
          This cannot be undone.
        </p>
      </div>
      <div className={styles.confirm}>
        <TextField
          label="Type the e-mail address to confirm"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
        />
        <DeskButton type="submit" variant="danger" busy={busy} barred={reason}>
          Erase {countWords(going, 'item', 'items')}
        </DeskButton>
      </div>
    </form>
  )
}
