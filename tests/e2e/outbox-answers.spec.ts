import { expect, install, test } from '#tests/support/offline-site.ts'
import {
  entriesOf,
  expectArrived,
  makeDue,
  mark,
  savedMessage,
  sendMessage,
  sentMessage,
  storedMessages,
} from '#tests/support/outbox-pages.ts'
import { openReady } from '#tests/support/site-pages.ts'

test('a log-in page that answers 200 sends nothing and loses nothing', async ({
  page,
  server,
  front,
}) => {
  const message = mark()
  await install(page)
  front.posts = () => 'portal'
  await sendMessage(page, message)
  await expect(savedMessage(page)).toBeVisible()
  expect(storedMessages(server)).not.toContain(message)
  front.posts = () => 'pass'
  await makeDue(page)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(sentMessage(page)).toBeVisible()
  await expectArrived(server, [message])
})

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
  await expect(page.getByText('kept on this device and tried again by itself')).toBeVisible()
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
