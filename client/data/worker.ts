import { expose } from 'comlink'
import { systemClock } from '#client/lib/clock.ts'
import { random, randomKey } from '#client/lib/data/ids.ts'
import { parseBrowserName } from '#client/lib/device/browser-name.ts'
import { openOwnerData } from './owner-data.ts'
import { openTabChannel } from './store/channel.ts'
import { openOwnerDatabase } from './store/database.ts'
import { httpTransport } from './sync/transport.ts'

/** The owner's user id, which the page gives its worker as name. */
const userId = self.name

const { core, parts } = openOwnerData({
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

addEventListener('online', () => core.scheduler.syncUnlessPaused())

expose(parts)
