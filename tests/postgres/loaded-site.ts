import { expect } from 'vitest'
import { owner } from '#tests/support/account/owner-account.ts'
import type { PostgresDatabase } from '#tests/support/db/postgres-database.ts'
import type { Random } from '#tests/support/lib/random.ts'
import { StripeDouble } from '#tests/support/payment/stripe-double.ts'
import { runCliCommandWith } from '#tests/support/server/cli-commands.ts'
import { buildBookingFields, postForm } from '#tests/support/server/forms.ts'
import type { ServerProcess } from '#tests/support/server/server.ts'
import { ServerGroup } from '#tests/support/server/server-group.ts'
import { getCookies } from '#tests/support/server/site.ts'
import { SyncDevice } from '#tests/support/sync/sync-device.ts'
import { expectDevicesAgree, expectNothingLost } from './site-checks.ts'
import { post, SiteLoad } from './site-load.ts'

const SERVERS = 3
const DEVICES = 3
const FREE_SLOTS = 16
const PAID_SLOTS = 12

interface SiteParts {
  /** The test's own way to the database. */
  database: PostgresDatabase
  /** The servers' way to it. */
  databaseUrl: string
  random: Random
}

/** A site with an owner on several servers, to put a load on and to check afterwards. */
export class LoadedSite {
  readonly loads: SiteLoad[] = []
  readonly devices = Array.from(
    { length: DEVICES },
    (_, index) => new SyncDevice(`device-${index}`),
  )

  private constructor(
    private readonly parts: SiteParts,
    readonly group: ServerGroup,
    private readonly stripe: StripeDouble,
    private readonly account: { cookie: string; userId: string },
  ) {}

  static async start(parts: SiteParts): Promise<LoadedSite> {
    const { databaseUrl, random } = parts
    const stripe = await StripeDouble.start()
    const group = await ServerGroup.start({ count: SERVERS, databaseUrl, random, env: stripe.env })
    return new LoadedSite(parts, group, stripe, await createOwner(group))
  }

  /** Starts a load on slots that no load has used before. */
  async startLoad(): Promise<SiteLoad> {
    const { group, stripe, devices, account } = this
    const { random } = this.parts
    const open = random.shuffle(await group.listOpenStarts())
    const starts = {
      free: open.slice(0, FREE_SLOTS),
      paid: open.slice(FREE_SLOTS, FREE_SLOTS + PAID_SLOTS),
    }
    const load = new SiteLoad({ group, stripe, owner: account, random, starts, devices })
    this.loads.push(load)
    load.start()
    return load
  }

  /** Without its database every server answers 503 to what needs it, and serves its pages. */
  async expectOutage(): Promise<void> {
    for (const server of this.group.servers) {
      await expect.poll(() => this.request(server, '/readyz')).toBe(503)
      for (const page of ['/', '/services', '/contact', '/healthz'])
        expect(await this.request(server, page), page).toBe(200)
      for (const name of ['get-availability', 'auth/session', 'get-schedule', 'get-devices'])
        expect(await this.request(server, `/functions/${name}?${QUERY}`), name).toBe(503)
      expect((await postForm(server.url, buildBookingFields())).status).toBe(503)
      expect((await post(`${server.url}/functions/auth/sign-in`, owner)).status).toBe(503)
    }
  }

  async expectNothingLost(): Promise<void> {
    await expectNothingLost(this.checked)
  }

  /** As a part of `expectNothingLost`. */
  async expectDevicesAgree(): Promise<void> {
    await expectDevicesAgree(this.checked)
  }

  private get checked() {
    const { group, stripe, devices, loads } = this
    return { group, stripe, devices, loads, database: this.parts.database }
  }

  /** The epoch of the database that each device knows; empty before its first sync. */
  listEpochs(): Promise<string[]> {
    return Promise.all(
      this.devices.map(async ({ db }) => (await db.device.get('device'))?.epoch ?? ''),
    )
  }

  async close(): Promise<void> {
    await this.group.dispose()
    await this.stripe.close()
    for (const device of this.devices) device.db.close()
  }

  /** The status of the answer to a request by the owner. */
  async request({ url }: ServerProcess, path: string): Promise<number> {
    const { cookie } = this.account
    const response = await fetch(url + path, { headers: { Cookie: cookie } })
    await response.text()
    return response.status
  }
}

const QUERY = 'service=initial-consultation&from=2026-11-24&to=2026-11-25'

async function createOwner({ servers, env }: ServerGroup) {
  const [server] = servers
  if (!server) throw new Error('There is no server')
  const args = ['--email', owner.email, '--name', owner.name]
  const { code, errors } = await runCliCommandWith(env, 'owner', server.dataDir, ...args)
  if (code !== 0) throw new Error(errors)
  const answer = await post(`${server.url}/functions/auth/sign-in`, owner)
  const { user } = (await answer.json()) as { user: { id: string } }
  return { cookie: getCookies(answer), userId: user.id }
}
