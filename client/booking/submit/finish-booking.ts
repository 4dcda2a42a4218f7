import { isSameRequest, toConfirmedFields, toWireFields } from '#client/booking/booking-fields.ts'
import {
  createEmptyDraft,
  type Draft,
  type Flow,
  type SubmittedBooking,
  type WireFields,
} from '#client/booking/flow.ts'
import { callEndpoint } from '#client/lib/data/api.ts'
import { randomKey } from '#client/lib/data/ids.ts'
import { sendConfirmation } from '#shared/booking/api.ts'
import { createMeeting } from '#shared/video/api.ts'

/** Whether the draft has not changed since it was sent, so that the form can be emptied. */
export function isAsSent(draft: Draft, sent: WireFields, flow: Flow): boolean {
  return isSameRequest(sent, toWireFields(draft, flow, sent.timezone ?? flow.zone))
}

/** Removes what was sent, except what the step `confirmed` shows, and goes to that step. */
export function finishBooking(flow: Flow, receipt: SubmittedBooking): void {
  const empty = createEmptyDraft(randomKey)
  flow.change((now) => {
    const isUnchanged = isAsSent(now, now.attempt?.fields ?? receipt.fields, flow)
    const isEarlierVersion = receipt.isEarlierVersion || (now.attempt !== null && !isUnchanged)
    const fields = toConfirmedFields(receipt.fields)
    const submittedBooking = { ...receipt, fields, isEarlierVersion }
    if (isUnchanged && !isEarlierVersion) return { ...empty, zone: now.zone, submittedBooking }
    // What was typed since then is kept for another booking.
    const { key, attempt, lostStart, lostReason, savedBooking } = empty
    return {
      ...{ key, attempt, lostStart, lostReason, savedBooking, submittedBooking },
      start: now.start === receipt.start ? null : now.start,
      terms: now.terms && now.attempt === null,
    }
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
