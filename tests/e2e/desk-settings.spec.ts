import type { Page } from '@playwright/test'
import { expectNoFaults, threeWidths } from '#tests/support/browser/axe.ts'
import { expect, signInAsOwner, test, withOwnServer } from '#tests/support/browser/owner.ts'

test.use(withOwnServer('desk-settings'))

const WARNING = "You have unsaved changes. Don't forget to save your changes before leaving."

const SAVED_ON_DEVICE = 'Saved on this device. Will be published when you are online.'

/** The first attempt may come before the connection is back; the next comes after a pause. */
const SLOW_POLL = { timeout: 15_000 }

const day = (page: Page, name: string) => page.getByRole('group', { name, exact: true })

async function openSettings(page: Page, part = ''): Promise<void> {
  await page.goto(`/admin/settings${part}`)
  await expect(page.getByRole('navigation', { name: 'Settings' })).toBeVisible()
}

/** Scrolls first: axe finds a control too small that a bar at the window's edge covers in part. */
async function expectNoFaultsAt(page: Page, place: 'start' | 'end', state: string): Promise<void> {
  for (const width of threeWidths) {
    await page.setViewportSize({ width, height: 900 })
    await page.evaluate((to) => scrollTo(0, to === 'end' ? document.body.scrollHeight : 0), place)
    await expectNoFaults(page, state, [width])
  }
}

test('The weekly schedule, exceptions and rules are edited, saved as a draft, merged with another device’s edits and published', async ({
  page,
  context,
  server,
  errors,
}) => {
  errors.allow(/ERR_INTERNET_DISCONNECTED/)
  await signInAsOwner(context, server)
  await openSettings(page)
  await expect(page).toHaveTitle(/Calendar Settings/)

  const save = page.getByRole('button', { name: 'Save Changes' })
  await test.step('a slot that is wrong is told at it and not saved', async () => {
    await expect(save).toBeDisabled()
    await day(page, 'Tuesday').getByLabel('Tuesday, slot 1 end').fill('12:00')
    await page.getByRole('button', { name: 'Add Time Slot, Tuesday' }).click()
    await page.getByLabel('Tuesday, slot 2 end').fill('11:00')
    await expect(page.getByText('The end must be later than the start.')).toBeVisible()
    await save.click()
    await expect(page.getByLabel('Tuesday, slot 2 start')).toBeFocused()
    await page.getByLabel('Tuesday, slot 2 start').fill('13:00')
    await page.getByLabel('Tuesday, slot 2 end').fill('17:00')
  })

  await test.step('dates that differ', async () => {
    await page.getByRole('button', { name: 'Add exception' }).click()
    await page.getByLabel('From', { exact: true }).fill('2027-12-24')
    await page.getByLabel(/^To/).fill('2028-01-01')
    await page.getByRole('button', { name: 'Add these dates' }).click()
    await expect(page.getByText('to Sat 1 Jan 2028')).toBeVisible()
    await expectNoFaultsAt(page, 'end', 'unsaved hours')
  })

  await test.step('the draft outlives a reload; leaving it asks', async () => {
    page.once('dialog', (dialog) => dialog.accept())
    await page.reload()
    await expect(page.getByText(WARNING)).toBeVisible()
    await expect(page.getByLabel('Tuesday, slot 2 start')).toHaveValue('13:00')
    await page.getByRole('link', { name: 'Video Meeting Testing' }).click()
    await page.getByRole('button', { name: 'Stay' }).click()
    await expect(page.getByText(WARNING)).toBeVisible()
  })

  await test.step('published: the notice goes by itself, and visitors are offered the new hours', async () => {
    await save.click()
    await expect(page.getByText('Schedule saved successfully')).toBeVisible()
    await expect(page.getByText(WARNING)).toBeHidden()
    await expect(page.getByText('Schedule saved successfully')).toBeHidden()
    const answer = await (await context.request.get('/functions/get-schedule')).json()
    expect(answer.schedule[2].timeSlots).toEqual([
      { start: '09:00', end: '12:00' },
      { start: '13:00', end: '17:00' },
    ])
  })

  await test.step('saved without a connection it is kept, and published with the next one', async () => {
    await context.setOffline(true)
    await expect(page.getByText('The backend is not connected')).toBeVisible()
    await page.getByLabel('Monday, slot 1 end').fill('16:00')
    await save.click()
    await expect(page.getByText(SAVED_ON_DEVICE)).toBeVisible()
    await expect(page.getByText(WARNING)).toBeHidden()
    await context.setOffline(false)
    await expect(page.getByText('Schedule saved successfully')).toBeVisible(SLOW_POLL)
    await expect(page.getByText(SAVED_ON_DEVICE)).toBeHidden()
    const answer = await (await context.request.get('/functions/get-schedule')).json()
    expect(answer.schedule[1].timeSlots).toEqual([{ start: '09:00', end: '16:00' }])
  })

  await test.step('what another device saved meanwhile is merged day by day; where both changed one, the owner chooses', async () => {
    const { schedule, version } = await (
      await context.request.get('/functions/get-schedule')
    ).json()
    await context.setOffline(true)
    await expect(page.getByText('The backend is not connected')).toBeVisible()
    await day(page, 'Wednesday').getByLabel('Wednesday, slot 1 end').fill('18:00')
    await day(page, 'Thursday').getByRole('switch').uncheck()
    await save.click()
    await expect(page.getByText(SAVED_ON_DEVICE)).toBeVisible()

    schedule[3] = { day: 3, enabled: true, timeSlots: [{ start: '08:00', end: '17:00' }] }
    schedule[5] = { day: 5, enabled: false, timeSlots: [] }
    const saved = await context.request.post('/functions/update-schedule', {
      data: { schedule, version },
    })
    expect(saved.ok()).toBe(true)
    await context.setOffline(false)
    await expect(page.getByText('The schedule was changed on two devices')).toBeVisible(SLOW_POLL)
    await expectNoFaultsAt(page, 'start', 'the conflict')
    await page
      .getByRole('row', { name: /^Wednesday/ })
      .getByRole('radio')
      .first()
      .check()
    await page.getByRole('button', { name: 'Save this version' }).click()
    await expect(page.getByText('Schedule saved successfully')).toBeVisible()
    await expect(page.getByLabel('Wednesday, slot 1 end')).toHaveValue('18:00')
    await expect(day(page, 'Thursday').getByText('Not available')).toBeVisible()
    await expect(day(page, 'Friday').getByText('Not available')).toBeVisible()
  })
})

