import fs from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import Sqlite from 'better-sqlite3'
import { owner } from '#tests/support/account/owner-account.ts'
import { buildBookingFields, getWeekdayAhead, postForm } from '#tests/support/server/forms.ts'
import type { ServerProcess } from '#tests/support/server/server.ts'

interface BegunSale {
  bookingId: string
  cookie: string
  clientSecret: string
  /** The provider's id of the payment intent. */
  intent: string
}

/** Books a paid service and begins its payment, as the page does; each `turn` is another hour. */
export async function beginSale(
  server: ServerProcess,
  { service, turn, ...more }: { service: string; turn: number; first_name?: string },
): Promise<BegunSale> {
  const day = getWeekdayAhead(4 + Math.floor(turn / 5) * 3)
  const start = `${day}T${String(9 + (turn % 5)).padStart(2, '0')}:00:00.000Z`
  const fields = { service_type: service, start, date: day, time: start.slice(11, 16) }
  const posted = await postForm(
    server.url,
    buildBookingFields({ ...fields, timezone: 'UTC', ...more }),
  )
  const cookie = posted.headers.get('set-cookie')?.split(';')[0] ?? ''
  const { bookingId } = (await posted.json()) as { bookingId: string }
  const price = service === 'bespoke_planning' ? 400_000 : 150_000
  const response = await callFunction(server, {
    cookie,
    name: 'create-payment-intent',
    body: {
      serviceType: service.replaceAll('_', '-'),
      amount: price,
      currency: 'nok',
      bookingId,
    },
  })
  const { clientSecret } = (await response.json()) as { clientSecret: string }
  const [intent = ''] = clientSecret.split('_secret_')
  return { bookingId, cookie, clientSecret, intent }
}

interface Call {
  cookie: string
  name: string
  body: object
}

export function callFunction(
  server: ServerProcess,
  { cookie, name, body }: Call,
): Promise<Response> {
  return fetch(`${server.url}/functions/${name}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Cookie: cookie },
    body: JSON.stringify(body),
  })
}

/** Signs the owner in without a browser; returns the cookies. */
export async function getOwnerCookie(server: ServerProcess): Promise<string> {
  const answer = await callFunction(server, { cookie: '', name: 'auth/sign-in', body: owner })
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

/**
 * Sets the sign-in of every session back by an hour. The server runs by the machine's clock, so a
 * test cannot move its time on.
 */
export function backdateSignIns(server: ServerProcess): void {
  const sqlite = new Sqlite(path.join(server.dataDir, 'lysning.sqlite'))
  sqlite.prepare('UPDATE session SET signed_in_at = ?').run(Date.now() - 3_600_000)
  sqlite.close()
}

/** Presses, and returns the downloaded file's name and text. */
export async function saveDownload(page: Page, press: () => Promise<void>) {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  const text = await fs.readFile(await download.path(), 'utf8')
  return { name: download.suggestedFilename(), text }
}
