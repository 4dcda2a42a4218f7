import 'fake-indexeddb/auto'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { readDraft } from '#client/book/desk-data.ts'
import { pageBook } from '#tests/support/book-in-page.ts'
import { claire, eachWithABook, press, show, shown, type } from '#tests/support/crm-desk.tsx'
import { record } from '#tests/support/kept-book.ts'
import { astrid } from '#tests/support/owners-store.ts'

vi.mock(
  '#client/book/page-book.ts',
  async () => (await import('#tests/support/book-in-page.ts')).pageBook,
)

eachWithABook()

describe('the form of a client', () => {
  test('says what is missing, leads to it, and saves what was typed on this device', async () => {
    const router = await show('/admin/crm/new', [])
    await screen.findByRole('heading', { name: 'Add client' })
    type('Name', 'Elisabeth Vance')
    type('Email', 'elisabeth@example.com')
    type('Phone', '+1 555 01')
    press('Save client')
    const summary = screen.getByRole('alert')
    expect(summary.textContent).toContain('Two fields need attention')
    expect(summary.textContent).toContain('Location is empty, and the phone number is too short.')
    expect(document.activeElement).toBe(screen.getByLabelText('Location'))
    fireEvent.click(within(summary).getByRole('link', { name: 'phone number' }))
    const phone = screen.getByLabelText('Phone')
    expect(document.activeElement).toBe(phone)
    expect(phone.getAttribute('aria-describedby')).toBeTruthy()
    type('Location', 'Boston, United States')
    expect(screen.getByRole('alert').textContent).toContain('One field needs attention')
    type('Phone', '+1 555 0100 22')
    expect(screen.queryByRole('alert')).toBeNull()
    fireEvent.click(screen.getByRole('checkbox', { name: 'Vegetarian' }))
    type('Add another to dining', 'vegetarian')
    press('Add to dining')
    type('Add another to dining', 'Late suppers')
    fireEvent.keyDown(screen.getByLabelText('Add another to dining'), { key: 'Enter' })
    press('Add a trip')
    type('Place', 'Western fjords')
    type('From', '2027-03-12')
    type('To', '2027-03-19')
    press('Save client')
    await screen.findByRole('article', { name: 'Elisabeth Vance' })
    const id = router.state.location.pathname.split('/').at(-1)
    expect((await shown(id))?.client).toMatchObject({
      phone: '+1 555 0100 22',
      dining: ['Vegetarian', 'Late suppers'],
      trips: [{ place: 'Western fjords', start: '2027-03-12', end: '2027-03-19' }],
    })
    expect(screen.getAllByText('Saved on this device, waiting to sync').length).toBeGreaterThan(0)
    expect(await readDraft(astrid.id, 'client:new')).toBeUndefined()
  })

  test('keeps what is typed through a reload, whatever comes from elsewhere, and hands over what was changed from what it began with', async () => {
    await show('/admin/crm/c1/edit')
    await screen.findByRole('heading', { name: 'Edit Claire Marchetti' })
    type('Transport (optional)', 'Private driver, boat')
    await waitFor(async () =>
      expect(await readDraft(astrid.id, 'client:c1')).toMatchObject({
        fields: { transport: 'Private driver, boat' },
      }),
    )
    cleanup()
    const changed = { ...claire, transport: 'Trains', notes: 'Evenings.' }
    await show('/admin/crm/c1', [record('c1', changed, { rev: 2 })])
    fireEvent.click(await screen.findByRole('button', { name: 'Go on' }))
    await screen.findByText('You started this earlier')
    await screen.findByText('This client has been changed elsewhere in the meantime')
    expect(screen.getByLabelText('Transport (optional)')).toHaveProperty(
      'value',
      'Private driver, boat',
    )
    const save = vi.spyOn(pageBook.book(), 'save')
    press('Save client')
    await screen.findByRole('article', { name: 'Claire Marchetti' })
    expect(save).toHaveBeenCalledWith('c1', {
      base: { transport: 'Private driver' },
      set: { transport: 'Private driver, boat' },
      rev: 1,
    })
    expect((await shown())?.client.notes).toBe('Evenings.')
  })

  test('tells of somebody who may be the same, and saves nevertheless', async () => {
    await show('/admin/crm/new')
    await screen.findByRole('heading', { name: 'Add client' })
    type('Name', 'C. Marchetti')
    type('Location', 'Paris, France')
    type('Email', 'Claire@Example.com')
    type('Phone', '+33 1 22 33 44 55')
    await screen.findByText('You may already have this client')
    expect(screen.getByText(/^Claire Marchetti, Lyon, France, has the same email/)).toBeTruthy()
    press('Save client')
    await screen.findByRole('article', { name: 'C. Marchetti' })
  })

  test('keeps the form filled where the device cannot store it, and never says that it did', async () => {
    await show('/admin/crm/c1/edit')
    await screen.findByRole('heading', { name: 'Edit Claire Marchetti' })
    vi.spyOn(pageBook.book(), 'save').mockRejectedValue(new Error('QuotaExceededError'))
    type('Notes (optional)', 'Evenings.')
    press('Save client')
    await screen.findByText('This could not be saved on this device')
    expect(screen.getByLabelText('Notes (optional)')).toHaveProperty('value', 'Evenings.')
  })
})
