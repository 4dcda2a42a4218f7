import fs from 'node:fs'
import path from 'node:path'
import type Sqlite from 'better-sqlite3'
import { DataError } from './data-dir.ts'
import { bookings } from './migrations/0001-bookings.ts'
import { newsletter } from './migrations/0002-newsletter.ts'
import { accounts } from './migrations/0003-accounts.ts'
import { formReads } from './migrations/0004-form-reads.ts'
import { scheduleVersions } from './migrations/0005-schedule-versions.ts'
import { bookingEvents } from './migrations/0006-booking-events.ts'
import { calendarFeed } from './migrations/0007-calendar-feed.ts'
import { marks } from './migrations/0008-marks.ts'
import { privacy } from './migrations/0009-privacy.ts'
import { sync } from './migrations/0010-sync.ts'
import { erasedClients } from './migrations/0011-erased-clients.ts'
import { scheduleDevices } from './migrations/0012-schedule-devices.ts'
import { deskChanges } from './migrations/0013-desk-changes.ts'
import { meetingPlaces } from './migrations/0014-meeting-places.ts'
import { readIndexes } from './migrations/0015-read-indexes.ts'
import { signInAlarm } from './migrations/0016-sign-in-alarm.ts'
import { bookingCaps } from './migrations/0017-booking-caps.ts'
import { retentionIndexes } from './migrations/0018-retention-indexes.ts'
import { editTimes } from './migrations/0019-edit-times.ts'
import { looks } from './migrations/0020-looks.ts'
import { keys } from './migrations/0021-keys.ts'
import { mailAllowance } from './migrations/0022-mail-allowance.ts'
import { codeSteps } from './migrations/0023-code-steps.ts'

/** In order; number one first. An entry that has shipped is never edited. */
export const migrations: readonly string[] = [
  bookings,
  newsletter,
  accounts,
  formReads,
  scheduleVersions,
  bookingEvents,
  calendarFeed,
  marks,
  privacy,
  sync,
  erasedClients,
  scheduleDevices,
  deskChanges,
  meetingPlaces,
  readIndexes,
  signInAlarm,
  bookingCaps,
  retentionIndexes,
  editTimes,
  looks,
  keys,
  mailAllowance,
  codeSteps,
]

/**
 * Brings the file to the newest version, each step in a transaction of its own. A file that holds
 * anything is copied to `backups/` first. Throws where the file is newer than this program.
 */
export function migrate(sqlite: Sqlite.Database, dataDir: string, steps = migrations): void {
  const version = sqlite.pragma('user_version', { simple: true }) as number
  if (version > steps.length)
    throw new DataError(
      `The database is of version ${version}; this program knows ${steps.length}.`,
    )
  if (version === steps.length) return
  if (version > 0) backUp(sqlite, path.join(dataDir, 'backups'), version)
  for (const [index, step] of steps.entries()) {
    if (index < version) continue
    sqlite.transaction(() => {
      sqlite.exec(step)
      sqlite.pragma(`user_version = ${index + 1}`)
    })()
  }
}

function backUp(sqlite: Sqlite.Database, folder: string, version: number): void {
  fs.mkdirSync(folder, { recursive: true })
  const file = path.join(folder, `before-migration-from-${version}.sqlite`)
  fs.rmSync(file, { force: true })
  sqlite.prepare('VACUUM INTO ?').run(file)
}
