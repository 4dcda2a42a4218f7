import type { OutboxEntry } from '#client/outbox/entry.ts'
import { editingAddress } from '#client/outbox/use-editing.ts'

/** Where an entry is changed: its form, told which entry to take up. */
export function editPath({ form, key, fields }: OutboxEntry): string {
  switch (form) {
    case 'contact':
      return editingAddress('/contact', key)
    case 'inquiry':
      return editingAddress('/inquiry-form', key)
    case 'booking':
      return editingAddress(`/service/${(fields?.service_type ?? '').replaceAll('_', '-')}`, key)
  }
}

/** The page of a booking that stands or was asked for, as the server named it; a path of this site. */
export function bookingPath({ form, receipt }: OutboxEntry): string | undefined {
  const { status, manageUrl } = receipt?.answer ?? {}
  const stands = status === 'confirmed' || status === 'requested'
  if (form !== 'booking' || !stands || typeof manageUrl !== 'string') return undefined
  return /^\/(?!\/)/.test(manageUrl) ? manageUrl : undefined
}
