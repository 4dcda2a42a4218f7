import { writeServicePlace } from '#server/booking/place/store.ts'
import { openKeys } from '#server/db/keys.ts'
import { markDemonstration } from '#server/db/marks.ts'
import { openDatabase } from '#server/db/open.ts'
import { demoClients, fillBook } from '#server/demo/clients.ts'
import { DemoFiller } from '#server/demo/filler.ts'
import { demoYear } from '#server/demo/year.ts'
import { systemClock } from '#server/lib/clock.ts'
import { UsageError } from '#server/lib/command.ts'
import { randomId } from '#server/lib/ids.ts'
import { createLog } from '#server/lib/log.ts'
import { readSettings, type Settings } from '#server/settings.ts'
import { isInUse } from '#server/submissions/store.ts'
import { createFeatures } from '#server/wiring/features.ts'
import { syncParts } from '#server/wiring/owner-functions.ts'
import { serviceTypes } from '#shared/booking/catalogue.ts'

/**
 * `npm run demo`: fills an empty data folder with a year of invented work, by the site's own rules.
 */
export async function main(args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  if (args.length > 0) throw new UsageError('Usage: npm run demo')
  const settings = withoutTheWorld(readSettings(env))
  const db = openDatabase(settings.dataDir)
  try {
    if (isInUse(db.read))
      throw new UsageError(
        `There is something in ${settings.dataDir} already; set another DATA_DIR.`,
      )
    const time = { now: systemClock() }
    const end = time.now
    await db.write((tx) => {
      markDemonstration(tx, end)
      for (const type of serviceTypes) writeServicePlace(tx, type, demoPlace)
    })
    const parts = {
      settings,
      db,
      log: createLog('silent'),
      clock: () => time.now,
      newId: randomId,
      keys: await openKeys(db, settings.keysDir),
    }
    const features = createFeatures(parts)
    const clients = demoClients(end)
    await fillBook(db, syncParts(parts, features), clients)
    const filled = await new DemoFiller(parts, features, time).fill(demoYear(end), end)
    return `${filled.bookings} bookings, ${filled.messages} messages and ${clients.length} clients, all of invented people, are in ${settings.dataDir}. No mail was sent, and no money moved.`
  } finally {
    db.close()
  }
}

/** A link that leads nowhere: no video provider makes rooms for invented people. */
const demoPlace = { kind: 'link', url: 'https://meet.example.com/lysning' } as const

/** The settings without outside services: invented people must get no mail, room or charge. */
function withoutTheWorld(settings: Settings): Settings {
  return {
    ...settings,
    payments: { kind: 'demo' },
    mail: { ...settings.mail, smtpUrl: undefined },
    video: undefined,
    rateLimit: false,
  }
}
