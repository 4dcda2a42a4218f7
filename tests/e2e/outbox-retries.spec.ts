import { expect, test } from '#tests/support/browser/offline-site.ts'
import { openHydrated } from '#tests/support/browser/site-pages.ts'
import {
  createUniqueText,
  expectArrived,
  readEntries,
  readStoredMessages,
  sendMessage,
  sentMessage,
} from '#tests/support/outbox/outbox-pages.ts'

test('An error answer shows the specified text, then the message is retried automatically', async ({
  page,
  server,
  front,
  errors,
}) => {
  errors.allow(/50[03]/)
  const message = createUniqueText()
  front.choosePostOutcome = () => 'error'
  await sendMessage(page, message)
  await expect(page.getByText('Failed to submit form. Please try again.')).toBeVisible()
  await expect(page.getByText('saved on this device and will be sent automatically')).toBeVisible()
  await expect(page.getByLabel(/^Message/)).toHaveValue(message)
  front.choosePostOutcome = () => 'pass'
  await expect(sentMessage(page)).toBeVisible()
  await expectArrived(server, [message])
})

test('A failed message can be cancelled and is not sent again', async ({
  page,
  server,
  front,
  errors,
}) => {
  errors.allow(/50[03]/)
  const message = createUniqueText()
  front.choosePostOutcome = () => 'error'
  await sendMessage(page, message)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => readEntries(page)).toEqual([])
  await expect(page.getByLabel(/^Message/)).toHaveValue(message)
  front.choosePostOutcome = () => 'pass'
  await openHydrated(page, '/')
  expect(readStoredMessages(server)).not.toContain(message)
})
