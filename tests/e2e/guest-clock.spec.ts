import { formatFullDate } from '#shared/booking/zoned-time.ts'
import {
  chooseDay,
  confirmedHeading,
  fillDetails,
  freshDay,
  readMailsTo,
  sendBooking,
} from '#tests/support/booking/booking-pages.ts'
import { expect, signInAsOwner, test, withOwnServer } from '#tests/support/browser/owner.ts'

const timezoneId = 'America/Vancouver'
test.use({ ...withOwnServer('guest-clock'), timezoneId })

/** Newer Chromium knows that clocks in Vancouver no longer change; this server may not. */
test('Email, calendar file, guest page and desk show the time that the visitor’s browser showed, with its offset', async ({
  page,
  context,
  server,
  newVisitor,
}) => {
  const email = 'vancouver@example.com'
  const day = freshDay()
  await page.goto('/service/initial-consultation')
  await page.getByRole('checkbox', { name: 'Norway' }).check()
  await chooseDay(page, day)
  await page.getByRole('button', { name: '02:30', exact: true }).click()
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await fillDetails(page, { email })
  const post = page.waitForRequest((request) => request.method() === 'POST')
  await sendBooking(page)
  const start = Date.parse(new URLSearchParams((await post).postData() ?? '').get('start') ?? '')
  await expect(confirmedHeading(page)).toBeVisible()

  /** `GMT−7`: Chromium's own offset at that time. */
  const offset = await page.evaluate((at) => {
    const hours = -new Date(at).getTimezoneOffset() / 60
    return `GMT−${Math.abs(hours)}`
  }, start)
  const seen = `${formatFullDate(Date.parse(`${day}T12:00Z`), 'UTC')}, 02:30, ${timezoneId} (${offset})`
  await expect.poll(() => readMailsTo(server, email)).toHaveLength(1)
  const [mail] = readMailsTo(server, email)
  const text = mail?.text.replaceAll(/\s+/g, ' ') ?? ''
  expect(text).toContain(`02:30 to 03:00 ${timezoneId} (${offset})`)
  expect(mail?.calendar?.replaceAll('\r\n ', '').replaceAll('\\', '')).toContain(seen)

  const device = await newVisitor()
  const [link = ''] = /\/booking\/manage\?\S+/.exec(mail?.text ?? '') ?? []
  await device.goto(link)
  await expect(device.getByText('02:30 to 03:00').first()).toBeVisible()
  await device.getByRole('button', { name: 'Move to another time' }).click()
  await device.getByRole('button', { name: '04:00', exact: true }).first().click()
  await device.getByRole('button', { name: 'Move booking' }).click()
  await expect(device.getByText(/04:00\sto\s04:30/).first()).toBeVisible()
  await expect.poll(() => readMailsTo(server, email)).toHaveLength(2)
  const moved = readMailsTo(server, email)[1]?.text.replaceAll(/\s+/g, ' ')
  expect(moved).toContain(`04:00 to 04:30 ${timezoneId} (${offset})`)

  await signInAsOwner(context, server)
  await page.goto('/admin/bookings')
  await expect(page.getByText(`04:00, ${timezoneId} (${offset})`)).toBeVisible()
  await expect(page.getByText(`04:00 to 04:30`)).toBeVisible()
})
