import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ContactForm } from '#client/contact/contact-form.tsx'
import { ContactPage } from '#client/contact/contact-page.tsx'
import { storeAccount } from '#client/lib/data/stored-account.ts'
import { loadOutbox } from '#client/outbox/outbox-client.ts'
import { toEditUrl } from '#client/outbox/use-entry.ts'
import { clearOutbox } from '#tests/support/outbox/clear-outbox.ts'

interface SentRequest {
  key: string
  fields: Record<string, string>
}

/** Each entry answers one post: a status and a body, or undefined for no answer. */
function stubPosts(...answers: ([number, object] | undefined)[]): SentRequest[] {
  const sent: SentRequest[] = []
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    const key = new Headers(init.headers).get('Idempotency-Key') ?? ''
    sent.push({ key, fields: Object.fromEntries(init.body as URLSearchParams) })
    const answer = answers[sent.length - 1]
    if (!answer) throw new TypeError('Failed to fetch')
    return Response.json({ key, ...answer[1] }, { status: answer[0] })
  })
  return sent
}

const receivedAnswer: [number, object] = [201, { status: 'received' }]

const visitor = { role: 'visitor', hasSecondFactor: false } as const

function renderForm(url = '/contact') {
  return render(
    <MemoryRouter initialEntries={[url]}>
      <ContactForm />
    </MemoryRouter>,
  )
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label, { exact: false })
const button = (name: string) => screen.getByRole('button', { name })
const type = (label: string, value: string) => fireEvent.input(field(label), { target: { value } })

function fillForm() {
  type('First name', 'Elisabeth')
  type('Last name', 'Sørbø')
  type('Email', 'elisabeth@example.com')
  type('Message', 'February?')
}

afterEach(clearOutbox)

test('A complete message is sent once, under the field names of the wire format, and is then acknowledged', async () => {
  const sent = stubPosts(receivedAnswer)
  renderForm()
  fillForm()
  fireEvent.click(button('Send message'))
  expect(button('Submitting...')).toHaveAttribute('aria-busy', 'true')
  fireEvent.submit(screen.getByRole('form'))
  const heading = await screen.findByRole('heading', { name: 'Message Sent' })
  await waitFor(() => expect(heading).toHaveFocus())
  expect(screen.getByRole('blockquote')).toHaveTextContent(sent[0]?.fields.message ?? '')
  expect(sent.map(({ fields }) => fields)).toEqual([
    {
      'form-name': 'contact',
      'bot-field': '',
      first_name: 'Elisabeth',
      last_name: 'Sørbø',
      email: 'elisabeth@example.com',
      message: 'February?',
      newsletter: 'off',
      newsletter_text: '2026-11-21',
    },
  ])
  expect(sessionStorage.getItem('contact-draft')).toBeNull()
})

test('The subject of the link that led to the form is sent with the message', async () => {
  const sent = stubPosts(receivedAnswer)
  render(
    <MemoryRouter initialEntries={['/contact?about=house']}>
      <ContactPage />
    </MemoryRouter>,
  )
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Tell me about your house')
  expect(screen.getByRole('link', { name: 'Use the travel enquiry' })).toBeVisible()
  fillForm()
  fireEvent.click(button('Send message'))
  await screen.findByRole('heading', { name: 'Message Sent' })
  expect(sent[0]?.fields.subject).toBe('house')
})

test('A message that is typed without a pause is saved meanwhile, so that a crash costs half a second at most', () => {
  vi.useFakeTimers()
  try {
    renderForm()
    const text = 'February? We are four, and would like to see the lights from the water.'
    for (let length = 1; length <= text.length; length++) {
      type('Message', text.slice(0, length))
      act(() => vi.advanceTimersByTime(100))
    }
    const saved = JSON.parse(sessionStorage.getItem('contact-draft') ?? '{}')
    expect(JSON.stringify(saved)).toContain(text.slice(0, -5))
  } finally {
    vi.useRealTimers()
  }
})

