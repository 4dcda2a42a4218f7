import { writeServiceLocation } from '#server/booking/location/store.ts'
import { describePostgres } from '#server/db/engine/postgres-url.ts'
import { openKeys } from '#server/db/key-files.ts'
import { markDemoDatabase } from '#server/db/metadata.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { createDemoClients, insertDemoClients } from '#server/demo/clients.ts'
import { DemoFiller } from '#server/demo/filler.ts'
import { createDemoJourneys, insertDemoJourneys } from '#server/demo/journeys.ts'
import { createDemoVisits } from '#server/demo/visits.ts'
import { UsageError } from '#server/lib/cli-command.ts'
import { systemClock } from '#server/lib/clock.ts'
import { randomId } from '#server/lib/ids.ts'
import { createLog } from '#server/lib/log.ts'
import { readSettings, type Settings } from '#server/settings.ts'
import { loadSiteContent } from '#server/site/content.ts'
import { hasSubmissions } from '#server/submissions/store.ts'
import { createFeatures } from '#server/wiring/features.ts'
import { createSyncParts } from '#server/wiring/owner-routes.ts'
import { listServices } from '#shared/content/services.ts'

/**
 * `npm run demo`: fills an empty data folder with a year of invented work, by the site's own rules.
 */
export async function main(args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  if (args.length > 0) throw new UsageError('Usage: npm run demo')
  const settings = withoutOutsideServices(readSettings(env))
  const db = await openDatabase(settings.dataDir, { url: settings.databaseUrl })
  try {
    await loadSiteContent(db.read, settings)
    if (await hasSubmissions(db.read))
      throw new UsageError(
        settings.databaseUrl
          ? 'The database already contains data. Set DATABASE_URL to an empty database.'
          : `${settings.dataDir} already contains data. Set DATA_DIR to an empty folder.`,
      )
    const time = { now: systemClock() }
    const end = time.now
    await db.write(async (tx) => {
      await markDemoDatabase(tx, end)
      for (const { type } of listServices()) await writeServiceLocation(tx, type, demoLocation)
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
    const clients = createDemoClients(end)
    const sync = createSyncParts(parts, features)
    await insertDemoClients(db, sync, clients)
    const journeys = createDemoJourneys(end, clients)
    await insertDemoJourneys(db, sync, { journeys, lastMid: clients.length })
    const filled = await new DemoFiller(parts, features, time).fill(createDemoVisits(end), end)
    return `${filled.bookings} bookings, ${filled.messages} messages, ${clients.length} clients and ${journeys.length} journeys, all of invented people, were added to ${describePlace(settings)}. No mail was sent, and nothing was charged.`
  } finally {
    await db.close()
  }
}

const describePlace = ({ dataDir, databaseUrl }: Settings) =>
  databaseUrl ? describePostgres(databaseUrl) : dataDir

/** A link that leads nowhere: no video provider makes rooms for invented people. */
const demoLocation = { kind: 'link', url: 'https://meet.example.com/lysning' } as const

/** The settings without outside services: invented people must get no mail, room or charge. */
function withoutOutsideServices(settings: Settings): Settings {
  return {
    ...settings,
    payments: { kind: 'demo' },
    mail: { ...settings.mail, smtpUrl: undefined },
    video: undefined,
    rateLimit: false,
  }
}
