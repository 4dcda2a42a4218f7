import { initialRevisions } from '#shared/content/pages/legal-sections.ts'
import { contentFields, type StoredContent } from '#shared/content/registry.ts'
import { standardServices } from '#shared/content/standard-services.ts'
import { samples } from './samples.ts'

/** The content before the owner has changed anything: version 0. */
export const initialContent: StoredContent = buildInitialContent()

function buildInitialContent(): StoredContent {
  const business: Values = {}
  const texts: Record<string, Record<string, Values>> = {}
  for (const { address, field } of contentFields) {
    const value = field.sample ? samples[address] : field.initial
    if (value === undefined) throw new Error(`There is no sample for ${address}`)
    const [page = '', part = '', name = ''] = address.split('.')
    if (page === 'business') business[part] = value
    else {
      const { [page]: parts } = texts
      texts[page] = { ...parts, [part]: { ...parts?.[part], [name]: value } }
    }
  }
  return {
    samples: contentFields.flatMap(({ address, field }) => (field.sample ? address : [])),
    business: business as unknown as StoredContent['business'],
    services: standardServices,
    revised: initialRevisions,
    texts: texts as unknown as StoredContent['texts'],
  }
}

type Values = Record<string, unknown>
