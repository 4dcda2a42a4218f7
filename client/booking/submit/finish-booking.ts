import { emptyDraft, type Flow, type Receipt } from '#client/booking/flow.ts'
import { call } from '#client/lib/data/api.ts'
import { randomKey } from '#client/lib/data/ids.ts'
import { sendConfirmation } from '#shared/booking/api.ts'
import { createMeeting } from '#shared/video/api.ts'

/** Removes what was typed, except what the step `confirmed` shows, and goes to that step. */
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
 * Asks the server for meeting room and confirmation. The server also does both by itself, each
 * once, so a failure here is harmless and not shown.
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
