import { useMemo } from 'react'
import type { DeskData } from '#client/desk/queries/use-desk-data.ts'
import { useOwnerZone, useRecordData, useRecords } from '#client/desk/queries/use-records.ts'
import {
  getNewsletter,
  type NewsletterAnswer,
  type NewsletterReader,
  toNewsletterReader,
} from '#shared/contact/api.ts'

const query = { endpoint: getNewsletter, input: {} }

/** Every consent to the newsletter, the latest first, and the owner's zone. */
export function useNewsletter(): DeskData<NewsletterAnswer> {
  const records = useRecords('newsletter-reader')
  const timeZone = useOwnerZone()
  const derived = useMemo(() => {
    if (!records || !timeZone) return undefined
    const readers = [...records].map(([id, record]) => toNewsletterReader(id, record))
    return { timeZone, readers: readers.sort(compareReaders) }
  }, [records, timeZone])
  return useRecordData({ derived, from: ['newsletter-reader'] }, query)
}

function compareReaders(one: NewsletterReader, other: NewsletterReader): number {
  return other.requestedAt.localeCompare(one.requestedAt) || other.id.localeCompare(one.id)
}
