import { configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { InquiryPage } from '#client/inquiry/inquiry-page.tsx'
import { loadOutbox } from '#client/outbox/outbox-client.ts'
import { OutboxDatabase } from '#client/outbox/store.ts'
import { fillField, user } from '#tests/support/components/user.ts'
import { clearOutbox } from '#tests/support/outbox/clear-outbox.ts'
import { buildInquiryFields } from './inquiry-fields.ts'

// Checking styles for hidden elements takes seconds per query in a form of this length.
configure({ defaultHidden: true })

const DRAFT_KEY = 'inquiry-draft'

const db = new OutboxDatabase()

/** Each entry answers one post: a status and a body, or undefined for no answer. */
function stubPosts(...answers: ([number, object] | undefined)[]) {
  const sent: Record<string, string>[] = []
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    const key = new Headers(init.headers).get('Idempotency-Key') ?? ''
    sent.push({ key, ...Object.fromEntries(init.body as URLSearchParams) })
    const answer = answers[sent.length - 1]
    if (!answer) throw new TypeError('Failed to fetch')
    return Response.json({ key, ...answer[1] }, { status: answer[0] })
  })
  return sent
}

/** Answers a post only when the returned function is called; with `isCut`, it then fails without an answer. */
function holdPost({ isCut = false } = {}) {
  let answer = () => {}
  const released = new Promise<void>((resolve) => {
    answer = resolve
  })
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    await released
    if (isCut) throw new TypeError('Failed to fetch')
    return Response.json({ key: new Headers(init.headers).get('Idempotency-Key') })
  })
  return answer
}

function renderPage() {
  return render(
    <MemoryRouter>
      <InquiryPage />
    </MemoryRouter>,
  )
}

/** Finds a control by its name (and value, in a group): queries by label are slow here. */
function getControl(name: string, value?: string): HTMLInputElement {
  const which = value === undefined ? '' : `[value="${value}"]`
  const found = document.querySelector<HTMLInputElement>(`[name="${name}"]${which}`)
  if (!found) throw new Error(`No control ${name} ${value ?? ''}`)
  return found
}
const type = (control: HTMLElement, value: string) => fillField(control, value)
const leavePage = () => fireEvent(window, new Event('pagehide'))
const readStoredDraft = () => JSON.parse(localStorage.getItem(DRAFT_KEY) ?? '{}')

/** Stores a complete draft, as if the form had been filled in before. */
function storeDraft(over: Record<string, string> = {}) {
  const fields = buildInquiryFields({ country: 'NO', phone: '412 09 877', ...over })
  localStorage.setItem(DRAFT_KEY, JSON.stringify({ savedAt: Date.now(), fields }))
}

afterEach(clearOutbox)

describe('The enquiry draft', () => {
  test('is saved on the device, at the latest when the page closes, and is restored after a reload', async () => {
    const first = renderPage()
    await type(getControl('nationality'), 'Norwegian')
    await user.click(getControl('special_occasion', 'Honeymoon'))
    await user.click(getControl('outdoor_activities', 'Hiking'))
    leavePage()
    expect(readStoredDraft().fields).toMatchObject({
      nationality: 'Norwegian',
      special_occasion: 'Honeymoon',
      outdoor_activities: 'Hiking',
    })
    expect(screen.getByText(/^Saved on this device, /)).toBeVisible()
    first.unmount()
    renderPage()
    expect(getControl('nationality')).toHaveValue('Norwegian')
    expect(getControl('special_occasion', 'Honeymoon')).toBeChecked()
  })

  test('is not stored while nothing has been typed', () => {
    renderPage()
    leavePage()
    expect(localStorage.getItem(DRAFT_KEY)).toBeNull()
  })

  test('holds what was typed while another tab sent or cleared the form', async () => {
    storeDraft()
    renderPage()
    // At once, before a pause in which it would be stored.
    fireEvent.change(getControl('nationality'), { target: { value: 'Norwegian and Danish' } })
    localStorage.removeItem(DRAFT_KEY)
    fireEvent(window, new StorageEvent('storage', { key: DRAFT_KEY }))
    expect(getControl('nationality')).toHaveValue('Norwegian and Danish')
    leavePage()
    expect(readStoredDraft().fields.nationality).toBe('Norwegian and Danish')
  })

  test('is cleared from the form and the device after a confirmation', async () => {
    storeDraft()
    renderPage()
    await user.click(screen.getByText('Clear the form'))
    expect(screen.getByRole('button', { name: 'Keep it' })).toHaveFocus()
    expect(getControl('nationality')).toHaveValue('Norwegian')
    await user.click(screen.getByText('Yes, clear'))
    expect(getControl('nationality')).toHaveValue('')
    leavePage()
    expect(localStorage.getItem(DRAFT_KEY)).toBeNull()
  })
})

