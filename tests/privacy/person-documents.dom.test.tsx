import 'fake-indexeddb/auto'
import { render, screen, within } from '@testing-library/react'
import { unzipSync } from 'fflate'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, expect, it, vi } from 'vitest'
import { JourneysPart } from '#client/data/journeys/journeys-part.ts'
import { PrivacyPage } from '#client/desk/settings/privacy/privacy-page.tsx'
import type { Download } from '#client/lib/data/save-file.ts'
import { Announcer } from '#client/ui/announcer.tsx'
import { noConsents } from '#shared/privacy/consents.ts'
import { stubServer } from '#tests/support/components/stub-server.ts'
import { fillField, user } from '#tests/support/components/user.ts'
import { openDataInPage } from '#tests/support/data/data-client-stub.ts'
import { buildRecord } from '#tests/support/data/data-device.ts'
import { setUpOwnerDevice } from '#tests/support/data/owner-store.ts'
import { buildJourneyRecords, toItemId } from '#tests/support/journeys/journey-records.ts'

vi.mock(
  '#client/data/data-client.ts',
  async () => (await import('#tests/support/data/data-client-stub.ts')).dataClientStub,
)
const saveFile = vi.hoisted(() => vi.fn<(file: Download) => Promise<void>>())
vi.mock('#client/lib/data/save-file.ts', () => ({ saveFile }))

setUpOwnerDevice()

beforeEach(() => {
  saveFile.mockReset()
})

const summary = {
  ...{ email: 'elisabeth@example.com', clients: 1, clientIds: ['c1'], journeys: 1 },
  ...{ bookings: 0, submissions: 0, mails: 0, newsletterConsents: 0, accounts: 0, receipts: 0 },
  ...{ sharedJourneys: [], oldestAt: {}, retained: [], obstacle: null },
}

const ferry = { day: 'day1', kind: 'ferry' as const, title: 'Ferry' }
const elsewhere = { id: 'elsewhere', type: 'application/pdf' as const, size: 2_200_000 }

/** A book with a journey of her own and one with somebody else; no server answers. */
async function openData({ ownDocuments = ['Tickets.pdf'], missing = [] as string[] } = {}) {
  const documents = missing.map((name, index) => ({ ...elsewhere, id: `gone${index}`, name }))
  const book = await openDataInPage(
    [buildRecord('c1', { name: 'Elisabeth Vance', email: summary.email })],
    [
      ...buildJourneyRecords(1, {
        ...{ title: 'Lofoten', clients: ['c1'], items: [{ ...ferry, documents }] },
      }),
      ...buildJourneyRecords(2, { title: 'Iceland', clients: ['c1', 'c2'], items: [ferry] }),
    ],
  )
  const add = (itemId: string, name: string) =>
    book.journeys.addDocument(itemId, new Blob([`%PDF-1.7 ${name}`]), name)
  for (const name of ownDocuments) await add(toItemId(1, 0), name)
  await add(toItemId(2, 0), 'Passport.pdf')
  return book
}

/** Opens the page, and searches for her. */
async function search() {
  stubServer({
    'gdpr-consents': () => [200, noConsents],
    'gdpr-audit': () => [200, []],
    'find-person': () => [200, summary],
    'erase-person': () => [200, summary],
  })
  render(
    <MemoryRouter>
      <PrivacyPage SignIn={() => null} />
      <Announcer />
    </MemoryRouter>,
  )
  const email = await screen.findByLabelText('Email address')
  await fillField(email, summary.email)
  await user.click(screen.getByRole('button', { name: 'Find' }))
  await screen.findByText(/stored about elisabeth@example.com/)
}

const findPart = () => screen.findByRole('region', { name: 'Documents of their journeys' })

/** The saved ZIP file: its name, and its contents by path. */
async function readSaved() {
  await vi.waitFor(() => expect(saveFile).toHaveBeenCalledOnce())
  const [[{ name, blob }]] = saveFile.mock.calls as [[Download]]
  const files = unzipSync(new Uint8Array(await blob.arrayBuffer()))
  const texts = Object.entries(files).map(([path, bytes]) => [
    path,
    new TextDecoder().decode(bytes),
  ])
  return { name, files: Object.fromEntries(texts) }
}

