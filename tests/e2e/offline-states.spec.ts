import { expectNoFaults, threeWidths } from '#tests/support/axe.ts'
import { chooseTime, fillDetails } from '#tests/support/booking-pages.ts'
import { ownServer } from '#tests/support/e2e.ts'
import { bookingFields, postForm, weekdayAhead } from '#tests/support/forms.ts'
import { expect, install, test } from '#tests/support/offline-site.ts'
import {
  makeDue,
  OFFLINE,
  pressSend,
  savedMessage,
  writeMessage,
} from '#tests/support/outbox-pages.ts'
import { openReady } from '#tests/support/site-pages.ts'

test.use(ownServer('offline-states'))

test('every state of a booking without a connection satisfies axe and fits the window', async ({
  page,
  context,
  front,
  errors,
}) => {
  test.slow()
  errors.allow(OFFLINE)
  errors.allow(/409|503/)
  await install(page)
  const day = weekdayAhead(5)
  await context.setOffline(true)
  await openReady(page, '/service/initial-consultation')
  await expectNoFaults(page, 'the calendar with its age', threeWidths)
  await chooseTime(page, 'initial-consultation', { day })
  await fillDetails(page)
  await expectNoFaults(page, 'the details', threeWidths)
  await page.getByRole('button', { name: 'Send request' }).click()
  await expect(page.getByText('Request saved on this device.')).toBeVisible()
  await expectNoFaults(page, 'saved', threeWidths)
  await page.getByRole('button', { name: 'Remove from this device' }).click()
  await expectNoFaults(page, 'asked whether to remove', threeWidths)
  await page.getByRole('button', { name: 'Keep it' }).click()
  await postForm(front.url, bookingFields({ start: `${day}T09:30:00.000Z` }))
  await context.setOffline(false)
  await expect(page.getByText('That time was taken while you were away.')).toBeVisible()
  await expectNoFaults(page, 'taken meanwhile', threeWidths)
  front.posts = () => 'error'
  await page.getByRole('button', { name: 'Confirm booking' }).click()
  await expect(page.getByText('Failed to submit booking form: 503')).toBeVisible()
  await expectNoFaults(page, 'answered with an error', threeWidths)
})

test('a paid booking without a connection, and the way back to it, satisfy axe', async ({
  page,
  context,
  errors,
}) => {
  test.slow()
  errors.allow(OFFLINE)
  await install(page)
  await context.setOffline(true)
  await chooseTime(page, 'bespoke-planning', { day: weekdayAhead(8) })
  await expectNoFaults(page, 'the details', threeWidths)
  await openReady(page, '/about')
  await context.setOffline(false)
  await expect(page.getByRole('region', { name: 'Unfinished booking' })).toBeVisible()
  await expectNoFaults(page, 'the way back', threeWidths)
})

test('a saved message satisfies axe, and is sent by itself', async ({ page, context, errors }) => {
  test.slow()
  errors.allow(OFFLINE)
  await install(page)
  await openReady(page, '/contact')
  await writeMessage(page, 'February?')
  await context.setOffline(true)
  await pressSend(page)
  await expect(savedMessage(page)).toBeVisible()
  await expectNoFaults(page, 'a saved message', threeWidths)
  await context.setOffline(false)
  await makeDue(page)
  await expect(page.getByRole('heading', { name: 'Message Sent' })).toBeVisible()
})

test('saving, editing and removing a request need no pointer', async ({
  page,
  context,
  errors,
}) => {
  errors.allow(OFFLINE)
  await install(page)
  await context.setOffline(true)
  await chooseTime(page, 'initial-consultation', { day: weekdayAhead(9) })
  await fillDetails(page)
  await page.getByLabel('Message').focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Send request' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.getByRole('link', { name: 'Edit request' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Who shall we expect?' })).toBeVisible()
  await page.getByRole('button', { name: 'Send request' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Request saved on this device.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove from this device' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Keep it' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Choose your date and time' })).toBeVisible()
})
