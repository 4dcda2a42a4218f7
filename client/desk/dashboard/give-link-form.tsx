import { type FormEvent, useState } from 'react'
import { call } from '#client/lib/data/api.ts'
import { announce } from '#client/ui/announcer.tsx'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/controls/field.tsx'
import { placeBooking } from '#shared/booking/desk-api.ts'
import { GivenPlace } from '#shared/booking/desk-place-api.ts'
import { parse } from '#shared/lib/result.ts'
import styles from './give-link.module.css'
import type { GiveLinkProps } from './give-link.tsx'

/** Fetched when it is asked for: it needs a connection anyway. */
export function LinkForm({ booking, desk, close }: GiveLinkProps & { close: () => void }) {
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState<string>()
  const [busy, setBusy] = useState(false)
  const { id, version: seen = '', clientName } = booking
  const give = async (event: FormEvent) => {
    event.preventDefault()
    const place = parse(GivenPlace, { kind: 'link', url: typed })
    if (!place.ok) return setWrong(place.refusal.fields?.url)
    setBusy(true)
    const answer = await call(placeBooking, { id, seen, place: place.value })
    setBusy(false)
    if (answer.ok) {
      announce(`The link goes to ${clientName} by e-mail.`)
      close()
    } else setWrong(answer.refusal.error)
    desk.reload()
  }
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void give(event)}>
      <TextField
        label="Link"
        type="url"
        inputMode="url"
        placeholder="https://meet.example.com/your-room"
        autoComplete="off"
        value={typed}
        error={wrong}
        onChange={({ target }) => {
          setTyped(target.value)
          setWrong(undefined)
        }}
      />
      <p className={styles.note}>
        {clientName} is notified by e-mail, with an updated calendar file.
      </p>
      <div className={styles.actions}>
        <Button small variant="ghost" onClick={close}>
          Cancel
        </Button>
        <Button small type="submit" busy={busy}>
          Send the link
        </Button>
      </div>
    </form>
  )
}