it('Documents of the person’s own journeys are ticked, those of journeys with others only by the owner', async () => {
  await openData()
  await search()
  const part = await findPart()
  const [own, shared] = within(part).getAllByRole<HTMLInputElement>('checkbox')
  expect(within(part).getAllByRole('checkbox')).toHaveLength(2)
  expect(own?.labels?.[0]?.textContent).toBe('Tickets.pdf Lofoten, 1 KB ')
  expect(shared?.labels?.[0]?.textContent).toBe('Passport.pdf Iceland, 1 KB Others travel too')
  expect([own?.checked, shared?.checked]).toEqual([true, false])
  await user.click(within(part).getByRole('button', { name: 'Save 1 document (1 KB)' }))
  const { name, files } = await readSaved()
  expect(name).toMatch(/^documents-\d{4}-\d\d-\d\d\.zip$/)
  expect(files).toEqual({ 'Lofoten/Tickets.pdf': '%PDF-1.7 Tickets.pdf' })
  expect(await screen.findByText('Saved 1 document.')).toBeVisible()
})

it('Without a ticked document nothing is saved: the button says why, and keeps the focus', async () => {
  await openData()
  await search()
  const part = await findPart()
  await user.click(within(part).getByRole('checkbox', { name: /Tickets/ }))
  const button = within(part).getByRole('button', { name: 'Save documents' })
  await user.click(button)
  expect(button).toHaveAttribute('aria-disabled', 'true')
  expect(button).toHaveFocus()
  expect(within(part).getByText('Tick the documents to save first.')).toBeVisible()
  expect(saveFile).not.toHaveBeenCalled()
})

it('Documents that cannot be fetched are named, the others are saved, and the focus stays on the button', async () => {
  await openData({ missing: ['Insurance.pdf', 'Visa.pdf'] })
  await search()
  const part = await findPart()
  const button = within(part).getByRole('button', { name: 'Save 3 documents (4.2 MB)' })
  await user.click(button)
  expect(Object.keys((await readSaved()).files)).toEqual(['Lofoten/Tickets.pdf'])
  expect(await within(part).findByText('Some documents were not saved')).toBeVisible()
  expect(part).toHaveTextContent(
    '2 documents are not on this device and could not be fetched: Insurance.pdf, Visa.pdf. Connect, or open the desk on the device that has them, then save again.',
  )
  await vi.waitFor(() => expect(button).toHaveFocus())
})

it('If no document can be fetched, or the device has no room for the file, nothing is saved and the page says so', async () => {
  await openData({ ownDocuments: [], missing: ['Visa.pdf'] })
  await search()
  const part = await findPart()
  await user.click(within(part).getByRole('button', { name: /^Save 1 document/ }))
  expect(await within(part).findByText('No document was saved')).toBeVisible()
  expect(part).toHaveTextContent('1 document is not on this device')
  expect(saveFile).not.toHaveBeenCalled()
  saveFile.mockRejectedValue(new DOMException('No room', 'QuotaExceededError'))
  await user.click(within(part).getByRole('checkbox', { name: /Passport/ }))
  await user.click(within(part).getByRole('button', { name: /^Save 2 documents/ }))
  expect(await within(part).findByText(/too little memory or free space/)).toBeVisible()
})

it('If the documents cannot be listed, the page says so until the next search; an erased person has none', async () => {
  await openData()
  const list = vi
    .spyOn(JourneysPart.prototype, 'listPersonDocuments')
    .mockRejectedValueOnce(new Error('unreadable'))
  await search()
  expect(
    await screen.findByText(/^The documents of their journeys could not be listed/),
  ).toBeVisible()
  expect(list).toHaveBeenCalledOnce()
  expect(
    screen.queryByRole('region', { name: 'Documents of their journeys' }),
  ).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: /^Erase \d/ })).toBeVisible()
  const find = screen.getByRole('button', { name: 'Find' })
  await user.click(find)
  await vi.waitFor(() => expect(find).not.toHaveAttribute('aria-busy', 'true'))
  await findPart()
  expect(screen.queryByText(/could not be listed/)).not.toBeInTheDocument()
  const confirmation = screen.getByLabelText('Type the email address to confirm')
  await fillField(confirmation, summary.email)
  await user.click(screen.getByRole('button', { name: /^Erase \d/ }))
  await screen.findByText('elisabeth@example.com is erased')
  expect(
    screen.queryByRole('region', { name: 'Documents of their journeys' }),
  ).not.toBeInTheDocument()
})
