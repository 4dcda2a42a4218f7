import * as v from 'valibot'
import { type ContentField, line, paragraph, rows } from '#shared/content/fields.ts'
import type { PlainDate } from '#shared/lib/date.ts'

const columns = { title: line('Heading', 60, ''), text: paragraph('Text', 4000, '') } as const

export const legalPages = ['terms', 'privacy'] as const

export type LegalPageName = (typeof legalPages)[number]

/** When each text was last changed. */
export type Revisions = Readonly<Record<LegalPageName, PlainDate>>

/** Of the initial texts. */
export const initialRevisions: Revisions = { terms: '2026-11-29', privacy: '2026-11-29' }

export interface LegalSection {
  readonly title: string
  /** Paragraphs with an empty line between them; see `shared/site/legal.ts`. */
  readonly text: string
}

/** Most characters of all sections: a record holds no longer value. */
const ROOM = 16_000

/** The sections of a legal text. */
export function legalSections(
  initial: readonly LegalSection[],
): ContentField<readonly LegalSection[]> {
  const field = rows('Sections', { entries: 20, columns }, initial)
  const schema = v.pipe(
    field.schema,
    v.check(
      (sections) => sections.reduce((sum, { text }) => sum + text.length, 0) <= ROOM,
      `Please use at most ${ROOM} characters in all sections together.`,
    ),
    v.check(
      (sections) => sections.every(({ title, text }) => title !== '' && text !== ''),
      'Please give each section a heading and a text.',
    ),
  )
  return { ...field, schema, hint: HINT }
}

const HINT =
  'An empty line begins a paragraph. A link is [its words](/contact) or [its words](https://example.com). What stands in braces, such as {business}, the site fills in: please keep it.'

export function section(title: string, paragraphs: readonly string[]): LegalSection {
  return { title, text: paragraphs.join('\n\n') }
}
