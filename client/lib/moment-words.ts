const DAY = 86_400_000

/** `today at 16:42`, `yesterday at 21:10`, `on 3 November at 08:03`, by this device's own clock. */
export function momentWords(instant: number, now: number): string {
  const time = format(instant, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  return `${dayWords(instant, now)} at ${time}`
}

function dayWords(instant: number, now: number): string {
  const day = dateOf(instant)
  if (day === dateOf(now)) return 'today'
  if (day === dateOf(now - DAY)) return 'yesterday'
  return `on ${format(instant, { day: 'numeric', month: 'long' })}`
}

function dateOf(instant: number): string {
  return format(instant, { year: 'numeric', month: 'numeric', day: 'numeric' })
}

function format(instant: number, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-GB', options).format(instant)
}
