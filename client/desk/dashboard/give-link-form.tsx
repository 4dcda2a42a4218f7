import { type FormEvent, useState } from 'react'
import kit from '#client/desk/kit/primitives.module.css'
import { useFieldProblem } from '#client/desk/kit/use-field-problem.ts'
import type { DeskData } from '#client/desk/queries/use-desk-data.ts'
import { useGuestNotice } from '#client/desk/queries/use-guest-notice.ts'
import { callEndpoint } from '#client/lib/data/api.ts'
import { useOneAtATime } from '#client/lib/use-one-at-a-time.ts'
import { announce } from '#client/ui/announcer.tsx'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/controls/field.tsx'
import type from '#client/ui/type.module.css'
import { type DeskBooking, setBookingLocation } from '#shared/booking/desk-api.ts'
import { BookingLocation } from '#shared/booking/meeting-location-api.ts'
import { parse } from '#shared/lib/result.ts'

export interface GiveLinkFormProps {
  booking: DeskBooking
  desk: Pick<DeskData<unknown>, 'refusal' | 'reload'>
  onClose: () => void
}

/** The form for a meeting link. Loaded on demand, because it needs a connection anyway. */
export function GiveLinkForm({ booking, desk, onClose }: GiveLinkFormProps) {
  const [typed, setTyped] = useState('')
  const { form, problem, setProblem } = useFieldProblem()
  const { busy, run } = useOneAtATime()
  const formatNotice = useGuestNotice(booking.clientName)
  const { id, version: expectedVersion } = booking
  const give = async () => {
    const place = parse(BookingLocation, { kind: 'link', url: typed })
    if (!place.ok) return setProblem(place.refusal.fields?.url)
    const answer = await callEndpoint(setBookingLocation, {
      id,
      expectedVersion,
      location: place.value,
    })
    if (answer.ok) {
      announce(formatNotice('gets the link by email.'))
      onClose()
    } else setProblem(answer.refusal.error)
    desk.reload()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run(give)
  }
  return (
    <form ref={form} className={kit.stack} noValidate onSubmit={submit}>
      <TextField
        label="Link"
        type="url"
        inputMode="url"
        placeholder="https://meet.example.com/your-room"
        autoComplete="off"
        value={typed}
        error={problem}
        onChange={({ target }) => {
          setTyped(target.value)
          setProblem(undefined)
        }}
      />
      <p className={type.note}>
        {formatNotice('is notified by email, with an updated calendar file.')}
      </p>
      <div className={kit.rowEnd}>
        <Button small variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button small type="submit" busy={busy}>
          Send the link
        </Button>
      </div>
    </form>
  )
}
