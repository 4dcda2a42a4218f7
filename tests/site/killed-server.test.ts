import { expect, test } from 'vitest'
import { initialContent } from '#server/site/initial-content.ts'
import type { ContentChange } from '#shared/content/collections.ts'
import { owner } from '#tests/support/account/owner-account.ts'
import { runCliCommand } from '#tests/support/server/cli-commands.ts'
import { ServerProcess } from '#tests/support/server/server.ts'
import { HeadlessDevice } from '#tests/support/sync/headless-device.ts'

const { home, about } = initialContent.texts
const heading = (page: 'home' | 'about', field: string, from: string): ContentChange => ({
  ...{ coll: 'page', id: page, field, from, to: `Published ${page}` },
})
const changes = [
  heading('home', 'home.hero.title', home.hero.title),
  heading('about', 'about.story.title', about.story.title),
]

test.each([
  ['while a publication arrives', false],
  ['while the pages of a version that was stored are rendered', true],
])(
  'A server that is killed %s serves one whole version after its restart',
  async (_when, isStored) => {
    const first = await ServerProcess.start()
    let server = first
    try {
      await runCliCommand('owner', first.dataDir, '--email', owner.email)
      const device = await HeadlessDevice.create(first, 'phone')
      await device.pull()
      const sent = device
        .edit({ one: { changes, madeAt: '' } }, 'publication')
        .catch(() => undefined)
      if (isStored) await sent
      await first.kill()
      await sent
      server = await ServerProcess.start({ dataDir: first.dataDir })
      const read = async (address: string) => (await fetch(server.url + address)).text()
      const isNew = [
        (await read('/')).includes('Published home'),
        (await read('/about')).includes('Published about'),
      ]
      expect(isNew).toEqual(isStored || isNew[0] ? [true, true] : [false, false])
      const [, version = ''] = /data-rest="\/content\/(\d+)-/.exec(await read('/')) ?? []
      expect(version).toBe(isNew[0] ? '1' : '0')
      for (const address of ['/about', '/terms', '/services'])
        expect(await read(address)).toContain(`data-rest="/content/${version}-`)
    } finally {
      await server.dispose()
      await first.dispose()
    }
  },
)
