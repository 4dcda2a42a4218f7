import { call } from '#client/lib/data/api.ts'
import { sendConfirmation } from '#shared/booking/api.ts'
import { createMeeting } from '#shared/video/api.ts'
import type { Receipt } from './draft.ts'

/**
 * The two calls that end a booking. The server does both by itself as well, each once, so that a
 * failure here changes nothing and is not shown.
 */
export async function completeBooking({ bookingId, fields }: Receipt): Promise<void> {
  if (!bookingId) return
  const { date = '', time = '', timezone = '' } = fields
  const meeting = await call(createMeeting, { bookingId, date, time })
  await call(sendConfirmation, {
    bookingId,
    email: fields.email,
    firstName: fields.first_name,
    lastName: fields.last_name,
    serviceType: fields.service_type?.replaceAll('_', '-'),
    bookingDetails: { date, time, timezone },
    paymentStatus: 'completed',
    meetingUrl: meeting.ok ? meeting.value.roomUrl : null,
  })
}
