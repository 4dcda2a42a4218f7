import { chooseTime, fillDetails } from '#tests/support/booking/booking-pages.ts'
import { expectNoFaults, threeWidths } from '#tests/support/browser/axe.ts'
import { withOwnServer } from '#tests/support/browser/e2e.ts'
import { expect, installSite, test } from '#tests/support/browser/offline-site.ts'
import { openHydrated } from '#tests/support/browser/site-pages.ts'
import {
  makeEntriesDue,
  OFFLINE_ERRORS,
  pressSend,
  savedMessage,
  writeMessage,
} from '#tests/support/outbox/outbox-pages.ts'
import { buildBookingFields, getWeekdayAhead, postForm } from '#tests/support/server/forms.ts'

test.use(withOwnServer('offline-states'))

test('Every state of a booking without a connection passes axe and fits the window', async ({
  page,
  context,
  front,
  errors,
}) => {
  test.slow()
  errors.allow(OFFLINE_ERRORS)
  errors.allow(/409|503/)
  await installSite(page)
  const day = getWeekdayAhead(5)
  await context.setOffline(true)
  await openHydrated(page, '/service/initial-consultation')
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
  await postForm(front.url, buildBookingFields({ start: `${day}T09:30:00.000Z` }))
  await context.setOffline(false)
  await expect(page.getByText('That time was taken while you were away.')).toBeVisible()
  await expectNoFaults(page, 'taken meanwhile', threeWidths)
  front.choosePostOutcome = () => 'error'
  await page.getByRole('button', { name: 'Confirm booking' }).click()
  await expect(page.getByText('Failed to submit booking form: 503')).toBeVisible()
  await expectNoFaults(page, 'answered with an error', threeWidths)
})

test('A paid booking without a connection, and the link back to it, pass axe', async ({
  page,
  context,
  errors,
}) => {
  test.slow()
  errors.allow(OFFLINE_ERRORS)
  await installSite(page)
  await context.setOffline(true)
  await chooseTime(page, 'bespoke-planning', { day: getWeekdayAhead(8) })
  await expectNoFaults(page, 'the details', threeWidths)
  await openHydrated(page, '/about')
  await context.setOffline(false)
  await expect(page.getByRole('region', { name: 'Unfinished booking' })).toBeVisible()
  await expectNoFaults(page, 'the way back', threeWidths)
})

test('A saved message passes axe and is sent automatically once online', async ({
  page,
  context,
  errors,
}) => {
  test.slow()
  errors.allow(OFFLINE_ERRORS)
  await installSite(page)
  await openHydrated(page, '/contact')
  await writeMessage(page, 'February?')
  await context.setOffline(true)
  await pressSend(page)
  await expect(savedMessage(page)).toBeVisible()
  await expectNoFaults(page, 'a saved message', threeWidths)
  await context.setOffline(false)
  await makeEntriesDue(page)
  await expect(page.getByRole('heading', { name: 'Message Sent' })).toBeVisible()
})

test('A visitor saves, edits and removes a queued request by keyboard alone', async ({
  page,
  context,
  errors,
}) => {
  errors.allow(OFFLINE_ERRORS)
  await installSite(page)
  await context.setOffline(true)
  await chooseTime(page, 'initial-consultation', { day: getWeekdayAhead(9) })
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
  await expect(page.getByRole('heading', { name: 'Who shall I expect?' })).toBeVisible()
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
