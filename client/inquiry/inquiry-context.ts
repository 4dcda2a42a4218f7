import { createContext, useContext } from 'react'
import type { InquiryFields } from '#shared/inquiry/fields.ts'
import type { PlainDate } from '#shared/lib/date.ts'

/** What every question of the form needs. */
interface InquiryContext {
  fields: InquiryFields
  change(change: InquiryFields): void
  /** The messages that are told now, by the names of their fields. */
  told: Record<string, string>
  today: PlainDate | undefined
}

export const Inquiry = createContext<InquiryContext | undefined>(undefined)

export function useAnswers(): InquiryContext {
  const context = useContext(Inquiry)
  if (!context) throw new Error('A question stands outside its form')
  return context
}
