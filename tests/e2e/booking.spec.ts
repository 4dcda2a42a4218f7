import type { Page } from '@playwright/test'
import { getOffset } from '#shared/lib/time-zone.ts'
import {
  chooseDay,
  chooseTime,
  confirmedHeading,
  dayGrid,
  fillDetails,
  fullDate,
  guest,
  readMailsTo,
} from '#tests/support/booking/booking-pages.ts'
import { expectNoFaults } from '#tests/support/browser/axe.ts'
import { expect, test, withOwnServer } from '#tests/support/browser/e2e.ts'
import { buildBookingFields, getWeekdayAhead, postForm } from '#tests/support/server/forms.ts'

test.use(withOwnServer('booking'))

const pressConfirm = (page: Page) => page.getByRole('button', { name: 'Confirm booking' }).click()

/** A day that no other test of the file books: all tests of a file share one server. */
let nextDay = 4
function freshDay(): string {
  const day = getWeekdayAhead(nextDay)
  nextDay = Math.round((Date.parse(day) - Date.now()) / 86_400_000) + 2
  return day
}

/** The signed path in a mail. Only the path: the server does not know its port when it starts. */
function extractLink(text: string): string {
  const link = /\/booking\/manage\?\S+/.exec(text)?.[0]
  if (!link) throw new Error('The mail has no link')
  return link
}

test('A visitor books a free call, from the first click to the email with its calendar file', async ({
  page,
  server,
}) => {
  const day = freshDay()
  const email = 'first@example.com'
  await page.goto('/service/initial-consultation')
  await page.getByRole('checkbox', { name: 'Norway' }).check()
  await page.getByRole('checkbox', { name: 'Other Nordic Country' }).check()
  await page.getByLabel('Which country or region?').fill('Faroe Islands')
  await chooseDay(page, day)
  await page.getByRole('button', { name: '10:30', exact: true }).click()
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await fillDetails(page, { email })
  await pressConfirm(page)
  await expect(confirmedHeading(page)).toBeVisible()
  await expect(page.getByText(`${fullDate(day)}, 10:30`)).toBeVisible()
  await expect(page.getByText('Norway, Faroe Islands')).toBeVisible()

  await expect.poll(() => readMailsTo(server, email)).toHaveLength(1)
  const [mail] = readMailsTo(server, email)
  expect(mail?.text).toContain(fullDate(day))
  expect(mail?.text).toContain('10:30')
  expect(mail?.calendar).toContain('METHOD:REQUEST')
  expect(mail?.calendar).toContain('SEQUENCE:0')
})

test('A pasted international number chooses its country, and is booked as it is dialled', async ({
  page,
  newVisitor,
}) => {
  for (const [visitor, pasted, country, wire] of [
    [page, '+44 (0)7700 900123', 'GB', '+44 7700900123'],
    [await newVisitor(), '00354 581 2345', 'IS', '+354 5812345'],
  ] as const) {
    await chooseTime(visitor, 'initial-consultation', { day: freshDay() })
    await fillDetails(visitor)
    await visitor.getByLabel('Phone', { exact: true }).fill(pasted)
    await expect(visitor.getByLabel('Country code')).toHaveValue(country)
    const post = visitor.waitForRequest((request) => request.method() === 'POST')
    await pressConfirm(visitor)
    expect(new URLSearchParams((await post).postData() ?? '').get('phone')).toBe(wire)
    await expect(confirmedHeading(visitor)).toBeVisible()
  }
})

