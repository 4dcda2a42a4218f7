import { expose } from 'comlink'
import { systemClock } from '#client/lib/clock.ts'
import { random, randomKey } from '#client/lib/data/ids.ts'
import { parseBrowserName } from '#client/lib/device/browser-name.ts'
import { openTabChannel } from './store/channel.ts'
import { openOwnerDatabase } from './store/database.ts'
import { httpTransport } from './sync/transport.ts'
import { DataWorkerApi } from './worker-api.ts'

/** The owner's user id, which the page gives its worker as name. */
const userId = self.name

const data = new DataWorkerApi({
  db: openOwnerDatabase(userId),
  userId,
  clock: systemClock,
  newId: randomKey,
  random: random,
  transport: httpTransport((address, init) => fetch(address, init)),
  locks: navigator.locks,
  isOffline: () => !navigator.onLine,
  channel: openTabChannel(userId),
  deviceName: parseBrowserName(navigator.userAgent),
})

addEventListener('online', () => data.syncAfterReconnect())

expose(data)
