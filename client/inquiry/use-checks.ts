import { useState } from 'react'
import { type InquiryFields, sentFields } from '#shared/inquiry/fields.ts'
import { readInquiry } from '#shared/inquiry/schema.ts'
import { useToday } from './use-today.ts'

type Problems = Record<string, string>

/** What is wrong, and what of it is told: fields that were left wrongly, and all after a try to send. */
export function useChecks(fields: InquiryFields) {
  const today = useToday()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [tried, setTried] = useState(false)
  /** What only the server found, until the field is changed. */
  const [refused, setRefused] = useState<Problems>({})

  const read = readInquiry(sentFields(fields), today)
  const found = read.ok ? refused : { ...refused, ...read.refusal.fields }
  const told = Object.fromEntries(
    Object.entries(found).filter(([name]) => tried || (left.has(name) && fields[name])),
  )
  return {
    today,
    problems: found,
    told,
    /** Someone tried to send: now the whole is judged, and summed up. */
    tried,
    leave: (name: string) => setLeft((before) => new Set(before).add(name)),
    changed: (names: string[]) =>
      setRefused((before) => {
        const kept = Object.entries(before).filter(([name]) => !names.includes(name))
        return Object.fromEntries(kept)
      }),
    tell(byServer: Problems = {}) {
      setTried(true)
      setRefused(byServer)
    },
    reset() {
      setTried(false)
      setLeft(new Set())
      setRefused({})
    },
  }
}
