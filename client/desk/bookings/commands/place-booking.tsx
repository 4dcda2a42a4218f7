import { useRef, useState } from 'react'
import { firstName } from '#client/desk/bookings/booking-words.ts'
import { DeskButton } from '#client/desk/kit/button.tsx'
import { DeskDialog } from '#client/desk/kit/dialogs/dialog.tsx'
import { PlaceFields, placeFrom } from '#client/desk/kit/place-fields.tsx'
import { useDeskData } from '#client/desk/queries/use-desk-data.ts'
import { call } from '#client/lib/data/api.ts'
import { Button } from '#client/ui/button.tsx'
import { placeBooking } from '#shared/booking/desk-api.ts'
import { GivenPlace, getServicePlaces } from '#shared/booking/desk-place-api.ts'
import { isLinkMissing } from '#shared/booking/place.ts'
import { parse } from '#shared/lib/result.ts'
import styles from './place-booking.module.css'
import type { ActionProps } from './use-command.ts'

interface PlaceBookingProps extends ActionProps {
  barred: string | undefined
}

/** Holds this one meeting elsewhere, or gives its guest the link that was promised. */
export function PlaceBooking(props: PlaceBookingProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  // Opened anew, it begins with the place that the booking then has.
  const [open, setOpen] = useState(false)
  const label = isLinkMissing(props.booking) ? 'Give a link' : 'Change meeting place'
  return (
    <>
      <DeskButton
        variant="ghost"
        barred={props.barred}
        onClick={() => {
          setOpen(true)
          dialog.current?.showModal()
        }}
      >
        {label}
      </DeskButton>
      <DeskDialog ref={dialog} title={label} onClose={() => setOpen(false)}>
        {open ? <PlaceForm {...props} close={() => dialog.current?.close()} /> : null}
      </DeskDialog>
    </>
  )
}

function PlaceForm({ booking, command, close }: PlaceBookingProps & { close: () => void }) {
  const { place, meetingUrl, address } = booking
  const settings = useDeskData(getServicePlaces, {})
  const [draft, setDraft] = useState({
    kind: isLinkMissing(booking) ? ('link' as const) : place,
    url: place === 'link' ? (meetingUrl ?? '') : '',
    address,
  })
  const [wrong, setWrong] = useState<string>()
  const name = firstName(booking)
  const told = booking.status === 'confirmed'
  const give = async () => {
    const given = parse(GivenPlace, { ...placeFrom(draft), url: draft.url })
    if (!given.ok) return setWrong(Object.values(given.refusal.fields ?? {})[0])
    const done = told ? `Saved. ${name} is notified by e-mail.` : 'Saved.'
    await command.give((now) => call(placeBooking, { ...now, place: given.value }), done)
    close()
  }
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void give()
      }}
    >
      <PlaceFields
        label="Where you meet"
        draft={draft}
        rooms={settings.data?.rooms ?? place === 'video_room'}
        error={wrong}
        onChange={(next) => {
          setDraft(next)
          setWrong(undefined)
        }}
      />
      <p className={styles.note}>
        {told
          ? `${name} is notified by e-mail, with an updated calendar file.`
          : `${name} reads it in the confirmation.`}
      </p>
      <div className={styles.actions}>
        <Button small variant="ghost" onClick={close}>
          Cancel
        </Button>
        <Button small type="submit" busy={command.busy}>
          Save
        </Button>
      </div>
    </form>
  )
}
