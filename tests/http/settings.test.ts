import { describe, expect, it } from 'vitest'
import { readSettings } from '#server/settings.ts'

const card = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
}

describe('settings', () => {
  it('have an honest default each when nothing is set', () => {
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
  ])('refuse a wrong %s (%s) in one line that names it', (name, value) => {
    const read = () => readSettings({ [name]: value })
    expect(read).toThrow(new RegExp(`^Setting ${name} .+\\.$`))
  })

  it('refuse half of the payment keys, and name the one that is missing', () => {
    const { STRIPE_WEBHOOK_SECRET: _secret, ...half } = card
    expect(() => readSettings(half)).toThrow('Setting STRIPE_WEBHOOK_SECRET is missing')
  })

  it('refuse mail without a sender', () => {
    expect(() => readSettings({ SMTP_URL: 'smtp://localhost' })).toThrow(
      'Setting MAIL_FROM is missing',
    )
  })

  it('charge cards only with all keys, and never in a demonstration', () => {
    expect(readSettings(card).payments.kind).toBe('card')
    expect(readSettings({ ...card, DEMO: '1' }).payments.kind).toBe('demo')
    expect(readSettings({ PUBLIC_URL: 'https://example.com' }).payments.kind).toBe('off')
    expect(readSettings({ PUBLIC_URL: 'https://example.com', DEMO: '1' }).payments.kind).toBe(
      'demo',
    )
  })
})
