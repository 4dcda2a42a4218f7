import { initialContent } from '#server/site/initial-content.ts'
import { BUSINESS_ID, type ContentChange } from '#shared/content/collections.ts'
import { getPublishedValue, toRef } from '#shared/content/drafts.ts'
import type { ContentField } from '#shared/content/fields.ts'
import { legalPages } from '#shared/content/pages/legal-sections.ts'
import { contentFields } from '#shared/content/registry.ts'
import { serviceFields } from '#shared/content/service-fields.ts'
import { listPages } from '#shared/site/pages.ts'
import { judgePublication } from '#shared/content/publishing.ts'
/** As long as the shortest texts may be. */
const LONG_WORD = 'Menneskerettighetsorganisasjonene'

/** Changes that put one long word into each text of the pages and of the services. */
function listLongTexts(): ContentChange[] {
  const texts = contentFields.flatMap(({ address, field }) => {
    const ref = toRef(address)
    if (ref.coll !== 'page' || (legalPages as readonly string[]).includes(ref.id)) return []
    return { ref, field, value: getPublishedValue(initialContent, ref) }
  })
  const services = initialContent.services.flatMap((service) =>
    Object.entries<ContentField>(serviceFields).map(([name, field]) => ({
      ref: { coll: 'service' as const, id: service.id, field: name },
      field,
      value: service[name as keyof typeof service] as unknown,
    })),
  )
  const lengthened = [...texts, ...services].flatMap(({ ref, field, value: from }) => {
    if (ref.field === 'type') return []
    const to = lengthen(field, from)
    return JSON.stringify(to) === JSON.stringify(from) ? [] : { ...ref, from, to }
  })
  // Prices of whole journeys ask for it.
  const role = { coll: 'business' as const, id: BUSINESS_ID, field: 'travelRole' }
  return [...lengthened, { ...role, from: getPublishedValue(initialContent, role), to: 'adviser' }]
}

function lengthen(
  { kind, columns = {}, limit = 0 }: ContentField,
  value: unknown,
): unknown {
  if (kind === 'line' || kind === 'paragraph') return LONG_WORD.slice(0, limit)
  if (!value || typeof value !== 'object') return value
  if (kind === 'list') return (value as string[]).map(() => LONG_WORD)
  const lengthenRow = (row: object) =>
    Object.fromEntries(
      Object.entries(row).map(([name, one]) => [
        name,
        columns[name] && name !== 'slug' ? lengthen(columns[name], one) : one,
      ]),
    )
  if (kind === 'rows') return (value as object[]).map(lengthenRow)
  return kind === 'group' ? lengthenRow(value) : value
}


console.log(listLongTexts().length, JSON.stringify(judgePublication(initialContent, listLongTexts())).slice(0,200), JSON.stringify(listLongTexts()).length)
