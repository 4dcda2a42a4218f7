import { expect, test } from '#tests/support/offline-site.ts'
import {
  entriesOf,
  expectArrived,
  mark,
  sendMessage,
  sentMessage,
  storedMessages,
} from '#tests/support/outbox-pages.ts'
import { openReady } from '#tests/support/site-pages.ts'

test('an error answer is told in the agreed words, then the message is tried again by itself', async ({
  page,
  server,
  front,
  errors,
}) => {
  errors.allow(/50[03]/)
  const message = mark()
  front.posts = () => 'error'
  await sendMessage(page, message)
  await expect(page.getByText('Failed to submit form. Please try again.')).toBeVisible()
  await expect(page.getByText('saved on this device and will be sent automatically')).toBeVisible()
  await expect(page.getByLabel(/^Message/)).toHaveValue(message)
  front.posts = () => 'pass'
  await expect(sentMessage(page)).toBeVisible()
  await expectArrived(server, [message])
})

test('what failed can be taken back, and is not sent any more', async ({
  page,
  server,
  front,
  errors,
}) => {
  errors.allow(/50[03]/)
  const message = mark()
  front.posts = () => 'error'
  await sendMessage(page, message)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => entriesOf(page)).toEqual([])
  await expect(page.getByLabel(/^Message/)).toHaveValue(message)
  front.posts = () => 'pass'
  await openReady(page, '/')
  expect(storedMessages(server)).not.toContain(message)
})
