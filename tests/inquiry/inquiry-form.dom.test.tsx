import {
  cleanup,
  configure,
  fireEvent,
  render,
  screen,
  waitFor,
  within,
} from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { InquiryPage } from '#client/inquiry/inquiry-page.tsx'
import { emptyOutbox } from '#tests/support/emptied-outbox.ts'
import { inquiryFields } from './answers.ts'

// Checking styles for hidden elements takes seconds per query in a form of this length.
configure({ defaultHidden: true })

const DRAFT = 'inquiry-draft'

/** Each entry answers one post: a status and a body, or undefined for no answer. */
function answerPosts(...answers: ([number, object] | undefined)[]) {
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

function open() {
  return render(
    <MemoryRouter>
      <InquiryPage />
    </MemoryRouter>,
  )
}

/** Finds a control by its name (and value, in a group): queries by label are slow here. */
function control(name: string, value?: string): HTMLInputElement {
  const which = value === undefined ? '' : `[value="${value}"]`
  const found = document.querySelector<HTMLInputElement>(`[name="${name}"]${which}`)
  if (!found) throw new Error(`No control ${name} ${value ?? ''}`)
  return found
}
const type = (control: HTMLElement, value: string) =>
  fireEvent.change(control, { target: { value } })
const leave = () => fireEvent(window, new Event('pagehide'))
const kept = () => JSON.parse(localStorage.getItem(DRAFT) ?? '{}')

/** Stores a complete draft, as if the form had been filled in before. */
function keepDraft(over: Record<string, string> = {}) {
  const fields = inquiryFields({ country: 'NO', phone: '412 09 877', ...over })
  localStorage.setItem(DRAFT, JSON.stringify({ savedAt: Date.now(), fields }))
}

beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('scrollTo', () => {})
})
afterEach(cleanup)
afterEach(emptyOutbox)

describe('what is written', () => {
  test('is kept on the device, at the latest when the page is left, and is back after a reload', () => {
    const first = open()
    type(control('nationality'), 'Norwegian')
    fireEvent.click(control('special_occasion', 'Honeymoon'))
    fireEvent.click(control('outdoor_activities', 'Hiking'))
    leave()
    expect(kept().fields).toMatchObject({
      nationality: 'Norwegian',
      special_occasion: 'Honeymoon',
      outdoor_activities: 'Hiking',
    })
    expect(screen.getByText(/^Saved on this device, /)).toBeTruthy()
    first.unmount()
    open()
    expect(control('nationality').value).toBe('Norwegian')
    expect(control('special_occasion', 'Honeymoon').checked).toBe(true)
  })

  test('nothing is stored while nothing is written', () => {
    open()
    leave()
    expect(localStorage.getItem(DRAFT)).toBeNull()
  })

  test('is cleared from form and device, after one more question', () => {
    keepDraft()
    open()
    fireEvent.click(screen.getByText('Clear the form'))
    expect(document.activeElement?.textContent).toBe('Keep it')
    expect(control('nationality').value).toBe('Norwegian')
    fireEvent.click(screen.getByText('Yes, clear'))
    expect(control('nationality').value).toBe('')
    leave()
    expect(localStorage.getItem(DRAFT)).toBeNull()
  })
})

