import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createApp } from '#server/app.ts'
import { openKeys } from '#server/db/key-files.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { randomId } from '#server/lib/ids.ts'
import { createLog } from '#server/lib/log.ts'
import { readSettings } from '#server/settings.ts'
import { createFeatures } from '#server/wiring/features.ts'
import { owner } from '#tests/support/account/owner-account.ts'
import { getCookies } from '#tests/support/server/site.ts'

const digest = (text: string) => createHash('sha256').update(text).digest('hex')
const passwordHash = {
  hash: async (password: string) => digest(password),
  verify: async ({ hash, password }: { hash: string; password: string }) =>
    hash === digest(password),
}

const PAGES = ['get-bookings', 'get-forms', 'get-sales', 'get-site-state', 'get-floods']

/**
 * What the owner's desk shows, by page, from a server on this data at the instant `now`. The first
 * call creates the owner's account.
 */
export async function readDesk(
  dataDir: string,
  now: number,
  databaseUrl?: string,
): Promise<Record<string, unknown>> {
  const db = await openDatabase(dataDir, { url: databaseUrl })
  const settings = readSettings({ DATA_DIR: dataDir, RATE_LIMIT: 'off', LOG_LEVEL: 'silent' })
  const keys = await openKeys(db, settings.keysDir)
  const log = createLog('silent')
  const parts = { settings, db, log, clock: () => now, newId: randomId, keys, passwordHash }
  await createFeatures(parts).accounts.assignOwner(owner)
  const app = createApp({ ...parts, pages: [(_req, res) => void res.status(404).end()] })
  const server = createServer(app.handler)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/functions`
  try {
    const signedIn = await fetch(`${base}/auth/sign-in`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(owner),
    })
    const headers = { Cookie: getCookies(signedIn) }
    const answers = PAGES.map(async (page) => {
      const response = await fetch(`${base}/${page}`, { headers })
      return [page, { status: response.status, body: await response.json() }] as const
    })
    return Object.fromEntries(await Promise.all(answers))
  } finally {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
    await app.stop()
    await db.close()
  }
}
