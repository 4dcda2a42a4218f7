import { systemClock } from '#client/lib/clock.ts'
import { saveChoice } from '#client/lib/device/saved-choice.ts'
import { type InquiryFields, sentFields, splitChoices } from '#shared/inquiry/fields.ts'

/** Where a booking begins with what was written here. */
export const BOOK_WITH_ANSWERS = '/service/initial-consultation?prefill=true'

/** Hands on where to and whom to write to; nothing else of the form outlives its sending. */
export function keepForBooking(fields: InquiryFields): void {
  const sent = sentFields(fields)
  const text = (name: string) => sent[name] ?? ''
  const choice = {
    destinations: splitChoices(text('travel_destination')),
    otherDestination: text('travel_destination_other'),
    firstName: text('first_name'),
    lastName: text('last_name'),
    email: text('email'),
    phone: text('phone'),
  }
  saveChoice(choice, systemClock())
}
