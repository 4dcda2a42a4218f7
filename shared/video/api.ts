import * as v from 'valibot'
import { BookingId } from '#shared/booking/booking-id.ts'
import { endpoint } from '#shared/lib/endpoint.ts'

/** The room comes from the booking's own record; date and time are accepted and ignored. */
export const createMeeting = endpoint({
  name: 'create-meeting',
  method: 'POST',
  access: 'booking',
  input: v.object({
    bookingId: BookingId,
    date: v.optional(v.string()),
    time: v.optional(v.string()),
  }),
  /** Null where no video provider is set, or it does not answer; the mail then says the link follows. */
  output: v.object({ roomUrl: v.nullable(v.string()) }),
  failure: 'Failed to create meeting',
})
