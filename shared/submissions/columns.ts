import { questions } from '#shared/inquiry/questions.ts'
import { MOST_TRAVELLERS, travellerFields, travellerName } from '#shared/inquiry/travellers.ts'
import type { FormName } from './form-post.ts'

const person = ['first_name', 'last_name', 'email']

const travellers = Array.from({ length: 2 * MOST_TRAVELLERS - 1 }, (_, index) =>
  travellerFields.map((field) => travellerName(index, field)),
).flat()

/** The fields of each form by wire names, in the order of a table; whatever else was posted is nobody's. */
export const formColumns: Record<FormName, readonly string[]> = {
  booking: [
    ...person,
    'phone',
    'service_type',
    'date',
    'time',
    'timezone',
    'start',
    'destinations',
    'other_destination',
    'message',
  ],
  contact: [...person, 'message', 'newsletter', 'newsletter_text'],
  inquiry: [...Object.keys(questions), 'newsletter_text', ...travellers],
}

/** What a form asks for, of all that came with it. */
export function knownFields(name: FormName, data: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    formColumns[name].flatMap((column) => {
      const value = data[column]
      return value === undefined ? [] : [[column, value]]
    }),
  )
}
