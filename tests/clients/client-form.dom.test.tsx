import 'fake-indexeddb/auto'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { readDraft } from '#client/data/data-client.ts'
import { pressKeys, user } from '#tests/support/components/user.ts'
import { dataClientStub } from '#tests/support/data/data-client-stub.ts'
import { buildRecord } from '#tests/support/data/data-device.ts'
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

describe('The client form', () => {
  test('names the faulty fields, links to them, and saves the input on this device', async () => {
    await renderDesk('/admin/crm/new', [])
    await screen.findByRole('heading', { name: 'Add client' })
    await changeField('Email (optional)', 'elisabeth@example.com')
    await changeField('Phone (optional)', '+1 555 01')
    await pressButton('Save client')
    const summary = screen.getByRole('alert')
    expect(summary).toHaveTextContent('Two fields need attention')
    expect(summary).toHaveTextContent('Name is empty, and the phone number is too short.')
    expect(screen.getByLabelText('Name')).toHaveFocus()
    await user.click(within(summary).getByRole('link', { name: 'phone number' }))
    const phone = screen.getByLabelText('Phone (optional)')
    expect(phone).toHaveFocus()
    expect(phone.getAttribute('aria-describedby')).toBeTruthy()
    await changeField('Name', 'Elisabeth Vance')
    expect(screen.getByRole('alert')).toHaveTextContent('One field needs attention')
    await changeField('Phone (optional)', '+1 555 0100 22')
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    await user.click(screen.getByRole('checkbox', { name: 'Vegetarian' }))
    await changeField('Add another to dining', 'vegetarian')
    await pressButton('Add to dining')
    await changeField('Add another to dining', 'Late suppers')
    await pressKeys(screen.getByLabelText('Add another to dining'), '{Enter}')
    await pressButton('Add a trip')
    await changeField('Place', 'Western fjords')
    await changeField('From', '2027-03-12')
    await changeField('To', '2027-03-19')
    await pressButton('Save client')
    await screen.findByRole('article', { name: 'Elisabeth Vance' })
    const id = location.pathname.split('/').at(-1)
    expect((await readClient(id))?.client).toMatchObject({
      phone: '+1 555 0100 22',
      dining: ['Vegetarian', 'Late suppers'],
      trips: [{ place: 'Western fjords', start: '2027-03-12', end: '2027-03-19' }],
    })
    expect(screen.getAllByText('Saved on this device, waiting to sync').length).toBeGreaterThan(0)
    expect(await readDraft('client:new')).toBeUndefined()
  })

  test('keeps the input through a reload despite changes elsewhere, and submits changes with their original base', async () => {
    await renderDesk('/admin/crm/c1/edit')
    await screen.findByRole('heading', { name: 'Edit Claire Marchetti' })
    await changeField('Transport (optional)', 'Private driver, boat')
    await waitFor(async () =>
      expect(await readDraft('client:c1')).toMatchObject({
        fields: { transport: 'Private driver, boat' },
      }),
    )
    cleanup()
    const changed = { ...claire, transport: 'Trains', notes: 'Evenings.' }
    await renderDesk('/admin/crm/c1', [buildRecord('c1', changed, { rev: 2 })])
    await user.click(await screen.findByRole('button', { name: 'Go on' }))
    await screen.findByText('You started this earlier')
    await screen.findByText('This client has been changed elsewhere in the meantime')
    expect(screen.getByLabelText('Transport (optional)')).toHaveProperty(
      'value',
      'Private driver, boat',
    )
    const save = vi.spyOn(dataClientStub.getData().clients, 'save')
    await pressButton('Save client')
    await screen.findByRole('article', { name: 'Claire Marchetti' })
    expect(save).toHaveBeenCalledWith('c1', {
      base: { transport: 'Private driver' },
      set: { transport: 'Private driver, boat' },
      rev: 1,
    })
    expect((await readClient())?.client.notes).toBe('Evenings.')
  })

  test('saves a client of whom only the name is known', async () => {
    await renderDesk('/admin/crm/new', [])
    await screen.findByText('Only a name is required. Place, email and phone may follow.')
    await changeField('Name', 'Ida')
    await pressButton('Save client')
    await screen.findByRole('article', { name: 'Ida' })
    const id = location.pathname.split('/').at(-1)
    expect((await readClient(id))?.client).toMatchObject({
      name: 'Ida',
      location: '',
      email: '',
      phone: '',
    })
  })

  test('warns of a possible duplicate, but still saves', async () => {
    await renderDesk('/admin/crm/new')
    await screen.findByRole('heading', { name: 'Add client' })
    await changeField('Name', 'C. Marchetti')
    await changeField('Email (optional)', 'Claire@Example.com')
    await screen.findByText('You may already have this client')
    expect(screen.getByText(/^Claire Marchetti, Lyon, France, has the same email/)).toBeVisible()
    await pressButton('Save client')
    await screen.findByRole('article', { name: 'C. Marchetti' })
  })

  test('keeps its input when the device cannot store it, and never claims that it was saved', async () => {
    await renderDesk('/admin/crm/c1/edit')
    await screen.findByRole('heading', { name: 'Edit Claire Marchetti' })
    vi.spyOn(dataClientStub.getData().clients, 'save').mockRejectedValue(
      new Error('QuotaExceededError'),
    )
    await changeField('Notes (optional)', 'Evenings.')
    await pressButton('Save client')
    await screen.findByText('This could not be saved on this device')
    expect(screen.getByLabelText('Notes (optional)')).toHaveProperty('value', 'Evenings.')
  })
})
