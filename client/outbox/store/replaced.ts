import { type FormName, REPLACES } from '#shared/submissions/form-post.ts'

type Fields = Record<string, string>

/** A sending that another takes the place of. */
interface Before {
  key: string
  fields: Fields | null
}

/**
 * A booking names every version that it takes the place of, for one of them may have arrived
 * unheard. A message does not: two messages do no harm, and what was changed must not be lost.
 */
export function inPlaceOf(before: Before, form: FormName, fields: Fields): Fields {
  if (form !== 'booking') return fields
  const earlier = before.fields?.[REPLACES]
  return { ...fields, [REPLACES]: [...(earlier ? [earlier] : []), before.key].join(',') }
}
