import { expect, signInAsOwner, test, withOwnServer } from '#tests/support/browser/owner.ts'
import { getWeekdayAhead } from '#tests/support/server/forms.ts'
import { postBooking } from '#tests/support/server/server-data.ts'

test.use(withOwnServer('desk-dialogs'))

test('The head and the buttons of “Move to a new time” are in sight in every window, and 24-hour times are typed', async ({
  page,
  context,
  server,
}) => {
  const bookingId = await postBooking(server, `${getWeekdayAhead(8)}T09:00:00.000Z`)
  await signInAsOwner(context, server)
  await page.goto(`/admin/bookings/${bookingId}`)
  await page.getByRole('button', { name: 'Move to a new time' }).click()
  const dialog = page.getByRole('dialog')
  const move = dialog.getByRole('button', { name: 'Move booking' })
  const time = dialog.getByLabel(/^Time in/)
  await expect(dialog.getByText('Free on that day')).toBeVisible()
  for (const [width, height] of [
    [1440, 900],
    [1280, 720],
    [390, 844],
    [844, 390],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const end of [0, 10_000]) {
      await dialog.evaluate((element, top) => element.scrollTo(0, top), end)
      await expect(move).toBeInViewport({ ratio: 1 })
      await expect(dialog.getByRole('heading', { level: 2 })).toBeInViewport({ ratio: 1 })
    }
  }
  await time.fill('1830')
  await page.keyboard.press('Tab')
  await expect(time).toHaveValue('18:30')
})
