import type { Page } from '@playwright/test'
import { chooseDay, readMailsTo } from '#tests/support/booking/booking-pages.ts'
import { expect, test, withOwnServer } from '#tests/support/browser/e2e.ts'
import { Keyboard } from '#tests/support/browser/keyboard.ts'
import { buildBookingFields, getWeekdayAhead, postForm } from '#tests/support/server/forms.ts'

test.use({ ...withOwnServer('visitor-keyboard'), viewport: { width: 390, height: 844 } })

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('On a phone, the bar with the chosen time never covers the control that has the focus', async ({
  page,
}) => {
  await page.goto('/service/initial-consultation')
  await chooseDay(page, getWeekdayAhead(4))
  await press(page, '10:30').click()
  await page.getByRole('checkbox', { name: 'Norway' }).focus()
  const keys = new Keyboard(page)
  await keys.reach(press(page, 'Next'))
  await keys.reach(page.getByRole('checkbox', { name: 'Norway' }), 'Shift+Tab')
})

test('A visitor moves and cancels a booking by keyboard alone; a second Enter does not yet cancel', async ({
  page,
  server,
}) => {
  const email = 'keys@example.com'
  await postForm(
    server.url,
    buildBookingFields({ email, start: `${getWeekdayAhead(5)}T10:00:00.000Z` }),
  )
  await expect.poll(() => readMailsTo(server, email)).toHaveLength(1)
  const link = /\/booking\/manage\?\S+/.exec(readMailsTo(server, email)[0]?.text ?? '')?.[0]
  await page.goto(link ?? '')
  const keys = new Keyboard(page)

  await keys.use(press(page, 'Move to another time'))
  const times = page.getByRole('group', { name: /^Available times/ })
  await keys.reach(times.locator('[tabindex="0"]'))
  await keys.press('End')
  await keys.use(press(page, '15:00'), 'ArrowLeft')
  await keys.use(press(page, 'Move booking'))
  await expect(page.getByText(/15:00\sto\s15:30/).first()).toBeVisible()

  await keys.use(press(page, 'Cancel booking'))
  const dialog = page.getByRole('dialog', { name: 'Cancel this booking?' })
  await expect(dialog.getByRole('heading', { name: 'Cancel this booking?' })).toBeFocused()
  await keys.press('Enter')
  await expect(dialog).toBeVisible()
  await keys.isKeptIn(dialog)
  await keys.press('Escape')
  await expect(press(page, 'Cancel booking')).toBeFocused()
  await keys.press('Enter')
  await keys.use(dialog.getByRole('button', { name: 'Cancel booking' }), 'Shift+Tab')
  await expect(page.getByRole('heading', { name: 'This booking is cancelled' })).toBeFocused()
})
