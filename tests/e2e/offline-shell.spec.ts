import { chooseDay, chooseTime } from '#tests/support/booking/booking-pages.ts'
import { withOwnServer } from '#tests/support/browser/e2e.ts'
import {
  expect,
  installSite,
  listCachedUrls,
  openAfterColdStart,
  test,
} from '#tests/support/browser/offline-site.ts'
import { allPages, openHydrated, waitUntilHydrated } from '#tests/support/browser/site-pages.ts'
import { getWeekdayAhead } from '#tests/support/server/forms.ts'

test.use(withOwnServer('offline-shell'))

const OFFLINE = /ERR_INTERNET_DISCONNECTED|Failed to load resource/

test('After one visit every page works offline from a cold start; redirects work as online, and calendars show their open times', async ({
  page,
  context,
  front,
  errors,
}) => {
  errors.allow(OFFLINE)
  errors.allow(/404/)
  await installSite(page)
  const later = await openAfterColdStart(context, front)
  for (const path of allPages) {
    const answer = await later.goto(path)
    expect(answer?.status(), path).toBe(200)
    await waitUntilHydrated(later)
    await expect(later.getByRole('heading', { level: 1 }), path).toBeVisible()
    await expect(later.getByText('Something went wrong'), path).toHaveCount(0)
  }

  await test.step('queries find their page, old addresses lead on and unknown ones end at the designed page', async () => {
    await openHydrated(later, '/service/initial-consultation?prefill=true')
    await expect(later.getByRole('heading', { name: 'Choose your date and time' })).toBeVisible()
    await later.goto('/privacy')
    await expect(later).toHaveURL('/privacy-policy')
    await later.goto('/service/unknown')
    await expect(later).toHaveURL('/')
    await openHydrated(later, '/about/')
    await expect(later).toHaveTitle(/^About/)
    const answer = await later.goto('/nowhere/at/all')
    expect(answer?.status()).toBe(404)
    await expect(later.getByText('This path ends here.')).toBeVisible()
  })
  await test.step('a calendar never opened before shows its open times', async () => {
    for (const service of ['business-consultancy', 'initial-consultation']) {
      await later.goto(`/service/${service}`)
      await chooseDay(later, getWeekdayAhead(40))
      await expect(later.getByRole('button', { name: '10:30', exact: true })).toBeVisible()
    }
  })
})

test('On a repeat visit Home paints without any request, assets come from the cache, and known open times need no server', async ({
  page,
  front,
}) => {
  await installSite(page)
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
  await openHydrated(page, '/about')
  expect(front.requests.filter((path) => path.startsWith('/assets/'))).toEqual([])

  front.isSilent = (path) => path.startsWith('/functions/')
  await page.goto('/service/initial-consultation')
  await chooseDay(page, getWeekdayAhead(40))
  await expect(page.getByRole('button', { name: '10:30', exact: true })).toBeVisible()
})

test('No personal data is cached: only availability among server answers, and only the site’s own pages', async ({
  page,
  front,
  errors,
}) => {
  errors.allow(/status of 40[04]/)
  await installSite(page)
  await chooseTime(page, 'bespoke-planning')
  await page.evaluate(async () => {
    for (const path of ['/functions/get-config', '/functions/verify-payment?id=abc', '/healthz'])
      await fetch(path)
    await fetch('/', { method: 'POST', body: new URLSearchParams({ 'form-name': 'nothing' }) })
  })
  await page.goto('/booking/received?id=abc')
  await page.goto('/')
  const cachedPaths = (await listCachedUrls(page)).map((url) => new URL(url).pathname)
  const answers = cachedPaths.filter((path) => path.startsWith('/functions/'))
  expect(new Set(answers)).toEqual(new Set(['/functions/get-availability']))
  expect(
    cachedPaths.filter((path) => /^\/(booking\/received|healthz|newsletter)/.test(path)),
  ).toEqual([])
  expect(front.requests).toContain('/functions/get-config')
})

test('A captive portal’s log-in page is never cached as a part of the site', async ({
  page,
  front,
  errors,
}) => {
  // The worker's first installation fails.
  errors.allow(/^TypeError: Failed to fetch/)
  const countRequests = () => front.requests.filter((path) => path === '/about').length
  front.isPortal = (path) => path === '/about'
  await page.goto('/')
  await expect.poll(countRequests).toBe(1)
  front.isPortal = () => false
  await installSite(page)
  expect(countRequests()).toBe(2)
  await page.goto('/about')
  await expect(page).toHaveTitle(/^About/)
})