describe('companions', () => {
  test('get a row each, and what a row held comes back with the row', () => {
    open()
    const more = screen.getByRole('button', { name: 'One adult more' })
    const fewer = screen.getByRole('button', { name: 'One adult fewer' })
    expect(screen.queryByRole('group', { name: /^Traveller/ })).toBeNull()
    fireEvent.click(more)
    const row = within(screen.getByRole('group', { name: 'Traveller 2, adult' }))
    type(row.getByLabelText('First name'), 'Anders')
    fireEvent.click(fewer)
    expect(screen.queryByRole('group', { name: /^Traveller/ })).toBeNull()
    fireEvent.click(more)
    fireEvent.click(screen.getByRole('button', { name: 'One child more' }))
    expect(screen.getAllByRole('group', { name: /^Traveller/ })).toHaveLength(2)
    expect(screen.getByDisplayValue('Anders')).toBeTruthy()
  })

  test('there is always at least one adult', () => {
    open()
    const fewer = screen.getByRole('button', { name: 'One adult fewer' })
    expect(fewer.getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(fewer)
    expect(control('adults').value).toBe('1')
  })
})

test('an optional choice can be taken back, a needed one only be changed', () => {
  open()
  fireEvent.click(control('flight_class', 'Business'))
  fireEvent.click(screen.getByRole('button', { name: 'Clear Flight class' }))
  expect(control('flight_class', 'Business').checked).toBe(false)
  fireEvent.click(control('communication_style', 'Phone Call'))
  expect(screen.queryByRole('button', { name: /Clear Communication/ })).toBeNull()
})

describe('judgment', () => {
  test('comes when a field is left, not before, and goes when it is put right', () => {
    open()
    const phone = control('phone')
    type(phone, '412 09')
    expect(phone.getAttribute('aria-invalid')).toBeNull()
    fireEvent.blur(phone)
    expect(phone.getAttribute('aria-invalid')).toBe('true')
    expect(screen.queryByRole('alert')).toBeNull()
    type(phone, '412 09 877')
    expect(phone.getAttribute('aria-invalid')).toBeNull()
    fireEvent.blur(control('nationality'))
    expect(control('nationality').getAttribute('aria-invalid')).toBeNull()
  })

  test('at the try to send lists what is needed, in order, each a way to its field', async () => {
    const sent = answerPosts()
    keepDraft({
      nationality: '',
      communication_style: '',
      'travelers.1.relationship': '',
      consent: '',
    })
    open()
    fireEvent.click(screen.getByRole('button', { name: 'Send' }))
    const heading = await screen.findByRole('heading', { name: 'Four answers are still needed' })
    await waitFor(() => expect(document.activeElement).toBe(heading))
    const summary = within(screen.getByRole('alert'))
    expect(summary.getAllByRole('link').map((link) => link.textContent)).toEqual([
      'Nationality',
      'Communication style',
      'Relationship of traveller 3',
      'Consent',
    ])
    fireEvent.click(summary.getByText('Relationship of traveller 3'))
    expect(document.activeElement?.getAttribute('name')).toBe('travelers.1.relationship')
    expect(screen.getByRole('link', { name: /The journey/ }).textContent).toContain('1')

    type(control('nationality'), 'Norwegian')
    expect(screen.getByRole('heading', { name: 'Three answers are still needed' })).toBeTruthy()
    expect(sent).toEqual([])
  })
})

describe('sending', () => {
  test('posts what is asked, keeps destination and contact details for a booking, and nothing else', async () => {
    const sent = answerPosts([201, { status: 'received' }])
    keepDraft()
    open()
    fireEvent.click(screen.getByRole('button', { name: 'Send' }))
    const heading = await screen.findByRole('heading', { name: 'Your enquiry is sent.' })
    await waitFor(() => expect(document.activeElement).toBe(heading))
    const { key, ...fields } = sent[0] ?? {}
    const { flight_class_other: _closed, ...expected } = inquiryFields()
    expect(fields).toMatchObject(expected)
    expect(key).toMatch(/^[0-9a-f-]{36}$/)
    leave()
    expect(localStorage.getItem(DRAFT)).toBeNull()
    const left = JSON.stringify({ ...localStorage })
    expect(left).toContain('Faroe Islands')
    expect(left).toContain('+47 41209877')
    for (const gone of ['Shellfish', 'Anders', 'Ida', 'Norwegian']) expect(left).not.toContain(gone)
  })

  test('what is written while it goes stays on the device', async () => {
    answerPosts([201, { status: 'received' }])
    keepDraft()
    open()
    fireEvent.click(screen.getByRole('button', { name: 'Send' }))
    type(control('nationality'), 'Norwegian and Danish')
    await screen.findByText('Your enquiry is sent.')
    leave()
    expect(kept().fields.nationality).toBe('Norwegian and Danish')
  })

  test('after an error answer keeps everything, and Retry goes under the same key', async () => {
    const sent = answerPosts([503, {}], [500, {}], [201, { status: 'received' }])
    keepDraft()
    open()
    fireEvent.click(screen.getByRole('button', { name: 'Send' }))
    await screen.findByText('Failed to submit form. Please try again.')
    expect(kept().fields.allergies_detail).toBe('Shellfish')
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(sent).toHaveLength(2))
    await screen.findByText('Failed to submit form. Please try again.')
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByText('Your enquiry is sent.')
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
  })

  test('without an answer is said to be saved, and comes back as it was to be changed', async () => {
    answerPosts(undefined)
    keepDraft()
    open()
    fireEvent.click(screen.getByRole('button', { name: 'Send' }))
    await screen.findByText('Saved on this device. It will be sent when you are back online.')
    leave()
    expect(localStorage.getItem(DRAFT)).toBeNull()
    fireEvent.click(screen.getByRole('link', { name: 'Edit the enquiry' }))
    await waitFor(() => expect(control('allergies_detail').value).toBe('Shellfish'))
    expect(control('phone').value).toBe('412 09 877')
  })

  test('“Book with these answers” hands on the same few details without sending', () => {
    const sent = answerPosts()
    keepDraft()
    open()
    const link = screen.getByRole('link', { name: 'Book with these answers' })
    expect(link.getAttribute('href')).toBe('/service/initial-consultation?prefill=true')
    fireEvent.click(link)
    expect(localStorage.getItem('saved-inquiry-choice')).toContain('Faroe Islands')
    expect(localStorage.getItem('saved-inquiry-choice')).not.toContain('Shellfish')
    expect(kept().fields.allergies_detail).toBe('Shellfish')
    expect(sent).toEqual([])
  })
})
