import { act, renderHook, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { DraftParts } from '#client/desk/schedule/schedule-draft.ts'
import { storeDrafts, useDraft } from '#client/desk/schedule/use-schedule-draft.ts'

const disk = vi.hoisted(() => ({ stored: undefined as object | undefined }))

vi.mock('#client/data/data-client.ts', () => ({
  readDraft: async () => disk.stored,
  storeDraft: async (_key: string, draft: object | undefined) => {
    disk.stored = draft
    return true
  },
}))

beforeEach(() => {
  disk.stored = undefined
})

const buffer: DraftParts = { bufferMinutes: { base: 0, value: 15 } }
const notice: DraftParts = { noticeMinutes: { base: 1440, value: 720 } }

async function openPage() {
  const { result } = renderHook(() => useDraft())
  await waitFor(() => expect(result.current.drafts).toBeDefined())
  return {
    type: (drafts: DraftParts) => act(async () => result.current.setDrafts(drafts)),
  }
}

const expectStored = (drafts: DraftParts | undefined) =>
  waitFor(() => expect(disk.stored).toEqual(drafts))

test('What is typed on one page stays stored when another page stores, saves or gives back its own', async () => {
  const [one, two] = [await openPage(), await openPage()]
  await one.type(buffer)
  await expectStored(buffer)
  await two.type(notice)
  await expectStored({ ...buffer, ...notice })
  await one.type({})
  await expectStored(notice)
  await storeDrafts(buffer)
  await expectStored({ ...buffer, ...notice })
})

test('A draft that a page found stored is deleted once that page has saved it', async () => {
  disk.stored = { ...buffer, ...notice }
  const page = await openPage()
  await page.type(buffer)
  await expectStored(buffer)
  await page.type({})
  await expectStored(undefined)
})
