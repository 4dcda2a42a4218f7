import * as v from 'valibot'
import { BookingId } from '#shared/booking/booking-id.ts'
import { defineEndpoint } from '#shared/lib/endpoint.ts'

/** Creates the booking's room at its stored times; `date` and `time` are accepted and ignored. */
export const createMeeting = defineEndpoint({
  name: 'create-meeting',
  method: 'POST',
  access: 'booking',
  input: v.object({
    bookingId: BookingId,
    date: v.optional(v.string()),
    time: v.optional(v.string()),
  }),
  /** Null if no video provider is set or it fails; the mail then says that the link follows. */
  output: v.object({ roomUrl: v.nullable(v.string()) }),
  failure: 'Failed to create meeting',
})
