import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Photo } from '#client/ui/photographs/photograph.tsx'
import { cropPhotograph } from '#server/photographs/images.ts'
import { refusePhotographDelete } from '#server/site/commands.ts'
import { initialContent } from '#server/site/initial-content.ts'
import { readLatestVersion } from '#server/site/store.ts'
import { applyChanges, type ContentRecords, listDraftChanges } from '#shared/content/drafts.ts'
import { checkContent, judgePublication } from '#shared/content/publishing.ts'
import { listPhotographUses } from '#shared/content/registry.ts'
import type { PublishedPhotograph } from '#shared/photographs/photographs.ts'
import type { RecordData } from '#shared/sync/collections.ts'
import { publishInOslo } from '#tests/support/content/publishing.ts'
import { SyncDevice } from '#tests/support/sync/sync-device.ts'
import { SyncServer } from '#tests/support/sync/sync-server.ts'

const digest = 'd'.repeat(43)
const sizes = (['avif', 'webp'] as const).flatMap((format) =>
  [480, 800].map((width) => ({ format, width, digest })),
)
const ready = {
  ...{ fileName: 'Reine.jpg', bytes: 9, state: 'ready', width: 800, height: 1000 },
  ...{ placeholder: 'data:image/webp;base64,AAAA', sizes },
  ...{ description: 'Red cabins', focus: { x: 12, y: 88 } },
}
const PORTRAIT = 'common.owner.portrait'

const want = (chosen: unknown, record: RecordData = ready): ContentRecords => ({
  page: new Map([['common', { [PORTRAIT]: { value: chosen } }]]),
  service: new Map(),
  business: new Map(),
  photograph: new Map([['reine', record]]),
})
const chosen = { id: 'reine', caption: 'Reine, at five' }

function listProblems(records: ContentRecords): string[] {
  const content = applyChanges(initialContent, listDraftChanges(initialContent, records))
  return checkContent(content, records.photograph).flatMap(({ field, message, waitsFor }) =>
    field === PORTRAIT ? [message, ...(waitsFor ? [`waits for ${waitsFor}`] : [])] : [],
  )
}

describe('A photograph that the owner has chosen', () => {
  it('is published with all that pages need of it', () => {
    const [change] = listDraftChanges(initialContent, want(chosen))
    expect(change).toMatchObject({ field: PORTRAIT, from: null })
    expect(change?.to).toEqual({
      ...chosen,
      ...{ description: 'Red cabins', focus: { x: 12, y: 88 }, width: 800, height: 1000 },
      ...{ placeholder: ready.placeholder, sizes },
    })
    expect(judgePublication(initialContent, change ? [change] : [])).toHaveProperty('content')
  })

  it('waits until it is ready, and must be described before', () => {
    const unready = { ...ready, state: 'processing', sizes: [], width: null, height: null }
    expect(listProblems(want(chosen))).toEqual([])
    expect(listProblems(want(chosen, unready))).toEqual([
      'This waits for the photograph Reine.',
      'waits for reine',
    ])
    expect(listProblems(want(chosen, { ...unready, description: '' }))).toEqual([
      'Please describe this photograph, for people who cannot see it.',
    ])
    const failed = { ...unready, state: 'failed', problem: 'This file is not a photograph.' }
    expect(listProblems(want(chosen, failed))).toEqual(['Reine: This file is not a photograph.'])
    expect(listProblems(want(chosen, { ...ready, description: ' ' }))).toEqual([
      'Please describe this photograph, for people who cannot see it.',
    ])
    expect(listProblems(want({ id: 'gone', caption: '' }))).toEqual(['Please choose a photograph.'])
  })

  it('is published again when its description or its focus has changed, and not otherwise', () => {
    const published = applyChanges(initialContent, listDraftChanges(initialContent, want(chosen)))
    expect(listDraftChanges(published, want(chosen))).toEqual([])
    const kept = { ...want(chosen), page: new Map() }
    expect(listDraftChanges(published, kept)).toEqual([])
    const moved = { ...ready, focus: { x: 50, y: 50 } }
    const changes = listDraftChanges(published, {
      ...kept,
      photograph: new Map([['reine', moved]]),
    })
    expect(changes).toMatchObject([{ field: PORTRAIT, to: { focus: { x: 50, y: 50 } } }])
    // Its record is gone: visitors keep what they have.
    expect(listDraftChanges(published, { ...kept, photograph: new Map() })).toEqual([])
  })

  it('is named with the places in which it is used', () => {
    const published = applyChanges(initialContent, listDraftChanges(initialContent, want(chosen)))
    expect(listPhotographUses(published, 'reine')).toEqual(['Home, About and mails'])
    expect(listPhotographUses(published, 'other')).toEqual([])
  })
})