test('Text typed while the message is being sent stays in the tab’s draft', async () => {
  stubPosts(receivedAnswer)
  renderForm()
  fillForm()
  fireEvent.click(button('Send message'))
  type('Message', 'February? Or March?')
  await screen.findByText('Message Sent')
  expect(sessionStorage.getItem('contact-draft')).toContain('Or March?')
})

test('Text typed while the message is being sent is in the form for another message', async () => {
  stubPosts(receivedAnswer)
  renderForm('/')
  fillForm()
  fireEvent.click(button('Send message'))
  type('Message', 'February? Or March?')
  fireEvent.click(await screen.findByRole('button', { name: 'Write another message' }))
  await waitFor(() => expect(field('Message')).toHaveValue('February? Or March?'))
})

describe('A message that cannot be sent', () => {
  test('shows an error with Retry, preserves all fields, and is retried under the same idempotency key', async () => {
    const sent = stubPosts([500, {}], receivedAnswer)
    renderForm()
    fillForm()
    fireEvent.click(button('Send message'))
    await screen.findByText('Failed to submit form. Please try again.')
    expect(field('Message')).toHaveValue('February?')
    fireEvent.click(button('Retry'))
    await screen.findByText('Message Sent')
    expect(sent[1]).toEqual(sent[0])
  })

  test('is sent under a new idempotency key once its text has changed', async () => {
    const sent = stubPosts([500, {}], receivedAnswer)
    renderForm()
    fillForm()
    fireEvent.click(button('Send message'))
    await screen.findByText('Failed to submit form. Please try again.')
    type('Message', 'March?')
    fireEvent.click(button('Retry'))
    await screen.findByText('Message Sent')
    expect(sent[1]?.key).not.toBe(sent[0]?.key)
    expect(sent[1]?.fields.message).toBe('March?')
  })

  test('has the same text and the same idempotency key after a reload', async () => {
    const sent = stubPosts([500, {}], receivedAnswer)
    const first = renderForm()
    fillForm()
    fireEvent.click(field('seasonal letter'))
    fireEvent.click(button('Send message'))
    await screen.findByText('Failed to submit form. Please try again.')
    first.unmount()
    renderForm()
    await waitFor(() => expect(field('Message')).toHaveValue('February?'))
    expect(field('seasonal letter')).toBeChecked()
    fireEvent.click(button('Send message'))
    await screen.findByText('Message Sent')
    expect(sent[1]).toEqual(sent[0])
  })

  test('is reported as saved if no answer arrives, and its draft moves from the tab to the outbox', async () => {
    stubPosts(undefined)
    renderForm()
    fillForm()
    fireEvent.click(button('Send message'))
    const heading = await screen.findByRole('heading', { name: 'Your message is safe here.' })
    await waitFor(() => expect(heading).toHaveFocus())
    screen.getByText('Saved on this device. It will be sent when you are back online.')
    expect(sessionStorage.getItem('contact-draft')).toBeNull()
  })

  test('has what was typed during the attempt when it is edited, and replaces what was saved', async () => {
    stubPosts(undefined)
    renderForm()
    fillForm()
    fireEvent.click(button('Send message'))
    type('Message', 'February? Or March?')
    await screen.findByRole('heading', { name: 'Your message is safe here.' })
    const { outbox } = await loadOutbox()
    const [saved] = await outbox.list()
    cleanup()
    renderForm(toEditUrl('/contact', saved?.key ?? ''))
    await waitFor(async () => expect((await outbox.list())[0]?.state).toBe('attention'))
    expect(field('Message')).toHaveValue('February? Or March?')
    fireEvent.click(button('Send message'))
    await screen.findByRole('heading', { name: 'Your message is safe here.' })
    const entries = await outbox.list()
    expect(entries.map(({ fields }) => fields?.message)).toEqual(['February? Or March?'])
    expect(sessionStorage.getItem('contact-draft')).toBeNull()
  })

  test('puts another text aside when it is edited, which can be edited in turn', async () => {
    stubPosts(undefined)
    renderForm()
    fillForm()
    fireEvent.click(button('Send message'))
    await screen.findByRole('heading', { name: 'Your message is safe here.' })
    const { outbox } = await loadOutbox()
    const [saved] = await outbox.list()
    cleanup()
    renderForm()
    type('Message', 'Another question')
    cleanup()
    renderForm(toEditUrl('/contact', saved?.key ?? ''))
    await waitFor(() => expect(field('Message')).toHaveValue('February?'))
    const other = (await outbox.list()).find(({ key }) => key !== saved?.key)
    expect(other).toMatchObject({ state: 'attention', fields: { message: 'Another question' } })
    cleanup()
    renderForm(toEditUrl('/contact', other?.key ?? ''))
    await waitFor(() => expect(field('Message')).toHaveValue('Another question'))
    const messages = (await outbox.list()).map(({ fields }) => fields?.message)
    expect(messages.sort()).toEqual(['Another question', 'February?'])
  })

  test('puts aside also a name alone that was typed, but not what the account filled in', async () => {
    stubPosts(undefined)
    renderForm()
    fillForm()
    fireEvent.click(button('Send message'))
    await screen.findByRole('heading', { name: 'Your message is safe here.' })
    const { outbox } = await loadOutbox()
    const [saved] = await outbox.list()
    const editSaved = async () => {
      cleanup()
      renderForm(toEditUrl('/contact', saved?.key ?? ''))
      await waitFor(() => expect(field('Message')).toHaveValue('February?'))
      return (await outbox.list()).length
    }
    storeAccount({ id: 'a', name: 'Ida Sørbø', email: 'ida@example.com', ...visitor })
    cleanup()
    renderForm()
    await waitFor(() => expect(field('First name')).toHaveValue('Ida'))
    expect(await editSaved()).toBe(1)
    storeAccount(null)
    sessionStorage.clear()
    cleanup()
    renderForm()
    type('First name', 'Anders')
    expect(await editSaved()).toBe(2)
  })

  test('shows each error that the server found at its field', async () => {
    stubPosts([422, { code: 'fields', error: 'x', fields: { email: 'No such address.' } }])
    renderForm()
    fillForm()
    fireEvent.click(button('Send message'))
    await screen.findByText('No such address.')
    expect(field('Email')).toHaveFocus()
    expect(field('Email')).toHaveAttribute('aria-invalid', 'true')
  })
})

