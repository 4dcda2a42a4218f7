import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ContactForm } from '#client/contact/contact-form.tsx'
import { emptyOutbox } from '#tests/support/emptied-outbox.ts'

interface Sent {
  key: string
  fields: Record<string, string>
}

/** Each entry answers one post: a status and a body, or undefined for no answer. */
function answerPosts(...answers: ([number, object] | undefined)[]): Sent[] {
  const sent: Sent[] = []
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    const key = new Headers(init.headers).get('Idempotency-Key') ?? ''
    sent.push({ key, fields: Object.fromEntries(init.body as URLSearchParams) })
    const answer = answers[sent.length - 1]
    if (!answer) throw new TypeError('Failed to fetch')
    return Response.json({ key, ...answer[1] }, { status: answer[0] })
  })
  return sent
}

const received: [number, object] = [201, { status: 'received' }]

function open() {
  return render(
    <MemoryRouter initialEntries={['/contact']}>
      <ContactForm />
    </MemoryRouter>,
  )
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label, { exact: false })
const button = (name: string) => screen.getByRole('button', { name })
const type = (label: string, value: string) => fireEvent.input(field(label), { target: { value } })

function fill() {
  type('First name', 'Elisabeth')
  type('Last name', 'Sørbø')
  type('Email', 'elisabeth@example.com')
  type('Message', 'February?')
}

beforeEach(() => {
  sessionStorage.clear()
  Element.prototype.scrollIntoView = () => {}
})
afterEach(cleanup)
afterEach(emptyOutbox)

test('a whole message goes out once, as the form’s wire names, and is then acknowledged', async () => {
  const sent = answerPosts(received)
  open()
  fill()
  fireEvent.click(button('Send message'))
  expect(button('Submitting...').getAttribute('aria-busy')).toBe('true')
  fireEvent.submit(screen.getByRole('form'))
  const heading = await screen.findByRole('heading', { name: 'Message Sent' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
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

test('what is written while the message goes stays in the tab', async () => {
  answerPosts(received)
  open()
  fill()
  fireEvent.click(button('Send message'))
  type('Message', 'February? Or March?')
  await screen.findByText('Message Sent')
  expect(sessionStorage.getItem('contact-draft')).toContain('Or March?')
})

describe('when it cannot be sent', () => {
  test('an error shows the sentence with Retry, keeps everything, and Retry sends it under the same key', async () => {
    const sent = answerPosts([500, {}], received)
    open()
    fill()
    fireEvent.click(button('Send message'))
    await screen.findByText('Failed to submit form. Please try again.')
    expect(field('Message').value).toBe('February?')
    fireEvent.click(button('Retry'))
    await screen.findByText('Message Sent')
    expect(sent[1]).toEqual(sent[0])
  })

  test('changed words are a new message, so they go under a new key', async () => {
    const sent = answerPosts([500, {}], received)
    open()
    fill()
    fireEvent.click(button('Send message'))
    await screen.findByText('Failed to submit form. Please try again.')
    type('Message', 'March?')
    fireEvent.click(button('Retry'))
    await screen.findByText('Message Sent')
    expect(sent[1]?.key).not.toBe(sent[0]?.key)
    expect(sent[1]?.fields.message).toBe('March?')
  })

  test('a reload in between keeps words and key', async () => {
    const sent = answerPosts([500, {}], received)
    const first = open()
    fill()
    fireEvent.click(field('seasonal letter'))
    fireEvent.click(button('Send message'))
    await screen.findByText('Failed to submit form. Please try again.')
    first.unmount()
    open()
    await waitFor(() => expect(field('Message').value).toBe('February?'))
    expect(field('seasonal letter').checked).toBe(true)
    fireEvent.click(button('Send message'))
    await screen.findByText('Message Sent')
    expect(sent[1]).toEqual(sent[0])
  })

  test('without any answer it is said to be saved, and the draft leaves the tab to the outbox', async () => {
    answerPosts(undefined)
    open()
    fill()
    fireEvent.click(button('Send message'))
    const heading = await screen.findByRole('heading', { name: 'Your message is safe here.' })
    await waitFor(() => expect(document.activeElement).toBe(heading))
    screen.getByText('Saved on this device. It will be sent when you are back online.')
    expect(sessionStorage.getItem('contact-draft')).toBeNull()
  })

  test('what the server finds wrong stands at its field', async () => {
    answerPosts([422, { code: 'fields', error: 'x', fields: { email: 'No such address.' } }])
    open()
    fill()
    fireEvent.click(button('Send message'))
    await screen.findByText('No such address.')
    expect(document.activeElement).toBe(field('Email'))
    expect(field('Email').getAttribute('aria-invalid')).toBe('true')
  })
})

test('what fills the spam trap sees the sent state, and nothing is sent', async () => {
  const sent = answerPosts(received)
  open()
  fill()
  fireEvent.input(screen.getByLabelText('Leave this empty'), { target: { value: 'x' } })
  fireEvent.click(button('Send message'))
  await screen.findByText('Message Sent')
  expect(sent).toEqual([])
})

test('a mail is promised only where the server says that one goes out', async () => {
  answerPosts([201, { status: 'received', newsletter: 'confirm' }])
  open()
  fill()
  fireEvent.click(field('seasonal letter'))
  fireEvent.click(button('Send message'))
  await screen.findByText(/please confirm it in the email we are sending you/)
})

describe('a field is judged', () => {
  test('once it is left, not while it is typed, and not while it is empty', () => {
    open()
    const email = field('Email')
    type('Email', 'elisabeth@')
    expect(email.getAttribute('aria-invalid')).toBeNull()
    fireEvent.blur(email)
    expect(email.getAttribute('aria-invalid')).toBe('true')
    type('Email', 'elisabeth@example.com')
    expect(email.getAttribute('aria-invalid')).toBeNull()
    fireEvent.blur(field('First name'))
    expect(field('First name').getAttribute('aria-invalid')).toBeNull()
  })

  test('at the try to send, and the first wrong one gets the focus', () => {
    const sent = answerPosts(received)
    open()
    type('First name', 'Elisabeth')
    fireEvent.click(button('Send message'))
    expect(document.activeElement).toBe(field('Last name'))
    expect(screen.getByText('Please enter your last name.')).toBeTruthy()
    expect(screen.getByText('Please enter your email.')).toBeTruthy()
    expect(sent).toEqual([])
  })
})
