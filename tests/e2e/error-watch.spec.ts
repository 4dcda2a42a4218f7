import { BrowserErrors, expect, test } from '#tests/support/browser/e2e.ts'
import { installSite, test as offlineTest } from '#tests/support/browser/offline-site.ts'

test('An error in the console, an uncaught exception, a rejected promise and a file that does not load are noticed on any page a test opens', async ({
  browser,
  baseURL,
  errors,
}) => {
  const context = await browser.newContext({ baseURL: baseURL ?? '' })
  const page = await context.newPage()
  await page.goto('/about')
  await page.evaluate(async () => {
    console.error('said in the console')
    setTimeout(() => {
      throw new Error('thrown and not caught')
    })
    void Promise.reject(new Error('rejected and not handled'))
    await fetch('/assets/missing.js')
  })
  const noticed = /said in|thrown and|rejected and|404/
  await expect.poll(() => errors.listUnexpected()).toHaveLength(4)
  for (const text of errors.listUnexpected()) expect(text).toMatch(noticed)
  errors.allow(noticed)
  await context.close()
})

test('No test allows by accident that React draws a prerendered page again', async ({
  browser,
  baseURL,
}) => {
  // A context that the fixture does not watch, because its error would fail this test, too.
  const newContext: typeof browser.newContext = Object.getPrototypeOf(browser).newContext
  const context = await newContext.call(browser, { baseURL: baseURL ?? '' })
  const page = await context.newPage()
  const errors = new BrowserErrors()
  errors.watch(context)
  errors.allow(/./)
  await page.route('**/about', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.text()).replaceAll('>What I promise<', '>What I promised<')
    await route.fulfill({ response: answer, body })
  })
  await page.goto('/about')
  await expect.poll(() => errors.listUnexpected()).toEqual([expect.stringContaining('#418')])
  await context.close()
})

offlineTest('Errors of the service worker are noticed', async ({ page, context, errors }) => {
  await installSite(page)
  const [worker] = context.serviceWorkers()
  await worker?.evaluate(() => {
    console.error('said in the worker')
    setTimeout(() => {
      throw new Error('thrown in the worker')
    })
    void Promise.reject(new Error('rejected in the worker'))
  })
  await expect.poll(() => errors.listUnexpected()).toHaveLength(3)
  errors.allow(/in the worker/)
})
