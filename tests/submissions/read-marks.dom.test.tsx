import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useReadMarks } from '#client/desk/forms/forms-body.tsx'
import type { FormGroup } from '#shared/submissions/api.ts'
import { type StubAnswer, stubServer } from '#tests/support/stub-server.ts'

afterEach(() => vi.unstubAllGlobals())

const createList = (read: boolean): FormGroup[] => [
  {
    name: 'contact',
    timeZone: 'Europe/Oslo',
    total: 1,
    unread: read ? 0 : 1,
    submissions: [{ id: 1, created_at: '', read, booking_id: null, data: {} }],
  },
]

/** The hook over a list from the server; each mark waits until `answer` ends the oldest request. */
function setUp() {
  const pending: ((answer: StubAnswer) => void)[] = []
  stubServer({ 'mark-form': () => new Promise((resolve) => pending.push(resolve)) })
  const reload = vi.fn()
  const hook = renderHook(({ list }) => useReadMarks(list, reload), {
    initialProps: { list: createList(false) },
  })
  return {
    reload,
    mark: (read: boolean) => act(async () => hook.result.current.setRead(1, read)),
    answer: (status: number) => act(async () => pending.shift()?.([status, { id: 1, read: true }])),
    receive: (read: boolean) => hook.rerender({ list: createList(read) }),
    isRead: () => hook.result.current.groups[0]?.submissions[0]?.read,
  }
}

test('A mark is shown at once, and stays until the reloaded list arrives', async () => {
  const { mark, answer, receive, isRead, reload } = setUp()
  await mark(true)
  expect(isRead()).toBe(true)
  receive(false)
  expect(isRead()).toBe(true)
  await answer(200)
  expect(reload).toHaveBeenCalledOnce()
  expect(isRead()).toBe(true)
})

test('After a confirmed mark, a later one from another device is shown', async () => {
  const { mark, answer, receive, isRead } = setUp()
  await mark(true)
  await answer(200)
  receive(true)
  receive(false)
  expect(isRead()).toBe(false)
})

test('A refused mark is reverted, but not a newer one of the same submission', async () => {
  const { mark, answer, isRead } = setUp()
  await mark(true)
  await answer(500)
  expect(isRead()).toBe(false)
  await mark(false)
  await mark(true)
  await answer(500)
  expect(isRead()).toBe(true)
})
