import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ContactForm } from '#client/contact/contact-form.tsx'
import { ContactPage } from '#client/contact/contact-page.tsx'
import { storeAccount } from '#client/lib/data/stored-account.ts'
import { loadOutbox } from '#client/outbox/outbox-client.ts'
import { toEditUrl } from '#client/outbox/use-entry.ts'
import { fillField, pressKeys, user } from '#tests/support/components/user.ts'
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

/** As `stubPosts`, with the answers held back until `answer` is called. */
function holdPosts(...answers: Parameters<typeof stubPosts>) {
  const sent = stubPosts(...answers)
  const { fetch } = globalThis
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  vi.stubGlobal('fetch', async (...request: Parameters<typeof fetch>) => {
    const given = await fetch(...request)
    await held
    return given
  })
  return { sent, answer }
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
const type = (label: string, value: string) => fillField(field(label), value)

async function fillForm() {
  await type('First name', 'Elisabeth')
  await type('Last name', 'Sørbø')
  await type('Email', 'elisabeth@example.com')
  await type('Message', 'February?')
}

afterEach(clearOutbox)

test('A complete message is sent once, under the field names of the wire format, and is then acknowledged', async () => {
  const { sent, answer } = holdPosts(receivedAnswer)
  renderForm()
  await fillForm()
  await user.click(button('Send message'))
  expect(button('Submitting...')).toHaveAttribute('aria-busy', 'true')
  await pressKeys(field('Email'), '{Enter}')
  answer()
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
  await fillForm()
  await user.click(button('Send message'))
  await screen.findByRole('heading', { name: 'Message Sent' })
  expect(sent[0]?.fields.subject).toBe('house')
})

test('A message that is typed without a pause is saved meanwhile, so that a crash costs half a second at most', async () => {
  vi.useFakeTimers()
  try {
    renderForm()
    const text = 'February? We are four, and would like to see the lights from the water.'
    for (let length = 1; length <= text.length; length++) {
      // `user` waits for the clock, which stands still here.
      fireEvent.input(field('Message'), { target: { value: text.slice(0, length) } })
      act(() => vi.advanceTimersByTime(100))
    }
    const saved = JSON.parse(sessionStorage.getItem('contact-draft') ?? '{}')
    expect(JSON.stringify(saved)).toContain(text.slice(0, -5))
  } finally {
    vi.useRealTimers()
  }
})

test('Text typed while the message is being sent stays in the tab’s draft', async () => {
  const { answer } = holdPosts(receivedAnswer)
  renderForm()
  await fillForm()
  await user.click(button('Send message'))
  await type('Message', 'February? Or March?')
  answer()
  await screen.findByText('Message Sent')
  expect(sessionStorage.getItem('contact-draft')).toContain('Or March?')
})

test('Text typed while the message is being sent is in the form for another message', async () => {
  const { answer } = holdPosts(receivedAnswer)
  renderForm('/')
  await fillForm()
  await user.click(button('Send message'))
  await type('Message', 'February? Or March?')
  answer()
  await user.click(await screen.findByRole('button', { name: 'Write another message' }))
  await waitFor(() => expect(field('Message')).toHaveValue('February? Or March?'))
})

describe('A message that cannot be sent', () => {
  test('shows an error with Retry, preserves all fields, and is retried under the same idempotency key', async () => {
    const sent = stubPosts([500, {}], receivedAnswer)
    renderForm()
    await fillForm()
    await user.click(button('Send message'))
    await screen.findByText('Failed to submit form. Please try again.')
    expect(field('Message')).toHaveValue('February?')
    await user.click(button('Retry'))
    await screen.findByText('Message Sent')
    expect(sent[1]).toEqual(sent[0])
  })

  test('is sent under a new idempotency key once its text has changed', async () => {
    const sent = stubPosts([500, {}], receivedAnswer)
    renderForm()
    await fillForm()
    await user.click(button('Send message'))
    await screen.findByText('Failed to submit form. Please try again.')
    await type('Message', 'March?')
    await user.click(button('Retry'))
    await screen.findByText('Message Sent')
    expect(sent[1]?.key).not.toBe(sent[0]?.key)
    expect(sent[1]?.fields.message).toBe('March?')
  })

  test('has the same text and the same idempotency key after a reload', async () => {
    const sent = stubPosts([500, {}], receivedAnswer)
    const first = renderForm()
    await fillForm()
    await user.click(field('seasonal letter'))
    await user.click(button('Send message'))
    await screen.findByText('Failed to submit form. Please try again.')
    first.unmount()
    renderForm()
    await waitFor(() => expect(field('Message')).toHaveValue('February?'))
    expect(field('seasonal letter')).toBeChecked()
    await user.click(button('Send message'))
    await screen.findByText('Message Sent')
    expect(sent[1]).toEqual(sent[0])
  })

  test('is reported as saved if no answer arrives, and its draft moves from the tab to the outbox', async () => {
    stubPosts(undefined)
    renderForm()
    await fillForm()
    await user.click(button('Send message'))
    const heading = await screen.findByRole('heading', { name: 'Your message is safe here.' })
    await waitFor(() => expect(heading).toHaveFocus())
    screen.getByText('Saved on this device. It will be sent when you are back online.')
    expect(sessionStorage.getItem('contact-draft')).toBeNull()
  })

  test('has what was typed during the attempt when it is edited, and replaces what was saved', async () => {
    const { answer } = holdPosts(undefined)
    renderForm()
    await fillForm()
    await user.click(button('Send message'))
    await type('Message', 'February? Or March?')
    answer()
    await screen.findByRole('heading', { name: 'Your message is safe here.' })
    const { outbox } = await loadOutbox()
    const [saved] = await outbox.list()
    cleanup()
    renderForm(toEditUrl('/contact', saved?.key ?? ''))
    await waitFor(async () => expect((await outbox.list())[0]?.state).toBe('attention'))
    expect(field('Message')).toHaveValue('February? Or March?')
    await user.click(button('Send message'))
    await screen.findByRole('heading', { name: 'Your message is safe here.' })
    const entries = await outbox.list()
    expect(entries.map(({ fields }) => fields?.message)).toEqual(['February? Or March?'])
    expect(sessionStorage.getItem('contact-draft')).toBeNull()
  })

  test('puts another text aside when it is edited, which can be edited in turn', async () => {
    stubPosts(undefined)
    renderForm()
    await fillForm()
    await user.click(button('Send message'))
    await screen.findByRole('heading', { name: 'Your message is safe here.' })
    const { outbox } = await loadOutbox()
    const [saved] = await outbox.list()
    cleanup()
    renderForm()
    await type('Message', 'Another question')
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
    await fillForm()
    await user.click(button('Send message'))
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
    await type('First name', 'Anders')
    expect(await editSaved()).toBe(2)
  })

  test('shows each error that the server found at its field', async () => {
    stubPosts([422, { code: 'fields', error: 'x', fields: { email: 'No such address.' } }])
    renderForm()
    await fillForm()
    await user.click(button('Send message'))
    await screen.findByText('No such address.')
    expect(field('Email')).toHaveFocus()
    expect(field('Email')).toHaveAttribute('aria-invalid', 'true')
  })
})

test('A submission with the spam trap filled in shows the sent state, but nothing is sent', async () => {
  const sent = stubPosts(receivedAnswer)
  renderForm()
  await fillForm()
  await fillField(screen.getByLabelText('Leave this empty'), 'x')
  await user.click(button('Send message'))
  await screen.findByText('Message Sent')
  expect(sent).toEqual([])
})

test('A confirmation email is promised only if the server says that one is sent', async () => {
  stubPosts([201, { status: 'received', newsletter: 'confirm' }])
  renderForm()
  await fillForm()
  await user.click(field('seasonal letter'))
  await user.click(button('Send message'))
  await screen.findByText(/please confirm it in the email that is on its way to you/)
})

describe('Field validation', () => {
  test('runs when a field loses the focus, but not during typing and not while it is empty', async () => {
    renderForm()
    const email = field('Email')
    await type('Email', 'elisabeth@')
    expect(email).not.toHaveAttribute('aria-invalid')
    await user.tab()
    expect(email).toHaveAttribute('aria-invalid', 'true')
    await type('Email', 'elisabeth@example.com')
    expect(email).not.toHaveAttribute('aria-invalid')
    await user.click(field('First name'))
    await user.tab()
    expect(field('First name')).not.toHaveAttribute('aria-invalid')
  })

  test('runs on submit, and the first invalid field gets the focus', async () => {
    const sent = stubPosts(receivedAnswer)
    renderForm()
    await type('First name', 'Elisabeth')
    await user.click(button('Send message'))
    expect(field('Last name')).toHaveFocus()
    expect(screen.getByText('Please enter your last name.')).toBeVisible()
    expect(screen.getByText('Please enter your email.')).toBeVisible()
    expect(sent).toEqual([])
  })
})
