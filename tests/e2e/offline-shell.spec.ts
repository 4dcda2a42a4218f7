import { chooseDay, chooseTime } from '#tests/support/booking-pages.ts'
import { ownServer } from '#tests/support/e2e.ts'
import { weekdayAhead } from '#tests/support/forms.ts'
import { cached, coldStart, expect, install, test } from '#tests/support/offline-site.ts'
import { allPages, openReady, untilReady } from '#tests/support/site-pages.ts'

test.use(ownServer('offline-shell'))

const OFFLINE = /ERR_INTERNET_DISCONNECTED|Failed to load resource/

test('after one visit every page opens and lives from a cold start, with server and network gone; addresses lead where they lead otherwise, and calendars show their open times', async ({
  page,
  context,
  front,
  errors,
}) => {
  errors.allow(OFFLINE)
  errors.allow(/404/)
  await install(page)
  const later = await coldStart(context, front)
  for (const path of allPages) {
    const answer = await later.goto(path)
    expect(answer?.status(), path).toBe(200)
    await untilReady(later)
    await expect(later.getByRole('heading', { level: 1 }), path).toBeVisible()
    await expect(later.getByText('Something went wrong'), path).toHaveCount(0)
  }

  await test.step('queries find their page, old addresses lead on and unknown ones end at the designed page', async () => {
    await openReady(later, '/service/initial-consultation?prefill=true')
    await expect(later.getByRole('heading', { name: 'Choose your date and time' })).toBeVisible()
    await later.goto('/privacy')
    await expect(later).toHaveURL('/privacy-policy')
    await later.goto('/service/unknown')
    await expect(later).toHaveURL('/')
    await openReady(later, '/about/')
    await expect(later).toHaveTitle(/^About/)
    const answer = await later.goto('/nowhere/at/all')
    expect(answer?.status()).toBe(404)
    await expect(later.getByText('This path ends here.')).toBeVisible()
  })
  await test.step('a calendar never opened before shows its open times', async () => {
    for (const service of ['business-consultancy', 'initial-consultation']) {
      await later.goto(`/service/${service}`)
      await chooseDay(later, weekdayAhead(40))
      await expect(later.getByRole('button', { name: '10:30', exact: true })).toBeVisible()
    }
  })
})

test('opened again, Home asks the server for nothing before it is painted, parts come from what is kept, and open times that are known wait for no server', async ({
  page,
  front,
}) => {
  await install(page)
  await page.goto('about:blank')
  front.requests.length = 0
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const { name } of list.getEntries())
        if (name === 'first-contentful-paint') Reflect.set(window, 'painted', true)
    }).observe({ type: 'paint', buffered: true })
  })
  await page.goto('/', { waitUntil: 'commit' })
  await page.waitForFunction(() => Reflect.get(window, 'painted'))
  expect(front.requests).toEqual([])
  await openReady(page, '/about')
  expect(front.requests.filter((path) => path.startsWith('/assets/'))).toEqual([])

  front.silent = (path) => path.startsWith('/functions/')
  await page.goto('/service/initial-consultation')
  await chooseDay(page, weekdayAhead(40))
  await expect(page.getByRole('button', { name: '10:30', exact: true })).toBeVisible()
})

test('nothing that belongs to a person is kept: no answer but open times, and no page but the site’s own', async ({
  page,
  front,
  errors,
}) => {
  errors.allow(/status of 40[04]/)
  await install(page)
  await chooseTime(page, 'bespoke-planning')
  await page.evaluate(async () => {
    for (const path of ['/functions/get-config', '/functions/verify-payment?id=abc', '/healthz'])
      await fetch(path)
    await fetch('/', { method: 'POST', body: new URLSearchParams({ 'form-name': 'nothing' }) })
  })
  await page.goto('/booking/received?id=abc')
  await page.goto('/')
  const kept = (await cached(page)).map((url) => new URL(url).pathname)
  const answers = kept.filter((path) => path.startsWith('/functions/'))
  expect(new Set(answers)).toEqual(new Set(['/functions/get-availability']))
  expect(kept.filter((path) => /^\/(booking\/received|healthz|newsletter)/.test(path))).toEqual([])
  expect(front.requests).toContain('/functions/get-config')
})

test('a log-in page that answers in place of the site is never kept as a part of it', async ({
  page,
  front,
}) => {
  const asked = () => front.requests.filter((path) => path === '/about').length
  front.portal = (path) => path === '/about'
  await page.goto('/')
  await expect.poll(asked).toBe(1)
  front.portal = () => false
  await install(page)
  expect(asked()).toBe(2)
  await page.goto('/about')
  await expect(page).toHaveTitle(/^About/)
})
