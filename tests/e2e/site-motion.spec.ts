import type { Page } from '@playwright/test'
import { expect, test, withOwnServer } from '#tests/support/browser/e2e.ts'

test.use(withOwnServer('site-motion'))

/** How much of the first chart's route is drawn: 0 to 1. */
const readDrawnShare = (page: Page) =>
  page
    .locator('mask path')
    .first()
    .evaluate((path) => 1 - Number.parseFloat(getComputedStyle(path).strokeDashoffset))

const artistry = '/services/nordic-luxury-travel'

test('A journey’s route draws itself as its chart comes into view, and is complete if reduced motion is preferred', async ({
  page,
  newVisitor,
}) => {
  const moving = await newVisitor({ reducedMotion: 'no-preference' })
  await moving.goto(artistry)
  const heading = moving.getByRole('heading', { name: 'Lofoten, by sea' })
  await expect.poll(() => readDrawnShare(moving)).toBe(0)
  await heading.scrollIntoViewIfNeeded()
  await moving.getByText('How a journey is made').scrollIntoViewIfNeeded()
  await expect.poll(() => readDrawnShare(moving)).toBe(1)

  await page.goto(artistry)
  expect(await readDrawnShare(page)).toBe(1)
})

test('The legs of a route draw in their order, and a stop fills only when the leg before it has arrived', async ({
  newVisitor,
}) => {
  const moving = await newVisitor({ reducedMotion: 'no-preference' })
  await moving.goto(artistry)
  const chart = moving.getByRole('img', { name: /^Chart of Lofoten/ })
  const readState = () =>
    chart.evaluate((svg) => {
      const shares = [...svg.querySelectorAll('mask path')].map(
        (path) => 1 - Number.parseFloat(getComputedStyle(path).strokeDashoffset),
      )
      const fills = [...svg.querySelectorAll('circle')].map((stop) => getComputedStyle(stop).fill)
      return { shares, filled: fills.map((fill) => fill === fills[0]) }
    })
  const states = []
  for (let lower = 0.05; lower <= 1; lower += 0.05) {
    await chart.evaluate((svg, share) => {
      const { top, height } = svg.getBoundingClientRect()
      const upper = scrollY + top - innerHeight + (innerHeight + height) * share
      scrollTo({ top: upper, behavior: 'instant' })
      return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    }, lower)
    states.push(await readState())
  }
  for (const { shares, filled } of states) {
    shares.forEach((share, leg) => {
      if (leg > 0 && share > 0) expect(shares[leg - 1]).toBe(1)
      if (share < 0.9) expect(filled[leg + 1]).toBe(false)
    })
  }
  expect(states.some(({ shares }) => shares[0] === 1 && (shares[2] ?? 1) < 1)).toBe(true)
  expect(states.at(-1)?.filled).not.toContain(false)
})

test('Pages and booking steps pass by view transitions, unless reduced motion is preferred', async ({
  page,
  newVisitor,
}) => {
  const moving = await newVisitor({ reducedMotion: 'no-preference' })
  for (const visitor of [moving, page])
    await visitor.addInitScript(() => {
      const start = document.startViewTransition.bind(document)
      Object.assign(window, { transitions: 0 })
      document.startViewTransition = (options) => {
        Object.assign(window, { transitions: Reflect.get(window, 'transitions') + 1 })
        return start(options as ViewTransitionUpdateCallback)
      }
    })
  const count = (visitor: Page) => visitor.evaluate(() => Reflect.get(window, 'transitions'))
  for (const [visitor, expected] of [
    [moving, 1],
    [page, 0],
  ] as const) {
    await visitor.goto(artistry)
    // Before hydration a link loads a new document.
    await expect(visitor.getByRole('button', { name: 'Menu' })).toBeVisible()
    await visitor.getByRole('link', { name: /^Chart of Lofoten|Lofoten, by sea/ }).click()
    await expect(visitor.getByText('Lofoten, by sea')).toBeVisible()
    await expect(visitor.getByRole('heading', { name: 'Choose your date and time' })).toBeVisible()
    expect(await count(visitor)).toBe(expected)
  }
})

test('A view transition that the next navigation or the browser cuts short is no error in the page', async ({
  newVisitor,
}) => {
  const page = await newVisitor({ reducedMotion: 'no-preference' })
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Menu' })).toBeVisible()
  await page.evaluate(async () => {
    const transitions: ViewTransition[] = []
    const start = document.startViewTransition.bind(document)
    document.startViewTransition = (options) => {
      const transition = start(options as ViewTransitionUpdateCallback)
      transitions.push(transition)
      return transition
    }
    const press = (path: string) =>
      document.querySelector<HTMLElement>(`a[href="${path}"]`)?.click()
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    press('/about')
    while (transitions.length === 0) await frame()
    press('/contact')
    while (transitions.length < 2) await frame()
    transitions[1]?.skipTransition()
    // Not `ready`: to wait for it here would handle its rejection.
    await Promise.all(transitions.map(({ finished }) => finished))
  })
  await expect(page).toHaveURL(/contact$/)
  await expect(page.getByRole('form', { name: 'Contact form' })).toBeVisible()
})

test('Nothing on a public page moves by itself or by scrolling if reduced motion is preferred', async ({
  page,
}) => {
  for (const path of ['/', artistry, '/about']) {
    await page.goto(path)
    await expect(page.getByRole('button', { name: 'Menu' })).toBeVisible()
    expect(await page.evaluate(() => document.getAnimations().length), path).toBe(0)
  }
})
