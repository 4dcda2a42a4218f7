import { randomUUID } from 'node:crypto'
import { vi } from 'vitest'
import { httpTransport, type Transport } from '#client/data/sync/transport.ts'
import type { Random } from '#tests/support/lib/random.ts'
import type { StripeDouble } from '#tests/support/payment/stripe-double.ts'
import { buildBookingFields, postForm } from '#tests/support/server/forms.ts'
import type { GroupAnswer, ServerGroup } from '#tests/support/server/server-group.ts'
import type { SyncDevice } from '#tests/support/sync/sync-device.ts'
import { toClientRef } from '#tests/support/sync/sync-transports.ts'

/** So many visitors want each free slot. */
const VISITORS = 3
/** So many visitors post at the same time. */
const CONCURRENT = 12
const EDITS = 10
/** Longest time that the load may take to get an answer, ms. */
const PATIENCE = 60_000

/** A booking form and what its visitor was told in the end. */
interface Posted extends GroupAnswer {
  key: string
  fields: Record<string, string>
}

interface LoadParts {
  group: ServerGroup
  stripe: StripeDouble
  owner: { cookie: string; userId: string }
  random: Random
  /** Starts with which nobody else interferes. */
  starts: { free: string[]; paid: string[] }
  /** The devices of the whole test; each edits its own client, and one that all share. */
  devices: SyncDevice[]
}

/**
 * Visitors who book, guests who pay and devices of the owner who edit, all at the same time, through
 * any server. Whoever gets no answer, or a 5xx, sends the same again once the site is ready.
 */
export class SiteLoad {
  readonly posted: Posted[] = []
  /** Ids of the bookings that were paid, and whose payment a server has acknowledged. */
  readonly paid: string[] = []
  /** The last phone number that each device has saved. */
  readonly saved = new Map<SyncDevice, string>()
  /** How the syncs ended. */
  readonly outcomes: string[] = []
  private acknowledged = 0
  private running: Promise<unknown> = Promise.resolve()

  constructor(private readonly parts: LoadParts) {}

  start(): void {
    const { starts, random, devices } = this.parts
    const wanted = starts.free.flatMap((start) => Array.from({ length: VISITORS }, () => start))
    const visits = [
      ...wanted.map((start) => () => this.book(start)),
      ...starts.paid.map((start, index) => () => this.pay(start, index % 2 === 0)),
    ]
    this.running = Promise.all([
      runTogether(random.shuffle(visits)),
      ...devices.map((device) => this.edit(device)),
    ])
    this.running.catch(() => undefined)
  }

  /** Resolves when `part` of the load (from 0 to 1) is acknowledged. */
  async whenDone(part: number): Promise<void> {
    const { starts, devices } = this.parts
    const all = starts.free.length * VISITORS + starts.paid.length + devices.length * EDITS
    const isReached = () => this.acknowledged >= part * all
    await Promise.race([this.running, vi.waitUntil(isReached, { timeout: PATIENCE, interval: 5 })])
  }

  /** Resolves when everybody has an answer. */
  async finish(): Promise<void> {
    await this.running
  }

  private async book(start: string, service = 'initial_consultation'): Promise<Posted> {
    const key = randomUUID()
    const fields = buildBookingFields({ start, service_type: service, message: key })
    const answer = await this.parts.group.sendUntilAnswered((url) => postForm(url, fields, key))
    const posted = { key, fields, ...answer }
    this.posted.push(posted)
    this.acknowledged += 1
    return posted
  }

  /** Books and pays; the site learns of it from the guest's page, or only from the provider. */
  private async pay(start: string, byPage: boolean): Promise<void> {
    const { stripe, group } = this.parts
    const { body } = await this.book(start, 'bespoke_planning')
    const id = String(body.bookingId)
    const sig = new URLSearchParams(String(body.manageUrl).split('?')[1]).get('sig') ?? ''
    const price = { serviceType: 'bespoke-planning', amount: 400_000, currency: 'nok' }
    const begun = await group.sendUntilAnswered((url) =>
      post(`${url}/functions/create-payment-intent`, { ...price, bookingId: id, sig }),
    )
    const [intent = ''] = String(begun.body.clientSecret).split('_secret_')
    stripe.state.pay(intent)
    if (byPage)
      await group.sendUntilAnswered((url) =>
        fetch(`${url}/functions/verify-payment?${new URLSearchParams({ id, sig })}`),
      )
    else await this.deliverEvents()
    this.paid.push(id)
  }

  /** The provider sends each event until it is acknowledged. */
  private async deliverEvents(): Promise<void> {
    const { stripe, group } = this.parts
    await stripe.deliver(
      async (body, signature) =>
        (
          await group.sendUntilAnswered((url) =>
            fetch(`${url}/functions/payment-webhook`, {
              method: 'POST',
              headers: { 'Stripe-Signature': signature },
              body,
            }),
          )
        ).status,
      { at: Date.now() },
    )
  }

  private async edit(device: SyncDevice): Promise<void> {
    for (let turn = 0; turn < EDITS; turn++) {
      await this.editOnce(device)
      this.acknowledged += 1
    }
  }

  /** Edits the device's own client and the shared one, and syncs both. */
  async editOnce(device: SyncDevice): Promise<void> {
    const phone = `+47 ${this.parts.random.below(1e8)}`
    await device.edit(toClientRef(device.name), { name: device.name, phone })
    await device.edit(toClientRef('shared'), { name: 'Shared', phone })
    this.saved.set(device, phone)
    await this.syncUntilDone(device)
  }

  /** Syncs a device until that succeeds. */
  async syncUntilDone(device: SyncDevice): Promise<void> {
    for (;;) {
      const outcome = await device.sync(this.createTransport())
      this.outcomes.push(outcome)
      if (outcome === 'done') return
      if (outcome !== 'failed') throw new Error(`A device's sync ended with: ${outcome}`)
      await this.parts.group.waitUntilReady()
    }
  }

  private createTransport(): Transport {
    const { group, owner } = this.parts
    const { userId, cookie } = owner
    const http = httpTransport(async (path, init) => {
      const headers = new Headers(init?.headers)
      headers.set('Cookie', cookie)
      const response = await fetch(group.pick().url + path, { ...init, headers })
      group.statuses.push(response.status)
      return response
    })
    return {
      push: (body) => http.push({ ...body, userId }),
      pull: (query) => http.pull({ ...query, userId }),
      isRevoked: (id) => http.isRevoked(id),
    }
  }
}

export function post(address: string, body: object): Promise<Response> {
  return fetch(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
}

/** Runs some tasks at a time. */
async function runTogether(tasks: (() => Promise<unknown>)[]): Promise<void> {
  const queue = tasks.values()
  const work = async () => {
    for (const task of queue) await task()
  }
  await Promise.all(Array.from({ length: CONCURRENT }, work))
}
