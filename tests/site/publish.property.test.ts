import fc from 'fast-check'
import { expect, it } from 'vitest'
import { initialContent } from '#server/site/initial-content.ts'
import { findVersion, readLatestVersion } from '#server/site/store.ts'
import type { ContentChange, ContentCollection } from '#shared/content/collections.ts'
import type { SiteVersionRecord } from '#shared/content/desk-api.ts'
import { applyChanges, getPublishedValue } from '#shared/content/drafts.ts'
import { checkContent } from '#shared/content/publishing.ts'
import type { StoredContent } from '#shared/content/registry.ts'
import { publishInOslo } from '#tests/support/content/publishing.ts'
import { assertProperty } from '#tests/support/run/property-runs.ts'
import { SyncDevice } from '#tests/support/sync/sync-device.ts'
import { SyncServer } from '#tests/support/sync/sync-server.ts'
import { createTestTransport, NO_ANSWER } from '#tests/support/sync/sync-transports.ts'

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  fc.constantFrom('', '</script><script>alert(1)</script>', '‮RTL', '"&amp;$&', 'word'.repeat(15)),
)

const field = (coll: ContentCollection, id: string, name: string, to: fc.Arbitrary<unknown>) =>
  to.map((value) => ({ coll, id, field: name, to: value }))

const change = fc.oneof(
  field('page', 'about', 'about.story.title', text),
  field('page', 'home', 'home.hero.title', text),
  field('business', 'business', 'name', text),
  field('business', 'business', 'founder', fc.option(text)),
  field('service', 'bespoke-planning', 'amount', fc.integer({ min: -1, max: 900_000 })),
  field('service', 'bespoke-planning', 'isShown', fc.boolean()),
  field('service', 'business-consultancy', 'position', fc.nat(2)),
  field('service', 'svc-new', 'title', text),
)

const device = fc.nat(1)
const step = fc.oneof(
  fc.record({
    kind: fc.constant('publish'),
    device,
    changes: fc.uniqueArray(change, { minLength: 1, maxLength: 4, selector: (one) => one.field }),
  }),
  fc.record({ kind: fc.constant('sync'), device }),
  fc.record({ kind: fc.constant('lose answer'), device }),
  fc.record({ kind: fc.constant('restart'), device }),
)

it('Whatever two devices publish and the network loses, visitors get the version before it with the changes of exactly one publication', async () => {
  await assertProperty(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (story) => {
      const server = await SyncServer.open({ publication: publishInOslo })
      const devices = [new SyncDevice('phone'), new SyncDevice('laptop')] as const
      const pressed = new Map<string, ContentChange[]>()
      try {
        for (const one of story) {
          const by = devices[one.device === 0 ? 0 : 1]
          if (one.kind === 'restart') await server.restart()
          else if ('changes' in one) {
            const known = await readKnown(by)
            const changes = one.changes.map(
              (to): ContentChange => ({ ...to, from: getPublishedValue(known, to) }),
            )
            const id = `publication-${pressed.size}`
            pressed.set(id, changes)
            await by.edit({ coll: 'publication', id }, { changes, madeAt: '' })
          } else await sync(by, server, one.kind === 'lose answer')
        }
        for (const round of [1, 2, 3]) for (const by of devices) await sync(by, server, round === 0)
        await check(server, devices, pressed)
      } finally {
        await server.close()
      }
    }),
  )
}, 3_600_000)

/** The newest published content that a device has. */
async function readKnown(by: SyncDevice): Promise<StoredContent> {
  const rows = await by.db.readOnly.where('key').startsWith('site-version/').toArray()
  const found = rows.map(({ data }) => data as SiteVersionRecord).find(({ content }) => content)
  return found?.content ?? initialContent
}

async function sync(by: SyncDevice, server: SyncServer, losesAnswer: boolean): Promise<void> {
  const transport = createTestTransport(server, {})
  const lossy = {
    ...transport,
    push: async (body: Parameters<typeof transport.push>[0]) => {
      await transport.push(body)
      return NO_ANSWER
    },
  }
  await by.sync(losesAnswer ? lossy : transport)
}

async function check(
  server: SyncServer,
  devices: readonly SyncDevice[],
  pressed: ReadonlyMap<string, ContentChange[]>,
): Promise<void> {
  const madeBy = new Map<number, string>()
  for (const id of pressed.keys()) {
    const record = await server.findRecord(id, 'publication')
    const { state, version, problem } = record?.data ?? {}
    expect(['published', 'refused'], id).toContain(state)
    if (state === 'refused') expect(problem).toMatch(/\.$/)
    else {
      expect(madeBy.has(Number(version)), `version ${version} is of two publications`).toBe(false)
      madeBy.set(Number(version), id)
    }
  }
  const { version: last } = await readLatestVersion(server.db.read)
  expect(madeBy.size).toBe(last)
  let content = initialContent
  for (let version = 1; version <= last; version += 1) {
    const changes = pressed.get(madeBy.get(version) ?? '') ?? []
    const made = await findVersion(server.db.read, version)
    for (const { from, to, ...ref } of changes)
      expect([from, to]).toContainEqual(getPublishedValue(content, ref))
    content = applyChanges(content, changes)
    expect(made?.content).toEqual(content)
    const refs = changes.map(({ coll, id, field: name }) => `${coll} ${id} ${name}`)
    const problems = checkContent(content).map((one) => `${one.coll} ${one.id} ${one.field}`)
    expect(problems.filter((one) => refs.includes(one))).toEqual([])
  }
  for (const by of devices) expect(await readKnown(by)).toEqual(content)
}
