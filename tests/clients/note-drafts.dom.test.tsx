import 'fake-indexeddb/auto'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readDraft } from '#client/book/desk-data.ts'
import { OwnerDatabase } from '#client/book/store/database.ts'
import { erase } from '#client/book/store/erase.ts'
import { claire, eachWithABook, press, show, shown, type } from '#tests/support/crm-desk.tsx'
import { record } from '#tests/support/kept-book.ts'
import { astrid } from '#tests/support/owners-store.ts'

vi.mock(
  '#client/book/page-book.ts',
  async () => (await import('#tests/support/book-in-page.ts')).pageBook,
)

eachWithABook()

const note = { id: 'n1', at: '2026-11-20T10:30:00.000Z', text: 'Prefers trains.' }
const noted = record('c1', { ...claire, journal: [note] })
const timeline = '/admin/crm/c1/timeline'

const kept = (key: string) => readDraft(astrid.id, key)

/** Closes the page and opens it again. */
async function reload(): Promise<void> {
  cleanup()
  await show(timeline, [noted])
}

test('a note that is being edited is there again after a reload, and is saved in its place', async () => {
  await show(timeline, [noted])
  fireEvent.click(await screen.findByRole('button', { name: /^Edit the note/ }))
  type('Note', 'Prefers night trains.')
  await waitFor(async () => expect(await kept('note:c1')).toMatchObject({ note }))
  await reload()
  expect(await screen.findByDisplayValue('Prefers night trains.')).toBeTruthy()
  expect(screen.getByText('You started this earlier. It is not saved yet.')).toBeTruthy()
  press('Save note')
  await screen.findByText('Prefers night trains.', { selector: 'p' })
  expect((await shown())?.client.journal).toMatchObject([{ text: 'Prefers night trains.' }])
  await waitFor(async () => expect(await kept('note:c1')).toBeUndefined())
})

test('a new note is there again after a reload, beside one that is being edited', async () => {
  await show(timeline, [noted])
  fireEvent.click(await screen.findByRole('button', { name: /^Edit the note/ }))
  type('Note', 'Prefers boats.')
  press('Add note')
  const [added] = screen.getAllByLabelText('Note')
  fireEvent.change(added as HTMLElement, { target: { value: 'Her mother joins.' } })
  await waitFor(async () => expect(await kept('new-note:c1')).toBeTruthy())
  await reload()
  await screen.findByDisplayValue('Prefers boats.')
  const form = (await screen.findByDisplayValue('Her mother joins.')).closest('form')
  fireEvent.click(within(form as HTMLElement).getByRole('button', { name: 'Save note' }))
  await screen.findByText('Her mother joins.', { selector: 'p' })
  expect(screen.getByDisplayValue('Prefers boats.')).toBeTruthy()
  expect((await shown())?.client.journal).toHaveLength(2)
})

test('a new version of the site asks before it reloads what is typed of a client, and of a note', async () => {
  const request = vi.fn(() => new Promise(() => undefined))
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'))
  const typing = ['typing', expect.objectContaining({ mode: 'shared' }), expect.any(Function)]
  await show(timeline, [noted])
  fireEvent.click(await screen.findByRole('button', { name: /^Edit the note/ }))
  expect(request).not.toHaveBeenCalled()
  type('Note', 'Prefers boats.')
  expect(request.mock.calls).toEqual([typing])
  cleanup()
  await show('/admin/crm/c1/edit', [noted])
  await screen.findByLabelText('Name')
  type('Name', 'Claire M.')
  expect(request.mock.calls).toEqual([typing, typing])
})

test('a note that was left as it was, or cancelled, is not there again', async () => {
  await show(timeline, [noted])
  fireEvent.click(await screen.findByRole('button', { name: /^Edit the note/ }))
  type('Note', 'Prefers boats.')
  press('Cancel')
  await waitFor(async () => expect(await kept('note:c1')).toBeUndefined())
  press('Add note')
  await reload()
  await screen.findByText('Prefers trains.')
  expect(screen.queryByLabelText('Note')).toBeNull()
})

test('what was typed of somebody who is erased for privacy goes with them', async () => {
  await show(timeline, [noted])
  fireEvent.click(await screen.findByRole('button', { name: /^Edit the note/ }))
  type('Note', 'Prefers boats.')
  await waitFor(async () => expect(await kept('note:c1')).toBeTruthy())
  press('Add note')
  const [added] = screen.getAllByLabelText('Note')
  fireEvent.change(added as HTMLElement, { target: { value: 'Her mother joins.' } })
  await waitFor(async () => expect(await kept('new-note:c1')).toBeTruthy())
  const db = new OwnerDatabase(astrid.id)
  await db.drafts.put({ key: 'note:c2', data: { text: 'Somebody else.' } })
  await erase(db, { coll: 'client', id: 'c1' })
  expect(await db.drafts.toCollection().primaryKeys()).toEqual(['note:c2'])
  db.close()
})

test('a note without words is asked for, and no more once something is typed', async () => {
  await show(timeline)
  fireEvent.click(await screen.findByRole('button', { name: 'Add note' }))
  press('Save note')
  const asked = await screen.findByText('Please write the note first.')
  expect(screen.getByLabelText('Note')).toBe(document.activeElement)
  type('Note', 'T')
  expect(asked.isConnected).toBe(false)
})