test('A submission with the spam trap filled in shows the sent state, but nothing is sent', async () => {
  const sent = stubPosts(receivedAnswer)
  renderForm()
  fillForm()
  fireEvent.input(screen.getByLabelText('Leave this empty'), { target: { value: 'x' } })
  fireEvent.click(button('Send message'))
  await screen.findByText('Message Sent')
  expect(sent).toEqual([])
})

test('A confirmation email is promised only if the server says that one is sent', async () => {
  stubPosts([201, { status: 'received', newsletter: 'confirm' }])
  renderForm()
  fillForm()
  fireEvent.click(field('seasonal letter'))
  fireEvent.click(button('Send message'))
  await screen.findByText(/please confirm it in the email that is on its way to you/)
})

describe('Field validation', () => {
  test('runs when a field loses the focus, but not during typing and not while it is empty', () => {
    renderForm()
    const email = field('Email')
    type('Email', 'elisabeth@')
    expect(email).not.toHaveAttribute('aria-invalid')
    fireEvent.blur(email)
    expect(email).toHaveAttribute('aria-invalid', 'true')
    type('Email', 'elisabeth@example.com')
    expect(email).not.toHaveAttribute('aria-invalid')
    fireEvent.blur(field('First name'))
    expect(field('First name')).not.toHaveAttribute('aria-invalid')
  })

  test('runs on submit, and the first invalid field gets the focus', () => {
    const sent = stubPosts(receivedAnswer)
    renderForm()
    type('First name', 'Elisabeth')
    fireEvent.click(button('Send message'))
    expect(field('Last name')).toHaveFocus()
    expect(screen.getByText('Please enter your last name.')).toBeVisible()
    expect(screen.getByText('Please enter your email.')).toBeVisible()
    expect(sent).toEqual([])
  })
})
