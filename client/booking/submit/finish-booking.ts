import { emptyDraft, type Flow, type Receipt } from '#client/booking/flow.ts'
import { call } from '#client/lib/data/api.ts'
import { randomKey } from '#client/lib/data/ids.ts'
import { sendConfirmation } from '#shared/booking/api.ts'
import { createMeeting } from '#shared/video/api.ts'

/** The booking stands: what was typed leaves the device, but for what the page shows. */
export function settle(flow: Flow, receipt: Receipt): void {
  const { phone: _phone, message: _message, ...fields } = receipt.fields
  flow.change({
    ...emptyDraft(randomKey),
    zone: flow.draft.zone,
    receipt: { ...receipt, fields },
  })
  flow.go('confirmed', 'replace')
  void completeBooking(receipt)
}

/**
 * The two calls that end a booking. The server does both by itself as well, each once, so that a
 * failure here changes nothing and is not shown.
 */
async function completeBooking({ bookingId, fields }: Receipt): Promise<void> {
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
