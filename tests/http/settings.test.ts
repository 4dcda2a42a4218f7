import { describe, expect, it } from 'vitest'
import { readSettings } from '#server/settings.ts'

const card = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
}

describe('Settings', () => {
  it('default to a local demonstration without mail or video when nothing is set', () => {
    expect(readSettings({})).toMatchObject({
      dataDir: 'data',
      port: 3000,
      publicUrl: undefined,
      payments: { kind: 'demo' },
      mail: { smtpUrl: undefined },
      video: undefined,
    })
  })

  it.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['PUBLIC_URL', 'example.com'],
    ['PUBLIC_URL', 'https://example.com/site'],
    ['HOST', 'example.com'],
    ['HOST', ''],
    ['TRUST_PROXY', 'yes'],
    ['RATE_LIMIT', 'no'],
    ['DEMO', 'true'],
    ['SERVICE_WORKER', 'no'],
    ['SMTP_URL', 'http://mail.example.com'],
    ['OWNER_EMAIL', 'owner'],
    ['MAIL_FROM', 'Lysning'],
    ['MAIL_FROM', 'Lysning <hello>'],
    ['STRIPE_SECRET_KEY', 'pk_test_1'],
    ['DATA_DIR', ''],
  ])('refuse an invalid %s (%s) with one line that names it', (name, value) => {
    const read = () => readSettings({ [name]: value })
    expect(read).toThrow(new RegExp(`^Setting ${name} .+\\.$`))
  })

  it('refuse an incomplete set of payment keys, and name the missing one', () => {
    const { STRIPE_WEBHOOK_SECRET: _secret, ...half } = card
    expect(() => readSettings(half)).toThrow('Setting STRIPE_WEBHOOK_SECRET is missing')
  })

  it('refuse a mail server without a sender address', () => {
    expect(() => readSettings({ SMTP_URL: 'smtp://localhost' })).toThrow(
      'Setting MAIL_FROM is missing',
    )
  })

  it('enable card payments only with all keys, and never in a demonstration', () => {
    expect(readSettings(card).payments.kind).toBe('card')
    expect(readSettings({ ...card, DEMO: '1' }).payments.kind).toBe('demo')
    expect(readSettings({ PUBLIC_URL: 'https://example.com' }).payments.kind).toBe('off')
    expect(readSettings({ PUBLIC_URL: 'https://example.com', DEMO: '1' }).payments.kind).toBe(
      'demo',
    )
  })
})