describe('The list of travellers', () => {
  test('has a row for each companion, and a row that is removed and added again has its details back', async () => {
    renderPage()
    const more = screen.getByRole('button', { name: 'One adult more' })
    const fewer = screen.getByRole('button', { name: 'One adult fewer' })
    expect(screen.queryByRole('group', { name: /^Traveller/ })).not.toBeInTheDocument()
    await user.click(more)
    const row = within(screen.getByRole('group', { name: 'Traveller 2, adult' }))
    await type(row.getByLabelText('First name'), 'Anders')
    await user.click(fewer)
    expect(screen.queryByRole('group', { name: /^Traveller/ })).not.toBeInTheDocument()
    await user.click(more)
    await user.click(screen.getByRole('button', { name: 'One child more' }))
    expect(screen.getAllByRole('group', { name: /^Traveller/ })).toHaveLength(2)
    expect(screen.getByDisplayValue('Anders')).toBeVisible()
  })

  test('always includes at least one adult', async () => {
    renderPage()
    const fewer = screen.getByRole('button', { name: 'One adult fewer' })
    expect(fewer).toHaveAttribute('aria-disabled', 'true')
    await user.click(fewer)
    expect(getControl('adults')).toHaveValue(1)
  })
})

test('An optional choice can be cleared, but a required one can only be changed', async () => {
  renderPage()
  await user.click(getControl('flight_class', 'Business'))
  await user.click(screen.getByRole('button', { name: 'Clear Flight class' }))
  expect(getControl('flight_class', 'Business')).not.toBeChecked()
  await user.click(getControl('communication_style', 'Phone Call'))
  expect(screen.queryByRole('button', { name: /Clear Communication/ })).not.toBeInTheDocument()
})

describe('Field validation', () => {
  test('runs when a field loses the focus, not before, and its error disappears on correction', async () => {
    renderPage()
    const phone = getControl('phone')
    await type(phone, '412 09')
    expect(phone).not.toHaveAttribute('aria-invalid')
    await user.tab()
    expect(phone).toHaveAttribute('aria-invalid', 'true')
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    await type(phone, '412 09 877')
    expect(phone).not.toHaveAttribute('aria-invalid')
    await user.click(getControl('nationality'))
    await user.tab()
    expect(getControl('nationality')).not.toHaveAttribute('aria-invalid')
  })

  test('on submit lists the missing answers in order, each with a link to its field', async () => {
    const sent = stubPosts()
    storeDraft({
      nationality: '',
      communication_style: '',
      'travelers.1.relationship': '',
      consent: '',
    })
    renderPage()
    await user.click(screen.getByRole('button', { name: 'Send' }))
    const heading = await screen.findByRole('heading', { name: 'Four answers are still needed' })
    await waitFor(() => expect(heading).toHaveFocus())
    const summary = within(screen.getByRole('alert'))
    expect(summary.getAllByRole('link').map((link) => link.textContent)).toEqual([
      'Nationality',
      'Communication style',
      'Relationship of traveller 3',
      'Consent',
    ])
    await user.click(summary.getByText('Relationship of traveller 3'))
    expect(document.activeElement).toHaveAttribute('name', 'travelers.1.relationship')
    expect(screen.getByRole('link', { name: /The journey/ })).toHaveTextContent('1')

    await type(getControl('nationality'), 'Norwegian')
    expect(screen.getByRole('heading', { name: 'Three answers are still needed' })).toBeVisible()
    expect(sent).toEqual([])
  })
})