test('The video tests report what failed and what to do, and are disabled without a connection', async ({
  page,
  context,
  server,
  errors,
}) => {
  errors.allow(/ERR_INTERNET_DISCONNECTED/)
  await signInAsOwner(context, server)
  await openSettings(page, '/video')
  await expect(page.getByText('Not Set')).toBeVisible()
  await page.getByRole('button', { name: 'Test All' }).click()
  await expect(page.getByText('Connection test failed')).toBeVisible()
  await expect(page.getByText('Room creation test failed')).toBeVisible()
  await expect(page.getByText(/^Tested at/)).toHaveCount(2)
  await expectNoFaults(page, 'failed tests', threeWidths)

  await page.route('**/functions/test-daily', (route) => {
    const isPost = route.request().method() === 'POST'
    return route.fulfill({
      json: {
        success: true,
        message: isPost ? 'A test room was created.' : 'The provider answered.',
        error: null,
        timestamp: '2026-11-24T07:52:10.000Z',
        room: isPost
          ? {
              name: 'test-20261124-075210',
              url: 'https://lysning.daily.co/test-20261124-075210',
              expiresAt: '2026-11-24T07:57:10.000Z',
            }
          : null,
        instructions: ['Open the meeting in a new tab.'],
        troubleshooting: null,
      },
    })
  })
  await page.getByRole('button', { name: 'Test All' }).click()
  await expect(page.getByRole('link', { name: /^Open Meeting/ })).toBeVisible()
  await expect(page.getByText('Success')).toHaveCount(2)
  await expectNoFaults(page, 'passed tests')

  await context.setOffline(true)
  await expect(page.getByRole('button', { name: 'Test All' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await expect(page.getByText('Testing needs a connection.')).toBeVisible()
})

test('Steps back from unsaved settings ask, and keep page and address together', async ({
  page,
  context,
  server,
}) => {
  await signInAsOwner(context, server)
  await page.goto('/admin/sales')
  const tabs = page.getByRole('navigation', { name: 'Admin' })
  await tabs.getByRole('link', { name: 'Bookings' }).click()
  await expect(page).toHaveURL('/admin/bookings')
  await tabs.getByRole('link', { name: 'Settings' }).click()
  await day(page, 'Friday').getByRole('switch').click()
  await expect(page.getByText(WARNING)).toBeVisible()

  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await page.evaluate(() => {
    history.back()
    history.back()
  })
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(question).toBeHidden()
  await expect(page).toHaveURL('/admin/settings')
  await expect(page.getByText(WARNING)).toBeVisible()

  await page.evaluate(() => history.back())
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/admin/bookings')
  await expect(page.getByRole('heading', { level: 1, name: 'Bookings' })).toBeVisible()
})
