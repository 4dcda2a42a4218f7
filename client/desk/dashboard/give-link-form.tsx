import { DialogFoot } from '#client/desk/kit/dialogs/dialog.tsx'
import type { DeskData } from '#client/desk/queries/use-desk-data.ts'
import { useGuestNotice } from '#client/desk/queries/use-guest-notice.ts'
import { callEndpoint } from '#client/lib/data/api.ts'
import { useForm, useFormValues } from '#client/lib/use-form.ts'
import { announce } from '#client/ui/announcer.tsx'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/controls/field.tsx'
import type from '#client/ui/type.module.css'
import { type DeskBooking, setBookingLocation } from '#shared/booking/desk-api.ts'
import { BookingLocation } from '#shared/booking/meeting-location-api.ts'

export interface GiveLinkFormProps {
  booking: DeskBooking
  desk: Pick<DeskData<unknown>, 'refusal' | 'reload'>
  onClose: () => void
}

/** The form for a meeting link. Loaded on demand, because it needs a connection anyway. */
export function GiveLinkForm({ booking, desk, onClose }: GiveLinkFormProps) {
  const formatNotice = useGuestNotice(booking.clientName)
  const { id, version: expectedVersion } = booking
  const form = useForm({
    values: useFormValues({ kind: 'link' as const, url: '' }),
    rules: BookingLocation,
    async submit(location) {
      const answer = await callEndpoint(setBookingLocation, { id, expectedVersion, location })
      if (answer.ok) {
        announce(formatNotice('gets the link by email.'))
        onClose()
      }
      desk.reload()
      return answer.ok ? undefined : { fields: { url: answer.refusal.error } }
    },
  })
  return (
    <form {...form.props} className="stack gap-4">
      <TextField
        label="Link"
        type="url"
        inputMode="url"
        placeholder="https://meet.example.com/your-room"
        autoComplete="off"
        {...form.field('url')}
      />
      <p className={type.note}>
        {formatNotice('is notified by email, with an updated calendar file.')}
      </p>
      <DialogFoot>
        <Button small variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button small type="submit" busy={form.busy}>
          Send the link
        </Button>
      </DialogFoot>
    </form>
  )
}
