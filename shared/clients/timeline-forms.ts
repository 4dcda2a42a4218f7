import { travelDates } from '#shared/inquiry/travel-dates.ts'
import type { FormGroup, FormSubmission } from '#shared/submissions/api.ts'
import type { FormName } from '#shared/submissions/form-post.ts'
import type { TimelineEntry } from './timeline-entry.ts'

const titles: Record<FormName, string> = {
  booking: 'Booking request',
  contact: 'Contact message',
  inquiry: 'Enquiry',
}

/** What somebody sent by a form; a booking form that became a booking is told there. */
export function formEntries({ name, submissions }: FormGroup): TimelineEntry[] {
  return submissions
    .filter(({ booking_id }) => booking_id === null)
    .map(({ id, created_at, data }) => ({
      key: `form ${id}`,
      kind: 'message',
      sign: 'mail',
      at: Date.parse(created_at),
      ahead: false,
      title: titles[name],
      text: data.message || wishes(data),
      to: `/admin/forms/${name}/${id}`,
    }))
}

/** `Norway, Iceland, 12 to 19 March 2027`: of an inquiry, which has no message. */
function wishes({ travel_destination, departure_date, return_date }: FormSubmission['data']) {
  if (!travel_destination) return 'Without a message'
  return `${travel_destination.replaceAll(',', ', ')}, ${travelDates(departure_date, return_date)}`
}
