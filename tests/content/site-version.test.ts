import { afterEach, beforeEach, expect, it } from 'vitest'
import { initialContent } from '#server/site/initial-content.ts'
import { insertVersion } from '#server/site/store.ts'
import {
  findRecord,
  pullReadOnly,
  type Site,
  startSite,
  TODAY,
} from '#tests/support/server/site.ts'

let site: Site
let owner: string
beforeEach(async () => {
  site = await startSite()
  owner = await site.signInOwner()
})
afterEach(() => site.close())

const changes = [
  { coll: 'business', id: 'business', field: 'name', from: 'Lysning', to: 'Nordlys' },
]
const publish = (version: number) =>
  site.db.write((tx) =>
    insertVersion(
      tx,
      { version, content: initialContent, publishedAt: TODAY + version, publishedBy: 'Laptop' },
      changes,
    ),
  )

it('A device has every published version with its changes, and the content of the newest', async () => {
  await publish(1)
  const first = await pullReadOnly(site, owner)
  const described = { publishedBy: 'Laptop', changes }
  expect(findRecord(first.changes, 'site-version', '1')).toEqual({
    ...{ ...described, publishedAt: TODAY + 1, content: initialContent },
  })
  await publish(2)
  const all = await pullReadOnly(site, owner)
  expect(findRecord(all.changes, 'site-version', '1')).toEqual({
    ...{ ...described, publishedAt: TODAY + 1 },
  })
  expect(findRecord(all.changes, 'site-version', '2')).toEqual({
    ...{ ...described, publishedAt: TODAY + 2, content: initialContent },
  })
})

it('A device that follows gets a new version, and the former one without its content', async () => {
  await publish(1)
  const { at } = await pullReadOnly(site, owner)
  await publish(2)
  const { changes: later } = await pullReadOnly(site, owner, at)
  expect(later.map(({ coll }) => coll)).toEqual(['site-version', 'site-version'])
  expect(findRecord(later, 'site-version', '1')).toEqual({
    ...{ publishedBy: 'Laptop', changes, publishedAt: TODAY + 1 },
  })
  expect(findRecord(later, 'site-version', '2')).toHaveProperty('content')
})

it('The content of an earlier version is there for its owner alone', async () => {
  await publish(1)
  await publish(2)
  const path = '/functions/get-site-version?version='
  const answer = await site.get(`${path}1`, owner)
  expect(await answer.json()).toEqual({ content: initialContent })
  expect((await site.get(`${path}7`, owner)).status).toBe(404)
  expect((await site.get(`${path}1`)).status).toBe(401)
})
