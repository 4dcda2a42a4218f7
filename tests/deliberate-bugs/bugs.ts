import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { accountBugs } from './accounts.ts'
import { bookingBugs } from './booking.ts'
import type { Bug } from './bug.ts'
import { calendarBugs } from './calendar.ts'
import { clientBugs } from './clients.ts'
import { databaseBugs } from './database.ts'
import { guestPassBugs } from './guest-passes.ts'
import { journeyBugs } from './journeys.ts'
import { outboxBugs } from './outbox.ts'
import { paymentBugs } from './payment.ts'
import { privacyBugs } from './privacy.ts'
import { publicSiteBugs } from './public-site.ts'
import { routerBugs } from './router.ts'
import { syncBugs } from './sync.ts'

export const root = fileURLToPath(new URL('../..', import.meta.url))

export const bugs: Bug[] = [
  ...bookingBugs,
  ...paymentBugs,
  ...outboxBugs,
  ...syncBugs,
  ...clientBugs,
  ...accountBugs,
  ...databaseBugs,
  ...privacyBugs,
  ...journeyBugs,
  ...guestPassBugs,
  ...publicSiteBugs,
  ...routerBugs,
  ...calendarBugs,
]

/**
 * Returns the file of the bug, and its text with the bug. Throws unless `find` occurs exactly
 * once.
 */
export function locateBug({ what, file, find, replace }: Bug): { file: string; text: string } {
  // If the file has moved, it is found by its content.
  const places = fs.existsSync(path.join(root, file)) ? [file] : listProductFiles()
  const [place, ...others] = places.flatMap((name) => {
    const parts = fs.readFileSync(path.join(root, name), 'utf8').split(find)
    return parts.slice(1).map(() => ({ file: name, text: parts.join(replace) }))
  })
  if (!place || others.length > 0)
    throw new Error(`${what}: its place is there ${place ? 1 + others.length : 0} times`)
  return place
}

function listProductFiles(): string[] {
  return ['client', 'server', 'shared', 'sw'].flatMap((program) =>
    fs
      .readdirSync(path.join(root, program), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => path.join(program, name)),
  )
}
