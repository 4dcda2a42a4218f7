import 'fake-indexeddb/auto'
import { render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { GiveLinkForm } from '#client/desk/dashboard/give-link-form.tsx'
import { MeetingLocations } from '#client/desk/settings/video/meeting-locations.tsx'
import { stubServer } from '#tests/support/components/stub-server.ts'
import { fillField, user } from '#tests/support/components/user.ts'
import { setUpOwnerDevice } from '#tests/support/data/owner-store.ts'

setUpOwnerDevice()
test('A link that is no address gives the focus to its field, each time it is sent', async () => {
  const booking = {
    id: 'one',
    version: 'v',
    clientName: 'Elisabeth Vance',
  } as Parameters<typeof GiveLinkForm>[0]['booking']
  render(
    <GiveLinkForm
      booking={booking}
      desk={{ refusal: undefined, reload: () => {} }}
      onClose={() => {}}
    />,
  )
  await fillField(screen.getByLabelText('Link'), 'my room')
  for (const _ of ['once', 'again']) {
    await user.click(screen.getByRole('button', { name: 'Send the link' }))
    await waitFor(() => expect(screen.getByLabelText('Link')).toHaveFocus())
    expect(screen.getByLabelText('Link')).toHaveAttribute('aria-invalid', 'true')
  }
})

test('A meeting location that the server refuses gives the focus to its field once that is enabled', async () => {
  const link = { kind: 'link', url: null }
  stubServer({
    'get-service-locations': () => [
      200,
      {
        locations: {
          'initial-consultation': link,
          'bespoke-planning': link,
          'business-consultancy': link,
        },
        canCreateRooms: false,
      },
    ],
    'set-service-location': () => [
      400,
      { code: 'fields', error: 'Failed', fields: { url: 'Please enter a link.' } },
    ],
  })
  render(<MeetingLocations canCreateRooms={false} />)
  const [field] = await screen.findAllByLabelText('Link')
  if (!field) throw new Error('There is no field for a link')
  await fillField(field, 'https://meet.example.com/my-room')
  const [save] = screen.getAllByRole('button', { name: 'Save' })
  if (save) await user.click(save)
  await screen.findByText('Please enter a link.')
  await waitFor(() => expect(field).toHaveFocus())
})
