import { useRef } from 'react'
import { getStored, setField } from '#client/desk/site/site-edits.ts'
import type { Site } from '#client/desk/site/use-site.ts'
import { readWanted } from '#shared/content/collections.ts'

/** What the fields that a title suggests become with it. */
const suggested = {
  cardTitle: (title: string) => title,
  pageTitle: (title: string) => title,
  /** `A visit to Tromsø` becomes `a-visit-to-tromso`. */
  type: (title: string) =>
    title
      .toLowerCase()
      .replaceAll('ø', 'o')
      .replaceAll('æ', 'ae')
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, ''),
} as const

type Suggested = keyof typeof suggested

const names = Object.keys(suggested) as Suggested[]

/** Fills in the address and the other titles of a new service from its title, until the owner writes them herself. */
export function useSuggestions(site: Site, id: string) {
  /** What was last suggested in this form, which may be newer than what is stored. */
  const last = useRef<Partial<Record<Suggested, string>>>({})
  const own = useRef(new Set<Suggested>())
  return {
    suggest(to: unknown, from: unknown) {
      for (const field of names) {
        const at = { coll: 'service', id, field } as const
        const stored = getStored(site, at)
        const shown = last.current[field] ?? String(readWanted(stored)?.value ?? '')
        const isOurs = shown === '' || shown === suggested[field](String(from))
        if (own.current.has(field) || !isOurs) continue
        const value = suggested[field](String(to))
        const before = last.current[field] === undefined ? stored : { value: shown }
        site.writer.add([setField(at, { value }, before)])
        last.current[field] = value
      }
    },
    /** The owner writes this one herself. */
    end(field: Suggested) {
      own.current.add(field)
    },
  }
}