describe('Sending an enquiry', () => {
  test('posts the fields that apply, and then stores only destination and contact details for a booking', async () => {
    const sent = stubPosts([201, { status: 'received' }])
    storeDraft()
    renderPage()
    await user.click(screen.getByRole('button', { name: 'Send' }))
    const heading = await screen.findByRole('heading', { name: 'Your enquiry is sent.' })
    await waitFor(() => expect(heading).toHaveFocus())
    const { key, ...fields } = sent[0] ?? {}
    const { flight_class_other: _closed, ...expected } = buildInquiryFields()
    expect(fields).toMatchObject(expected)
    expect(key).toMatch(/^[0-9a-f-]{36}$/)
    leavePage()
    expect(localStorage.getItem(DRAFT_KEY)).toBeNull()
    const stored = JSON.stringify({ ...localStorage })
    expect(stored).toContain('Faroe Islands')
    expect(stored).toContain('+47 41209877')
    for (const removed of ['Shellfish', 'Anders', 'Ida', 'Norwegian'])
      expect(stored).not.toContain(removed)
  })

  test('stores on the device what is typed while it is in progress', async () => {
    const answer = holdPost()
    storeDraft()
    renderPage()
    await user.click(screen.getByRole('button', { name: 'Send' }))
    await type(getControl('nationality'), 'Norwegian and Danish')
    answer()
    await screen.findByText('Your enquiry is sent.')
    leavePage()
    expect(readStoredDraft().fields.nationality).toBe('Norwegian and Danish')
  })

  test('removes the draft even if its last answer was saved on the device only while it was being sent', async () => {
    const answer = holdPost()
    storeDraft()
    renderPage()
    await type(getControl('nationality'), 'Norwegian and Danish')
    await user.click(screen.getByRole('button', { name: 'Send' }))
    leavePage()
    expect(readStoredDraft().fields.nationality).toBe('Norwegian and Danish')
    answer()
    await screen.findByText('Your enquiry is sent.')
    expect(localStorage.getItem(DRAFT_KEY)).toBeNull()
  })

  test('leaves on the device what another tab saved meanwhile, although no event has told of it yet', async () => {
    const answer = holdPost()
    storeDraft()
    renderPage()
    await user.click(screen.getByRole('button', { name: 'Send' }))
    storeDraft({ nationality: 'Norwegian and Danish' })
    answer()
    await screen.findByText('Your enquiry is sent.')
    leavePage()
    expect(readStoredDraft().fields.nationality).toBe('Norwegian and Danish')
  })

  test('later, from the device, leaves what another tab saved since', async () => {
    stubPosts(undefined, [201, { status: 'received' }])
    storeDraft()
    renderPage()
    await user.click(screen.getByRole('button', { name: 'Send' }))
    await screen.findByText('Saved on this device. It will be sent when you are back online.')
    storeDraft({ nationality: 'Danish' })
    const { outbox, drainPageOutbox } = await loadOutbox()
    for (const { key } of await db.entries.toArray()) await outbox.retry(key)
    await drainPageOutbox()
    await screen.findByText('Your enquiry is sent.')
    expect(readStoredDraft().fields.nationality).toBe('Danish')
  })

  test('preserves everything after an error answer, and Retry uses the same idempotency key', async () => {
    const sent = stubPosts([503, {}], [500, {}], [201, { status: 'received' }])
    storeDraft()
    renderPage()
    await user.click(screen.getByRole('button', { name: 'Send' }))
    await screen.findByText('Failed to submit form. Please try again.')
    expect(readStoredDraft().fields.allergies_detail).toBe('Shellfish')
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(sent).toHaveLength(2))
    await screen.findByText('Failed to submit form. Please try again.')
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByText('Your enquiry is sent.')
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
  })

  test('without an answer reports it as saved, and Edit restores it as it was typed', async () => {
    stubPosts(undefined)
    storeDraft()
    renderPage()
    await user.click(screen.getByRole('button', { name: 'Send' }))
    await screen.findByText('Saved on this device. It will be sent when you are back online.')
    leavePage()
    expect(localStorage.getItem(DRAFT_KEY)).toBeNull()
    await user.click(screen.getByRole('link', { name: 'Edit the enquiry' }))
    await waitFor(() => expect(getControl('allergies_detail')).toHaveValue('Shellfish'))
    expect(getControl('phone')).toHaveValue('412 09 877')
  })

  test('without an answer can be edited with what was typed during the attempt', async () => {
    const cut = holdPost({ isCut: true })
    storeDraft()
    renderPage()
    await user.click(screen.getByRole('button', { name: 'Send' }))
    await type(getControl('allergies_detail'), 'Shellfish, nuts')
    cut()
    await screen.findByText('Saved on this device. It will be sent when you are back online.')
    await user.click(screen.getByRole('link', { name: 'Edit the enquiry' }))
    await waitFor(() => expect(getControl('allergies_detail')).toHaveValue('Shellfish, nuts'))
    expect(readStoredDraft().fields.allergies_detail).toBe('Shellfish, nuts')
  })

  test('can be edited if Edit is pressed while it is being sent, once that attempt has failed', async () => {
    stubPosts(undefined)
    storeDraft()
    renderPage()
    await user.click(screen.getByRole('button', { name: 'Send' }))
    await screen.findByText('Saved on this device. It will be sent when you are back online.')
    const { lease } = (await db.entries.toArray())[0] ?? {}
    const busy = { holder: 'the service worker', until: Date.now() + 60_000 }
    await db.entries.toCollection().modify({ state: 'sending', lease: busy })
    await user.click(screen.getByRole('link', { name: 'Edit the enquiry' }))
    await db.entries.count()
    await db.entries.toCollection().modify({ state: 'queued', lease: lease ?? null })
    await waitFor(() => expect(getControl('allergies_detail')).toHaveValue('Shellfish'))
  })

  test('is not part of “Book with these answers”, which passes on only the same few details', async () => {
    const sent = stubPosts()
    storeDraft()
    renderPage()
    const link = screen.getByRole('link', { name: 'Book with these answers' })
    expect(link).toHaveAttribute('href', '/service/initial-consultation?prefill=true')
    await user.click(link)
    expect(localStorage.getItem('saved-inquiry-choice')).toContain('Faroe Islands')
    expect(localStorage.getItem('saved-inquiry-choice')).not.toContain('Shellfish')
    expect(readStoredDraft().fields.allergies_detail).toBe('Shellfish')
    expect(sent).toEqual([])
  })
})
