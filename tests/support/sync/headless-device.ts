import {
  type Collection,
  isExtension,
  type RecordData,
  type RecordRef,
} from '#shared/sync/collections.ts'
import type { Change, PullAnswer } from '#shared/sync/protocol.ts'
import { owner } from '#tests/support/account/owner-account.ts'
import { callFunction, getOwnerCookie } from '#tests/support/desk/owner-requests.ts'
import type { ServerProcess } from '#tests/support/server/server.ts'

/** A record's id; with its collection if it extends another, which has the same id. */
export function toName({ coll, id }: RecordRef): string {
  return isExtension(coll) ? `${coll}/${id}` : id
}

/** Another device of the owner, without a browser: edits records as it last pulled them. */
export class HeadlessDevice {
  private mid = 0
  private epoch = ''
  private readonly knownRecords = new Map<string, Change>()

  private constructor(
    private readonly server: ServerProcess,
    private readonly name: string,
    private readonly account: { cookie: string; user: string },
  ) {}

  static async create(server: ServerProcess, name: string): Promise<HeadlessDevice> {
    const answer = await callFunction(server, { cookie: '', name: 'auth/sign-in', body: owner })
    const { user } = (await answer.json()) as { user: { id: string } }
    const who = { cookie: await getOwnerCookie(server), user: user.id }
    return new HeadlessDevice(server, name, who)
  }

  /** Pulls all records; returns clients by name, others by `toName`. */
  async pull(): Promise<Map<string, Change>> {
    const { user, cookie } = this.account
    const query = new URLSearchParams({ userId: user, deviceId: this.name, epoch: '', schema: '1' })
    const address = `${this.server.url}/functions/sync-pull?${query}&cursor=0&limit=1000`
    const answer = await fetch(address, { headers: { Cookie: cookie } })
    const { epoch, changes } = (await answer.json()) as PullAnswer
    this.epoch = epoch
    for (const change of changes) this.knownRecords.set(toName(change), change)
    return new Map(changes.map((change) => [String(change.data.name ?? toName(change)), change]))
  }

  /** A record by its id, as it is on the server now. */
  async find(id: string): Promise<Change | undefined> {
    await this.pull()
    return this.knownRecords.get(id)
  }

  /** Pushes edits of records as last pulled, by id; an id that was never pulled is a new record. */
  async edit(sets: Record<string, RecordData>, coll: Collection = 'client'): Promise<void> {
    const at = '2026-11-24T15:40:00.000Z'
    const mutations = Object.entries(sets).map(([id, set]) => {
      const { rev = 0, data = {} } = this.knownRecords.get(toName({ coll, id })) ?? {}
      const base = Object.fromEntries(Object.keys(set).map((field) => [field, data[field] ?? null]))
      this.mid += 1
      const about = { coll, id, baseEpoch: this.epoch, baseRev: rev }
      return { mid: this.mid, op: 'patch', ...about, base: rev === 0 ? {} : base, set, at }
    })
    const { cookie, user } = this.account
    const device = { deviceId: this.name, deviceName: this.name, userId: user }
    const body = { ...device, epoch: this.epoch, schema: 1, mutations }
    const answer = await callFunction(this.server, { cookie, name: 'sync-push', body })
    if (!answer.ok)
      throw new Error(`The push was refused with status ${answer.status}: ${await answer.text()}`)
  }
}
