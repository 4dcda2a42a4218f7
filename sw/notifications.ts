import type { OutboxEntry } from '#client/outbox/entry.ts'

declare const self: ServiceWorkerGlobalScope

/** Where a visitor sees what was sent from here and what waits. */
const PLACE = '/on-this-device'

/** Says how it ended where nobody is looking and the person has allowed it. */
export async function announce(entry: OutboxEntry): Promise<void> {
  if (!('Notification' in self) || Notification.permission !== 'granted') return
  const windows = await self.clients.matchAll({ type: 'window' })
  if (windows.some(({ visibilityState }) => visibilityState === 'visible')) return
  await self.registration.showNotification(titleOf(entry), {
    body: bodyOf(entry),
    icon: '/icons/icon-192.png',
    tag: entry.key,
  })
}

function titleOf({ state, form, receipt }: OutboxEntry): string {
  if (state === 'attention') return 'This needs your attention'
  if (form !== 'booking') return 'Message sent'
  return receipt?.answer.status === 'confirmed' ? 'Booking Confirmed' : 'Request received'
}

/** A message's own words stay off screens that anyone may see. */
function bodyOf({ form, summary, problem }: OutboxEntry): string {
  if (problem) return `${summary.title}: ${problem.error}`
  return form === 'booking' ? `${summary.title}, ${summary.detail}` : summary.title
}

/** To the window that is open, or a new one. */
export async function openPlace(): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = windows.find(({ url }) => new URL(url).pathname === PLACE)
  if (there) await there.focus()
  else await self.clients.openWindow(PLACE)
}