describe('A published photograph', () => {
  let server: SyncServer
  beforeEach(async () => {
    server = await SyncServer.open({ publication: publishInOslo })
    server.refuseDelete = { photograph: refusePhotographDelete }
  })
  afterEach(() => server.close())

  it('cannot be removed, and the refusal says where it is', async () => {
    const phone = new SyncDevice('phone')
    const sync = () => phone.sync(server.createTransport())
    for (const id of ['reine', 'other']) await phone.edit({ coll: 'photograph', id }, ready)
    const changes = listDraftChanges(initialContent, want(chosen))
    await phone.edit({ coll: 'publication', id: 'one' }, { changes, madeAt: '2026-11-30' })
    await sync()
    expect(
      (await readLatestVersion(server.db.read)).content.texts.common.owner.portrait,
    ).toMatchObject(chosen)
    await sync()
    const remove = (id: string) => ({ coll: 'photograph' as const, id, op: 'delete' as const })
    await phone.edits.applyAll([remove('reine'), remove('other')])
    await sync()
    expect((await server.findRecord('reine', 'photograph'))?.deleted).toBe(false)
    expect((await server.findRecord('other', 'photograph'))?.deleted).toBe(true)
    expect((await phone.db.rejected.toArray()).map(({ reason }) => reason)).toEqual([
      'Visitors see this photograph: Home, About and mails. Publish another there first.',
    ])
  })

  it('is offered as AVIF and WebP, with its size, its words and its focus, and without a style attribute', () => {
    const photograph = { ...ready, ...chosen } as unknown as PublishedPhotograph
    const html = renderToStaticMarkup(createElement(Photo, { photograph, sizes: '92vw' }))
    for (const format of ['avif', 'webp'])
      expect(html).toContain(
        `<source type="image/${format}" srcSet="/photographs/${digest}.${format} 480w, /photographs/${digest}.${format} 800w" sizes="92vw"/>`,
      )
    expect(html).toContain('alt="Red cabins" width="800" height="1000" data-x="1" data-y="9"')
    expect(html).toContain('<figcaption')
    expect(html).not.toContain('style=')
  })

  it('is cropped for mails where its focus is, in the size of a mail’s portrait', async () => {
    const half = (background: string) =>
      sharp({ create: { width: 400, height: 300, channels: 3, background } })
        .png()
        .toBuffer()
    const picture = await sharp(await half('#ff0000'))
      .extend({ right: 400, background: '#0000ff' })
      .webp()
      .toBuffer()
    const frame = { width: 192, height: 240 }
    const [left, right] = [
      await cropPhotograph(picture, { x: 0, y: 50 }, frame),
      await cropPhotograph(picture, { x: 100, y: 50 }, frame),
    ]
    expect(await sharp(left).metadata()).toMatchObject({ format: 'jpeg', ...frame })
    const red = async (bytes: Buffer) => (await sharp(bytes).stats()).channels[0]?.mean ?? 0
    expect(await red(left)).toBeGreaterThan(200)
    expect(await red(right)).toBeLessThan(50)
  })
})
