import type { OutboxEntry } from '../offline/entry.ts'

/** Where an entry is changed: its form, told which entry to take up. */
export function editPath({ form, key, fields }: OutboxEntry): string {
  const entry = `?entry=${encodeURIComponent(key)}`
  switch (form) {
    case 'contact':
      return `/contact${entry}`
    case 'inquiry':
      return `/inquiry-form${entry}`
    case 'booking':
      return `/service/${(fields?.service_type ?? '').replaceAll('_', '-')}${entry}`
  }
}

/** The page of a confirmed booking, as the server named it; a path of this site. */
export function bookingPath({ form, receipt }: OutboxEntry): string | undefined {
  const { status, manageUrl } = receipt?.answer ?? {}
  if (form !== 'booking' || status !== 'confirmed' || typeof manageUrl !== 'string')
    return undefined
  return manageUrl.startsWith('/') ? manageUrl : undefined
}
