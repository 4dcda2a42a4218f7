import { toConfirmedFields } from '#client/booking/booking-fields.ts'
import { createEmptyDraft, type Flow, type SubmittedBooking } from '#client/booking/flow.ts'
import { callEndpoint } from '#client/lib/data/api.ts'
import { randomKey } from '#client/lib/data/ids.ts'
import { sendConfirmation } from '#shared/booking/api.ts'
import { createMeeting } from '#shared/video/api.ts'

/** Removes what was typed, except what the step `confirmed` shows, and goes to that step. */
export function finishBooking(flow: Flow, receipt: SubmittedBooking): void {
  const fields = toConfirmedFields(receipt.fields)
  flow.change({
    ...createEmptyDraft(randomKey),
    zone: flow.draft.zone,
    submittedBooking: { ...receipt, fields },
  })
  flow.goToStep('confirmed', 'replace')
  void createMeetingAndConfirm(receipt)
}

/**
 * Asks the server for meeting room and confirmation. The server also does both by itself, each
 * once, so a failure here is harmless and not shown.
 */
async function createMeetingAndConfirm({ bookingId, fields }: SubmittedBooking): Promise<void> {
  if (!bookingId) return
  const { date = '', time = '', timezone = '' } = fields
  const meeting = await callEndpoint(createMeeting, { bookingId, date, time })
  await callEndpoint(sendConfirmation, {
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
