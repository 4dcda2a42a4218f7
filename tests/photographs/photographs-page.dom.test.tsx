import 'fake-indexeddb/auto'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { RecordData } from '#shared/sync/collections.ts'
import { fillField, pressKeys, user } from '#tests/support/components/user.ts'
import { openSiteDesk, readRecord, setUpSiteDesk } from '#tests/support/content/site-desk.tsx'

vi.mock('#client/data/data-client.ts', async () => {
  const { remoteDataStub } = await import('#tests/support/data/data-client-stub.ts')
  return remoteDataStub
})

setUpSiteDesk()

const LIST = '/admin/site/photographs'
const digest = 'd'.repeat(43)

const photograph = (id: string, data: RecordData) => ({
  ...{ coll: 'photograph' as const, id },
  data: { fileName: `${id}.jpg`, bytes: 4_404_019, addedAt: '2026-08-18T10:00:00Z', ...data },
})

const ready = (id: string, data: RecordData = {}) =>
  photograph(id, {
    ...{ state: 'ready', width: 1600, height: 1200, description: 'A desk at night' },
    sizes: [480, 800].map((width) => ({ format: 'webp', width, digest })),
    ...data,
  })

const findRow = async (name: string) => {
  const row = (await screen.findByRole('link', { name: new RegExp(name) })).closest('li')
  if (!row) throw new Error(`There is no photograph ${name}`)
  return row
}

async function choose(files: File | File[]): Promise<void> {
  await screen.findByRole('heading', { name: 'Photographs' })
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('There is nothing to choose files with')
  // Without the filter of the dialog, which the owner can change.
  input.accept = ''
  await user.upload(input, files)
}

describe('The list of photographs', () => {
  it('says of each what it waits for or lacks, and sums it up', async () => {
    await openSiteDesk(LIST, {
      records: [
        ready('The desk'),
        ready('Birches', { description: '' }),
        photograph('Winter', { state: 'processing' }),
        photograph('Notes', { state: 'failed', problem: 'This file is not a photograph.' }),
      ],
    })
    expect(await findRow('Birches')).toHaveTextContent('Needs a description')
    expect(await findRow('Winter')).toHaveTextContent('Being prepared')
    expect(await findRow('Notes')).toHaveTextContent('This file is not a photograph.')
    expect(
      screen.getByText('4 photographs. 1 is waiting, 1 could not be used, 1 needs a description.'),
    ).toBeVisible()
  })

  it('says that there are none, and what stands in their places', async () => {
    await openSiteDesk(LIST)
    const none = 'No photographs yet. Drawn plates stand in their places.'
    expect(await screen.findByText(none)).toBeVisible()
  })

  it('takes a photograph without a connection, and it waits', async () => {
    await openSiteDesk(LIST)
    const bytes = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, ...new Array(2000).fill(1)])
    await choose(new File([bytes], 'Reine.jpg', { type: 'image/jpeg' }))
    expect(await findRow('Reine')).toHaveTextContent('Waiting, 2 KB')
  })

  it('says why a file was not added', async () => {
    await openSiteDesk(LIST)
    await choose(new File(['Dear Tord'], 'letter.jpg', { type: 'image/jpeg' }))
    expect(
      await screen.findByText(
        'letter.jpg: This file is not a photograph. Please choose JPEG, PNG, WebP, AVIF or HEIC.',
      ),
    ).toBeVisible()
    await choose(new File([new Uint8Array(25 * 1024 * 1024 + 1)], 'large.jpg'))
    expect(await screen.findByText('large.jpg: Larger than 25 MB.')).toBeVisible()
    await choose(new File([new Uint8Array([0, 0, 0, 24]), 'ftypheic'], 'IMG_1.HEIC'))
    expect(await screen.findByText(/^IMG_1.HEIC: .* Add it as JPEG/)).toBeVisible()
  })

  it('says of each file that was not added why, on its own line', async () => {
    await openSiteDesk(LIST)
    await choose([new File(['a'], 'a.jpg'), new File(['b'], 'b.jpg')])
    expect(await screen.findByText(/^a.jpg: This file is not a photograph/)).toBeVisible()
    expect(await screen.findByText(/^b.jpg: This file is not a photograph/)).toBeVisible()
  })
})

describe('A photograph', () => {
  it('gets a description, which is saved as it is typed', async () => {
    await openSiteDesk(`${LIST}/Birches`, { records: [ready('Birches', { description: '' })] })
    await fillField(await screen.findByLabelText(/^Description/), 'Birches in autumn')
    await waitFor(async () =>
      expect(await readRecord('photograph', 'Birches')).toMatchObject({
        description: 'Birches in autumn',
      }),
    )
    expect(await screen.findByText('Saved on this device')).toBeVisible()
  })

  it('is focused with the arrow keys, by 1 %, with Shift by 10 %, and never outside', async () => {
    await openSiteDesk(`${LIST}/Birches`, { records: [ready('Birches')] })
    const ring = await screen.findByRole('button', { name: /50 % from the left, 50 %/ })
    await pressKeys(ring, '{ArrowLeft}{Shift>}{ArrowDown}{/Shift}')
    expect(ring).toHaveAccessibleName(
      'What must stay in view: 49 % from the left, 60 % from the top',
    )
    await pressKeys(ring, '{Shift>}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{/Shift}')
    await waitFor(async () =>
      expect(await readRecord('photograph', 'Birches')).toMatchObject({
        focus: { x: 49, y: 100 },
      }),
    )
  })

  it('is removed, and comes back by Undo', async () => {
    await openSiteDesk(`${LIST}/Birches`, { records: [ready('Birches')] })
    await user.click(await screen.findByRole('button', { name: 'Remove' }))
    await waitFor(() =>
      expect(screen.queryByRole('link', { name: /Birches/ })).not.toBeInTheDocument(),
    )
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await findRow('Birches')).toBeVisible()
  })
})
