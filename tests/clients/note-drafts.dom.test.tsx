import 'fake-indexeddb/auto'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readDraft } from '#client/data/data-client.ts'
import { OwnerDatabase } from '#client/data/store/database.ts'
import { eraseRecords } from '#client/data/store/erase.ts'
import { fillField, user } from '#tests/support/components/user.ts'
import { buildRecord } from '#tests/support/data/data-device.ts'
import { astrid } from '#tests/support/data/owner-store.ts'
import {
  changeField,
  claire,
  pressButton,
  readClient,
  renderDesk,
  setUpData,
} from '#tests/support/desk/clients-desk.tsx'

vi.mock(
  '#client/data/data-client.ts',
  async () => (await import('#tests/support/data/data-client-stub.ts')).dataClientStub,
)

setUpData()

const note = { id: 'n1', at: '2026-11-20T10:30:00.000Z', text: 'Prefers trains.' }
const clientWithNote = buildRecord('c1', { ...claire, journal: [note] })
const TIMELINE_PATH = '/admin/crm/c1/timeline'

const readStoredDraft = (key: string) => readDraft(key)

/** Closes the page and opens it again. */
async function reload(): Promise<void> {
  cleanup()
  await renderDesk(TIMELINE_PATH, [clientWithNote])
}

test('A note that is being edited is restored after a reload, and is saved in place', async () => {
  await renderDesk(TIMELINE_PATH, [clientWithNote])
  await user.click(await screen.findByRole('button', { name: /^Edit the note/ }))
  await changeField('Note', 'Prefers night trains.')
  await waitFor(async () => expect(await readStoredDraft('note:c1')).toMatchObject({ note }))
  await reload()
  expect(await screen.findByDisplayValue('Prefers night trains.')).toBeVisible()
  expect(screen.getByText('You started this earlier. It is not saved yet.')).toBeVisible()
  await pressButton('Save note')
  await screen.findByText('Prefers night trains.', { selector: 'p' })
  expect((await readClient())?.client.journal).toMatchObject([{ text: 'Prefers night trains.' }])
  await waitFor(async () => expect(await readStoredDraft('note:c1')).toBeUndefined())
})

test('A new note is restored after a reload, beside one that is being edited', async () => {
  await renderDesk(TIMELINE_PATH, [clientWithNote])
  await user.click(await screen.findByRole('button', { name: /^Edit the note/ }))
  await changeField('Note', 'Prefers boats.')
  await pressButton('Add note')
  const [added] = screen.getAllByLabelText('Note')
  await fillField(added as HTMLElement, 'Her mother joins.')
  await waitFor(async () => expect(await readStoredDraft('new-note:c1')).toBeTruthy())
  await reload()
  await screen.findByDisplayValue('Prefers boats.')
  const form = (await screen.findByDisplayValue('Her mother joins.')).closest('form')
  await user.click(within(form as HTMLElement).getByRole('button', { name: 'Save note' }))
  await screen.findByText('Her mother joins.', { selector: 'p' })
  expect(screen.getByDisplayValue('Prefers boats.')).toBeVisible()
  expect((await readClient())?.client.journal).toHaveLength(2)
})

test('A new version of the site asks before a reload while a client form or a note has unsaved input', async () => {
  const request = vi.fn(() => new Promise(() => undefined))
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'))
  const typing = ['typing', expect.objectContaining({ mode: 'shared' }), expect.any(Function)]
  await renderDesk(TIMELINE_PATH, [clientWithNote])
  await user.click(await screen.findByRole('button', { name: /^Edit the note/ }))
  expect(request).not.toHaveBeenCalled()
  await changeField('Note', 'Prefers boats.')
  expect(request.mock.calls).toEqual([typing])
  cleanup()
  await renderDesk('/admin/crm/c1/edit', [clientWithNote])
  await screen.findByLabelText('Name')
  await changeField('Name', 'Claire M.')
  expect(request.mock.calls).toEqual([typing, typing])
})

test('A note form that was unchanged or cancelled is not restored after a reload', async () => {
  await renderDesk(TIMELINE_PATH, [clientWithNote])
  await user.click(await screen.findByRole('button', { name: /^Edit the note/ }))
  await changeField('Note', 'Prefers boats.')
  await pressButton('Cancel')
  await waitFor(async () => expect(await readStoredDraft('note:c1')).toBeUndefined())
  await pressButton('Add note')
  await reload()
  await screen.findByText('Prefers trains.')
  expect(screen.queryByLabelText('Note')).not.toBeInTheDocument()
})

test('Erasing a client for privacy also deletes the unsaved drafts about them', async () => {
  await renderDesk(TIMELINE_PATH, [clientWithNote])
  await user.click(await screen.findByRole('button', { name: /^Edit the note/ }))
  await changeField('Note', 'Prefers boats.')
  await waitFor(async () => expect(await readStoredDraft('note:c1')).toBeTruthy())
  await pressButton('Add note')
  const [added] = screen.getAllByLabelText('Note')
  await fillField(added as HTMLElement, 'Her mother joins.')
  await waitFor(async () => expect(await readStoredDraft('new-note:c1')).toBeTruthy())
  const db = new OwnerDatabase(astrid.id)
  await db.drafts.put({ key: 'note:c2', data: { text: 'Somebody else.' } })
  await eraseRecords(db, [{ coll: 'client', id: 'c1' }])
  expect(await db.drafts.toCollection().primaryKeys()).toEqual(['note:c2'])
  db.close()
})

test('Saving an empty note shows a message, which disappears once something is typed', async () => {
  await renderDesk(TIMELINE_PATH)
  await user.click(await screen.findByRole('button', { name: 'Add note' }))
  await pressButton('Save note')
  const message = await screen.findByText('Please write the note first.')
  expect(screen.getByLabelText('Note')).toHaveFocus()
  await changeField('Note', 'T')
  expect(message.isConnected).toBe(false)
})