test('Two visitors requesting one slot at once make one booking, and the other loses nothing typed', async ({
  page,
  newVisitor,
  errors,
}) => {
  errors.allow(/409/)
  const day = freshDay()
  const other = await newVisitor()
  for (const visitor of [page, other]) {
    await chooseTime(visitor, 'initial-consultation', { day })
    await fillDetails(visitor)
  }
  await Promise.all([pressConfirm(page), pressConfirm(other)])
  const ends = [page, other].map(async (visitor) => {
    const lost = visitor.getByRole('heading', { name: 'Choose another time' })
    await expect(confirmedHeading(visitor).or(lost)).toBeVisible()
    return (await lost.isVisible()) ? visitor : undefined
  })
  const losers = (await Promise.all(ends)).filter((visitor) => visitor !== undefined)
  expect(losers).toHaveLength(1)
  const loser = losers[0] as Page

  await expect(loser.getByRole('button', { name: '10:30, taken' })).toBeDisabled()
  await expect(loser.getByText(guest.email)).toBeVisible()
  await loser.getByRole('button', { name: '11:00', exact: true }).first().click()
  await loser.getByRole('button', { name: /Send request|Confirm booking/ }).click()
  await expect(confirmedHeading(loser)).toBeVisible()
})

test('Each booking step preserves all choices and typed details across a reload and the back button', async ({
  page,
}) => {
  const day = freshDay()
  await page.goto('/service/initial-consultation')
  await page.getByRole('checkbox', { name: 'Iceland' }).check()
  await chooseDay(page, day)
  await page.getByRole('button', { name: '10:30', exact: true }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: '10:30', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(page.getByRole('checkbox', { name: 'Iceland' })).toBeChecked()

  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await fillDetails(page)
  await page.reload()
  await expect(page.getByLabel('First name')).toHaveValue(guest.firstName)
  await expect(page.getByLabel('Phone', { exact: true })).toHaveValue(guest.phone)
  await page.goBack()
  await expect(page.getByRole('button', { name: '10:30', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await page.goForward()
  await page.getByRole('link', { name: 'Back to Calendar' }).click()
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(page.getByLabel('Message')).toHaveValue(guest.message)

  if (!(await page.getByRole('checkbox', { name: /I accept/ }).isChecked()))
    await page.getByRole('checkbox', { name: /I accept/ }).check()
  await pressConfirm(page)
  await expect(confirmedHeading(page)).toBeVisible()
  await page.reload()
  await expect(confirmedHeading(page)).toBeVisible()
})

test('A guest moves and cancels a booking on another device with the link in the email', async ({
  page,
  server,
  newVisitor,
}) => {
  const email = 'mover@example.com'
  await chooseTime(page, 'initial-consultation', { day: freshDay() })
  await fillDetails(page, { email })
  await pressConfirm(page)
  await expect.poll(() => readMailsTo(server, email)).toHaveLength(1)

  const device = await newVisitor()
  await device.goto(extractLink(readMailsTo(server, email)[0]?.text ?? ''))
  await device.getByRole('button', { name: 'Move to another time' }).click()
  await device.getByRole('button', { name: '14:00', exact: true }).click()
  await device.getByRole('button', { name: 'Move booking' }).click()
  await expect(device.getByText(/14:00\sto\s14:30/).first()).toBeVisible()
  await expect.poll(() => readMailsTo(server, email)).toHaveLength(2)
  expect(readMailsTo(server, email)[1]?.calendar).toContain('SEQUENCE:1')

  await device.getByRole('button', { name: 'Cancel booking' }).click()
  const dialog = device.getByRole('dialog', { name: 'Cancel this booking?' })
  await dialog.getByRole('button', { name: 'Cancel booking' }).click()
  await expect.poll(() => readMailsTo(server, email)).toHaveLength(3)
  const last = readMailsTo(server, email)[2]?.calendar
  expect(last).toContain('METHOD:CANCEL')
  expect(last).toContain('SEQUENCE:2')
})

test('On the evening of a month’s last day, five weeks are ahead, and one press chooses the first free time', async ({
  page,
}) => {
  const now = new Date()
  await page.clock.setFixedTime(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2, 0, 20))
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/service/initial-consultation')
  const first = page.getByRole('button', { name: /^First free: / })
  await expect(first).toHaveText(/^First free: \w+ \d+ \w+, 09:00$/)
  await expect(dayGrid(page).getByRole('button')).toHaveCount(35)
  expect(await page.getByText('Past date', { exact: true }).count()).toBeLessThan(8)
  await first.click()
  const chosen = (await first.innerText()).replace('First free: ', '')
  await expect(page.getByRole('heading', { name: `Times on ${chosen.slice(0, -7)}` })).toBeVisible()
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await fillDetails(page, { email: 'month.end@example.com' })
  const summary = page.getByRole('complementary', { name: 'Your booking' })
  await expect(summary.getByText(/^\w{3} \d+ \w{3}, 09:00$/)).toBeVisible()
  await pressConfirm(page)
  await expect(confirmedHeading(page)).toBeVisible()
})

test('The bar with the chosen time lies over nothing in a low window, and on a phone never over a focused control', async ({
  page,
}) => {
  const bar = page.locator('[data-bar=bottom]')
  const getTop = async () => (await bar.boundingBox())?.y ?? 0
  for (const [width, height] of [
    [1440, 900],
    [1280, 720],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto('/service/initial-consultation')
    await page.getByRole('button', { name: /^First free: / }).click()
    for (const part of [page.getByLabel('Time zone'), page.getByRole('list', { name: 'Legend' })]) {
      const box = await part.boundingBox()
      expect(await getTop()).toBeGreaterThan((box?.y ?? 0) + (box?.height ?? 0))
    }
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await page.evaluate(() => scrollTo(0, 0))
  await page.getByRole('checkbox', { name: 'Norway' }).focus()
  await pressTabUntil(page, async () => {
    const focused = page.locator(':focus')
    if (await bar.locator(':focus').count()) return true
    const box = await focused.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(await getTop())
    return false
  })
})

test('A visitor books with the keyboard alone', async ({ page }) => {
  const day = freshDay()
  await page.goto('/service/initial-consultation')
  await expect(dayGrid(page)).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await pressTabUntil(page, () =>
    page.evaluate(() => document.activeElement?.closest('[role=grid],table') !== null),
  )
  for (let step = 0; step < 70; step++) {
    const label = await page.evaluate(
      () => document.activeElement?.getAttribute('aria-label') ?? '',
    )
    if (label.includes(fullDate(day))) break
    await page.keyboard.press('ArrowRight')
  }
  await page.keyboard.press('Enter')
  await pressTabUntil(page, () => isFocused(page, '09:00'))
  await page.keyboard.press('ArrowDown')
  expect(await isFocused(page, '10:30')).toBe(true)
  await page.keyboard.press('Space')
  await pressTabUntil(page, () => isFocused(page, 'Next'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Who shall I expect?' })).toBeVisible()
  await pressTabUntil(page, () =>
    page.getByLabel('First name').evaluate((field) => field === document.activeElement),
  )
  await page.keyboard.type(guest.firstName)
  await page.keyboard.press('Tab')
  await page.keyboard.type(guest.lastName)
  await page.keyboard.press('Tab')
  await page.keyboard.type(guest.email)
  await pressTabUntil(page, () =>
    page.getByLabel('Phone', { exact: true }).evaluate((field) => field === document.activeElement),
  )
  await page.keyboard.type('41209877')
  await pressTabUntil(page, () =>
    page
      .getByRole('checkbox', { name: /I accept/ })
      .evaluate((field) => field === document.activeElement),
  )
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expect(confirmedHeading(page)).toBeVisible()
})

test('Each invalid field shows its specified error text, and the first one gets the focus', async ({
  page,
}) => {
  await chooseTime(page, 'initial-consultation', { day: freshDay() })
  await pressConfirm(page)
  await expect(page.getByLabel('First name')).toBeFocused()
  await fillDetails(page)
  await page.getByLabel('Phone', { exact: true }).fill('412 x09')
  await expect(page.getByLabel('Phone', { exact: true })).toHaveValue('412 09')
  await expect(page.getByText('Phone number must have at least 8 digits')).toBeVisible()
  await page.getByLabel('Phone', { exact: true }).fill(guest.phone)
  await page.getByRole('checkbox', { name: /I accept/ }).uncheck()
  await pressConfirm(page)
  await expect(
    page.getByText('Please accept the Terms of Use and Privacy Notice to proceed.'),
  ).toBeVisible()
  await expect(page.getByLabel('First name')).toHaveValue(guest.firstName)
})

test('Times are shown in the time zone that the visitor chooses by keyboard, on the date of that zone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/service/initial-consultation')
  const zone = page.getByRole('combobox', { name: 'Time zone' })
  await zone.focus()
  await page.keyboard.type('kiri')
  await expect(zone.locator('option:checked')).toHaveText('Kiritimati (GMT+14)')
  await expectNoFaults(page, 'a chosen time zone')
  await chooseDay(page, freshDay())
  // 09:00 to 16:30 in Oslo is 22:00 to 05:30 of the next day there.
  await expect(page.getByRole('button', { name: '22:00', exact: true })).toBeVisible()
  await page.reload()
  await expect(zone).toHaveValue('Pacific/Kiritimati')
})

test('A submission with the spam trap filled in looks confirmed but creates no booking', async ({
  page,
  server,
}) => {
  const day = await chooseTime(page, 'initial-consultation', { day: freshDay() })
  await fillDetails(page)
  await page.locator('[name=bot-field]').evaluate((field: HTMLInputElement) => {
    field.value = 'buy now'
  })
  await pressConfirm(page)
  await expect(confirmedHeading(page)).toBeVisible()
  const response = await postForm(
    server.url,
    buildBookingFields({ start: toOsloInstant(day, '10:30') }),
  )
  expect(response.status).toBe(201)
})

test('The booking pages have no accessibility faults', async ({ page, errors }) => {
  errors.allow(/409/)
  await page.goto('/service/initial-consultation')
  await expect(dayGrid(page)).toBeVisible()
  await expectNoFaults(page, 'calendar')
  await chooseTime(page, 'initial-consultation', { day: freshDay() })
  await expectNoFaults(page, 'details')
  await pressConfirm(page)
  await expectNoFaults(page, 'details with errors')
  await fillDetails(page)
  await pressConfirm(page)
  await expect(confirmedHeading(page)).toBeVisible()
  await expectNoFaults(page, 'confirmed')
})

async function pressTabUntil(page: Page, reached: () => Promise<boolean>): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    if (await reached()) return
    await page.keyboard.press('Tab')
  }
  throw new Error('The keyboard never reached it')
}

function isFocused(page: Page, name: string): Promise<boolean> {
  return page.evaluate((text) => document.activeElement?.textContent?.trim() === text, name)
}

/** The instant of a time in Oslo, which is in winter time on the days that these tests book. */
function toOsloInstant(day: string, time: string): string {
  return new Date(Date.parse(`${day}T${time}:00+01:00`)).toISOString()
}

test('After a time was taken, a phone shows the next choice and its button side by side', async ({
  page,
  server,
  errors,
}) => {
  errors.allow(/409/)
  await page.setViewportSize({ width: 390, height: 844 })
  const day = await chooseTime(page, 'initial-consultation', { day: freshDay() })
  await fillDetails(page, { email: 'late@example.com' })
  const wall = Date.parse(`${day}T10:30:00Z`)
  const start = new Date(wall - getOffset(wall, 'Europe/Oslo')).toISOString()
  await postForm(server.url, buildBookingFields({ start }))
  await pressConfirm(page)
  await expect(page.getByRole('heading', { name: 'Choose another time' })).toBeVisible()
  const button = await page.getByRole('button', { name: 'Confirm booking' }).boundingBox()
  const bar = await page.locator('[data-bar=bottom]').boundingBox()
  expect(bar?.height).toBeLessThan(2 * (button?.height ?? 0))
})
