import { systemClock } from '../lib/clock.ts'
import { momentWords } from '../lib/moment-words.ts'

/** `24 November 2026, 08:52:10`, by this device's clock. */
export function testedWords(iso: string): string {
  const instant = Date.parse(iso)
  const date = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })
  const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', hourCycle: 'h23' })
  return `${date.format(instant)}, ${time.format(instant)}`
}

/** `Today at 08:57`; when it was asked, that was 5 minutes ahead. */
export function expiryWords(iso: string): string {
  const words = momentWords(Date.parse(iso), systemClock())
  return words.charAt(0).toUpperCase() + words.slice(1)
}
