import type { Page } from '@playwright/test'
import { listDocuments } from '#client/journey/view/view-text.ts'
import { expectNoFaults, expectNoFaultsNow, threeWidths } from '#tests/support/axe.ts'
import { changeItems, createCurrentCopy, createSampleCopy } from '#tests/support/guest-journey.ts'
import { GuestLink, waitForDocument } from '#tests/support/guest-link.ts'
import {
  listCachedUrls,
  openAfterColdStart,
  waitUntilControlled,
} from '#tests/support/offline-site.ts'
import { expect, installedTest, test, withOwnServer } from '#tests/support/owner.ts'
import { countTransfer } from '#tests/support/transfer.ts'
import { WorkerControl } from '#tests/support/worker-control.ts'

test.use(withOwnServer('journey-pass'))
installedTest.use(withOwnServer('journey-pass'))

const OFFLINE = /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|Failed to load resource/

const PHONE = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } }

/** Waits until page and journey open without a connection. */
async function waitUntilSaved(page: Page): Promise<void> {
  await expect(page.getByText(/^Saved on this computer\. Updated \d\d:\d\d\.$/)).toBeVisible()
}

/** What the browser has stored for the guests' page, as text. */
function readStored(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const databases = (await indexedDB.databases()).map(({ name = '' }) => name)
    const read = (name: string) =>
      new Promise<unknown>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = async () => {
          const db = opening.result
          const rows = [...db.objectStoreNames].map(
            (store) =>
              new Promise((done) => {
                const all = db.transaction(store).objectStore(store).getAll()
                all.onsuccess = () => done(all.result)
              }),
          )
          resolve(await Promise.all(rows))
          db.close()
        }
      })
    const rows = await Promise.all(databases.map(read))
    return JSON.stringify([rows, { ...localStorage }, { ...sessionStorage }])
  })
}

installedTest(
  'A guest opens the link once; without a connection and from a cold start it opens again, with every item and the papers',
  async ({ page, context, server, front, errors }) => {
    errors.allow(OFFLINE)
    const link = await GuestLink.create(server)
    const copy = createCurrentCopy()
    await link.publish(copy)
    await link.upload(listDocuments(copy))
    await page.goto(link.path)
    await expect(page.getByRole('heading', { level: 1, name: 'Lofoten, by sea' })).toBeVisible()
    await waitUntilSaved(page)
    const browser = await context.newCDPSession(page)
    const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors')
    // A test runs in a private window, from which nothing can be installed.
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
    await page.getByRole('button', { name: 'Keep them' }).click()
    await expect(page.getByText('PDF, 112 KB, kept on this computer')).toBeVisible()
    const requested = front.requests.filter((path) => path.startsWith('/journey-documents/'))
    expect(requested).toHaveLength(3)

    const later = await openAfterColdStart(context, front)
    await later.goto(link.path)
    await expect(
      later.getByText(
        /No connection\. You are reading the copy saved on this computer, updated today at \d\d:\d\d\. Calls still work where there is signal\./,
      ),
    ).toBeVisible()
    await later.reload()
    for (const item of copy.items) {
      await later.goto(`${link.path}/${item.id}`)
      await expect(later.getByRole('heading', { level: 1, name: item.title })).toBeVisible()
      if (item.confirmation) await expect(later.getByText(item.confirmation)).toBeVisible()
    }
    const opened = await waitForDocument(later)
    await later.getByRole('button', { name: 'Flights home' }).click()
    await opened()
    await expect(later.getByText('kept on this computer')).toBeVisible()

    await installedTest.step('the address of an installed journey opens it, too', async () => {
      await later.goto('/journey')
      await expect(later.getByRole('heading', { level: 1, name: 'Lofoten, by sea' })).toBeVisible()
    })
  },
)

installedTest(
  'When the host removes the last paper, it is deleted from the guest’s device',
  async ({ page, server }) => {
    const link = await GuestLink.create(server)
    const copy = createCurrentCopy()
    await link.publish(copy)
    await link.upload(listDocuments(copy))
    await page.goto(link.path)
    await waitUntilSaved(page)
    await page.getByRole('button', { name: 'Keep them' }).click()
    await expect.poll(() => readStored(page)).toContain('"isWhole":true')
    await link.publish(createCurrentCopy({ items: [{ id: 'a', on: 1, title: 'A walk' }] }))
    await page.reload()
    await expect.poll(() => readStored(page)).not.toContain('"bytes"')
  },
)

installedTest(
  'The key stays in the browser: not in requests, the log, the caches or what is stored, where the journey cannot be read',
  async ({ page, server, front }) => {
    const link = await GuestLink.create(server)
    await link.publish(createCurrentCopy())
    const headers: string[] = []
    // Fonts have their style sheet as referrer, whose address says nothing.
    page.on('request', (request) => headers.push(request.headers().referer ?? ''))
    const answer = await page.goto(link.path)
    expect(answer?.headers()).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
    expect(answer?.headers()['content-security-policy']).not.toContain('stripe')
    await waitUntilSaved(page)
    await page.getByRole('link', { name: /Sauna on the pier/ }).click()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Sauna on the pier' })).toBeVisible()
    const stored = await readStored(page)
    expect(headers.filter((referrer) => referrer.includes('/journey/'))).toEqual([])
    const everywhere = [
      ...front.requests,
      ...headers,
      ...server.log.map((line) => JSON.stringify(line)),
      ...(await listCachedUrls(page)),
      stored,
    ].join('\n')
    expect(everywhere).not.toContain(link.key)
    expect(stored).toContain(link.id)
    expect(stored).not.toMatch(/Lofoten|Svolvær|Sauna|S-1106|Maren/)
  },
)

test('The first view with its map needs at most 60 KiB of script, all with brotli and none of React', async ({
  page,
  server,
}) => {
  const link = await GuestLink.create(server)
  await link.publish(createCurrentCopy())
  const count = countTransfer(page)
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  // What keeps the journey on the device comes after the first view, which does not wait for it.
  let send: () => void = () => {}
  const isViewed = new Promise<void>((resolve) => {
    send = resolve
  })
  await page.route(/\/(dexie|store|service-worker)-[^/]+\.js$/, async (route) => {
    await isViewed
    await route.continue()
  })
  await page.goto(link.path)
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
  await expect(page.locator('header').getByText('Henningsvær')).toHaveCount(2)
  const { script, uncompressed } = await count()
  send()
  expect(uncompressed).toEqual([])
  expect(script).toBeGreaterThan(25 * 1024)
  expect(script).toBeLessThanOrEqual(60 * 1024)
  await expect.poll(() => readStored(page)).toContain('ciphertext')
  expect(scripts.filter((url) => /\/react-|\/start-|desk/.test(url))).toEqual([])
})

installedTest(
  'A change by the host is marked beside the old time in every tab, told in sentences, and noted once',
  async ({ page, context, server }) => {
    const link = await GuestLink.create(server)
    await link.publish(createCurrentCopy())
    await page.goto(link.path)
    await waitUntilSaved(page)
    const moved = changeItems({ c3: { begins: '17:00', ends: '19:00' }, c4: { begins: '19:30' } })
    await link.publish(createCurrentCopy({ items: moved }))
    const other = await context.newPage()
    await other.goto(link.path)
    for (const tab of [other, page]) {
      await expect(tab.getByText(/^Two things have changed since this/)).toBeVisible()
      await expect(tab.getByText('Sauna on the pier begins at 17:00, an hour later.')).toBeVisible()
      await expect(tab.locator('mark').first()).toHaveText('17:00')
      await expect(tab.locator('s').first()).toHaveText('16:00')
    }
    await expect(other.getByText(/^Changed at \d\d:\d\d$/)).toHaveCount(2)
    await expectNoFaults(other, 'a journey with changes', threeWidths)
    await page.getByRole('button', { name: 'Thank you, noted' }).click()
    for (const tab of [page, other]) {
      await expect(tab.getByText('Thank you, noted')).toHaveCount(0)
      await expect(tab.locator('mark')).toHaveCount(0)
    }
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
    await expect(page.getByText('Thank you, noted')).toHaveCount(0)
  },
)

test('An unknown link and one with a wrong key get the same message, and whoever has only part of a link can paste the whole', async ({
  page,
  server,
  errors,
}) => {
  errors.allow(/status of 404/)
  const link = await GuestLink.create(server)
  await link.publish(createCurrentCopy())
  const read = async (path: string) => {
    await page.goto('about:blank')
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    return page.locator('main').innerText()
  }
  const unknown = await read(`/journey/neverExisted#${link.key}`)
  expect(unknown).toContain('This link is closed')
  const wrongKey = await read(link.path.replace(link.key, `A${link.key.slice(1, -1)}A`))
  expect(wrongKey).toBe(unknown)
  await expectNoFaults(page, 'a closed link', threeWidths)
  await read(link.path.slice(0, -20))
  await expect(page.getByText('The link is not complete')).toBeVisible()
  await page.getByLabel('Paste the whole link here').fill('https://lysning.example/about')
  await page.getByRole('button', { name: 'Try again' }).press('Enter')
  await expect(page.getByText(/This is not a whole link yet/)).toBeVisible()
  await expectNoFaults(page, 'an incomplete link', threeWidths)
  await page.getByLabel('Paste the whole link here').fill(`Your link: ${server.url}${link.path}`)
  await page.getByLabel('Paste the whole link here').press('Enter')
  await expect(page.getByRole('heading', { name: 'Lofoten, by sea' })).toBeVisible()
  await expect(page).toHaveURL(link.path)
  await link.close()
  expect(await read(link.path)).not.toContain('Lofoten')
})

installedTest(
  'A journey that is not on the device says so without a connection, and opens by itself as soon as there is one',
  async ({ page, context, server, errors }) => {
    errors.allow(OFFLINE)
    const link = await GuestLink.create(server)
    await link.publish(createCurrentCopy())
    const other = await GuestLink.create(server)
    await other.publish(createCurrentCopy())
    await page.goto('/journey')
    await expect(page.getByText('No journey on this computer yet')).toBeVisible()
    await page.goto(other.path)
    await expect(page.getByText('Saved on this computer')).toBeVisible()
    await context.setOffline(true)
    await page.goto(link.path)
    await expect(page.getByText('Not on this computer yet')).toBeVisible()
    await expectNoFaults(page, 'no copy yet')
    await context.setOffline(false)
    await expect(page.getByRole('heading', { name: 'Lofoten, by sea' })).toBeVisible()
  },
)

installedTest(
  'A guest who knew an earlier version of the site reads a journey without a connection at once, also after a reload',
  async ({ page, context, server, front, errors }) => {
    errors.allow(OFFLINE)
    const link = await GuestLink.create(server)
    await link.publish(createCurrentCopy())
    await page.goto('/about')
    await waitUntilControlled(page)
    front.release({ Svolvær: 'Svolvær' })
    await page.goto(link.path)
    await waitUntilSaved(page)
    await context.setOffline(true)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
    const later = await openAfterColdStart(context, front)
    await later.goto(link.path)
    await expect(later.getByRole('heading', { name: 'Today' })).toBeVisible()
  },
)

test('A link that ends, is closed or is removed leaves neither copy nor papers nor key', async ({
  page,
  context,
  server,
  errors,
}) => {
  errors.allow(OFFLINE)
  const link = await GuestLink.create(server)
  const copy = createCurrentCopy()
  await link.publish(copy)
  await link.upload(listDocuments(copy))
  const open = async () => {
    await page.goto('about:blank')
    await page.goto(link.path)
    await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
  }
  const expectNothing = async () => {
    await expect.poll(() => readStored(page)).not.toContain('ciphertext')
    expect(await readStored(page)).not.toContain('"bytes"')
    await expect(page).not.toHaveURL(/#/)
  }
  await page.clock.install()
  await open()
  // Without a connection, because the server would correct the device's clock.
  await context.setOffline(true)
  for (const days of [12, 12]) await page.clock.fastForward(days * 86_400_000)
  await expect(page.getByText('This journey has ended')).toBeVisible()
  await expectNothing()

  await context.setOffline(false)
  await page.clock.setSystemTime(Date.now())
  await open()
  await page.getByRole('button', { name: 'Remove from this computer' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('Removed from this computer')).toBeVisible()
  await expectNothing()

  await open()
  await expect.poll(() => readStored(page)).toContain('ciphertext')
  await link.close()
  await page.reload()
  await expect(page.getByText(/We have closed it, and the copy on this computer/)).toBeVisible()
  await expectNothing()
  await expectNoFaultsNow(page, 'a closed link')
})

installedTest(
  'After its end the service worker erases a journey although none of its pages is opened',
  async ({ page, server }) => {
    const link = await GuestLink.create(server)
    await link.publish(createCurrentCopy())
    await page.goto(link.path)
    await waitUntilSaved(page)
    await page.evaluate(
      () =>
        new Promise<void>((done) => {
          const opening = indexedDB.open('journeys')
          opening.onsuccess = () => {
            const change = opening.result.transaction('passes', 'readwrite')
            const passes = change.objectStore('passes')
            passes.getAll().onsuccess = ({ target }) => {
              for (const pass of (target as IDBRequest).result)
                passes.put({ ...pass, endsAt: 1, checkedAt: 0 })
            }
            change.oncomplete = () => {
              opening.result.close()
              done()
            }
          }
        }),
    )
    await page.goto('about:blank')
    await (await WorkerControl.attach(page)).stop()
    await page.goto('/about')
    await expect.poll(() => readStored(page)).not.toContain('ciphertext')
    expect(await readStored(page)).toContain(link.id)
    await page.goto(link.path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  },
)

test('On a phone the second opening shows once how the journey gets onto the home screen', async ({
  newVisitor,
  server,
}) => {
  const link = await GuestLink.create(server)
  await link.publish(createCurrentCopy())
  const phone = await newVisitor(PHONE)
  const hint = phone.getByRole('heading', { name: 'Keep it at hand' })
  const open = async () => {
    await phone.goto('about:blank')
    await phone.goto(link.path)
    await expect(phone.getByRole('heading', { name: 'To call' })).toBeVisible()
    await expect.poll(() => readStored(phone)).toContain('ciphertext')
  }
  await open()
  await expect(hint).toHaveCount(0)
  await open()
  await expect(hint).toBeVisible()
  await phone.evaluate(() => {
    const event = new Event('beforeinstallprompt', { cancelable: true })
    const prompt = async () => Reflect.set(window, 'asked', true)
    dispatchEvent(Object.assign(event, { prompt }))
  })
  await expectNoFaultsNow(phone, 'the hint about the home screen')
  await phone.getByRole('button', { name: 'Add to home screen' }).click()
  expect(await phone.evaluate(() => Reflect.get(window, 'asked'))).toBe(true)
  await expect(hint).toHaveCount(0)
  await expect.poll(() => readStored(phone)).toContain('hasSeenHint')
  await open()
  await expect(hint).toHaveCount(0)
  await phone.getByRole('link', { name: /Sauna on the pier/ }).click()
  await expect(phone.getByRole('link', { name: /^Directions/ })).toHaveAttribute(
    'href',
    /^geo:0,0\?q=/,
  )
  await expect(phone.getByRole('link', { name: /^Call Marit/ })).toHaveAttribute(
    'href',
    'tel:+4740000027',
  )
})

test('The owner sees when a journey was opened and on what device, but not if the guest or the browser has refused', async ({
  newVisitor,
  server,
}) => {
  const link = await GuestLink.create(server)
  await link.publish(createCurrentCopy())
  const discreet = await newVisitor()
  await discreet.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true })
  })
  await discreet.goto(link.path)
  const telling = discreet.getByRole('switch', { name: /Maren can see when you last opened this/ })
  await expect(telling).not.toBeChecked()
  expect(await link.readSeen()).toBeUndefined()

  const phone = await newVisitor(PHONE)
  await phone.goto(link.path)
  await expect.poll(async () => (await link.readSeen())?.device).toBe('phone')
  await telling.check()
  await expect.poll(() => readStored(discreet)).toContain('"tellsOwner":true')
  await discreet.reload()
  await expect(telling).toBeChecked()
})

test('A journey of 60 days with 600 items and texts that look like code is shown as it is', async ({
  page,
  server,
}) => {
  const link = await GuestLink.create(server)
  const hostile = '<img src=x onerror="window.intruder = 1"><script>window.intruder = 1</script>'
  const items = Array.from({ length: 600 }, (_, index) => ({
    id: `x${index}`,
    on: 1 + Math.floor(index / 10),
    title: index === 20 ? hostile : `Plan ${index}`,
    begins: `${String(8 + (index % 10)).padStart(2, '0')}:00`,
    guestText: hostile,
    phone: 'call (0) 47 <b>400</b>',
  }))
  await link.publish(createCurrentCopy({ days: 60, items }))
  await page.goto(link.path)
  await expect(page.getByRole('heading', { name: 'Your days' })).toBeVisible()
  await expect(page.getByText('60 days, all times local')).toBeVisible()
  await expect(page.getByText(hostile).first()).toBeVisible()
  await page.getByRole('link', { name: /Plan 590/ }).click()
  await expect(page.getByRole('link', { name: /Plan 599/ })).toBeVisible()
  expect(await page.evaluate(() => 'intruder' in window)).toBe(false)
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Your days' })).toBeVisible()
  await expect(page.getByRole('link', { name: /Plan 590/ })).toBeFocused()
})

test('Where nothing can be stored the page says so and works', async ({ newVisitor, server }) => {
  const link = await GuestLink.create(server)
  await link.publish(createCurrentCopy())
  const refusing = await newVisitor()
  await refusing.addInitScript(() => {
    Object.defineProperty(window, 'indexedDB', { value: undefined })
  })
  await refusing.goto(link.path)
  await expect(refusing.getByText(/Not saved\. This browser keeps no pages/)).toBeVisible()
  const full = await newVisitor()
  await full.addInitScript(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('No room', 'QuotaExceededError')
    }
  })
  await full.goto(link.path)
  await expect(full.getByText(/Not saved\. There is no room left on this computer/)).toBeVisible()
  await expect(full.getByRole('heading', { name: 'Today' })).toBeVisible()
  await expectNoFaultsNow(full, 'a full device')
})

test('By keyboard alone a guest reads an item, copies its number, returns and saves the calendar', async ({
  page,
  context,
  server,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const link = await GuestLink.create(server)
  await link.publish(createCurrentCopy())
  await page.goto(link.path)
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('main')).toBeFocused()
  const sauna = page.getByRole('link', { name: 'Sauna on the pier' })
  for (let press = 0; press < 20 && !(await isFocused(page, 'Sauna on the pier')); press++)
    await page.keyboard.press('Tab')
  await expect(sauna).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Sauna on the pier' })).toBeVisible()
  await expect(page.locator('main')).toBeFocused()
  await expectNoFaults(page, 'an item', threeWidths)
  await page.getByRole('button', { name: 'Copy S-1106' }).press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Copied: S-1106' })).toBeAttached()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('S-1106')
  await page.goBack()
  await expect(sauna).toBeFocused()
  await expectNoFaults(page, 'a journey under way', threeWidths)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Add to calendar' }).press('Enter'),
  ])
  expect(download.suggestedFilename()).toBe('journey.ics')
})

const isFocused = (page: Page, text: string) =>
  page.evaluate((wanted) => document.activeElement?.textContent === wanted, text)

test('On paper each day is whole, with both times at the foot and nothing of the screen', async ({
  page,
  server,
}) => {
  const link = await GuestLink.create(server)
  await link.publish(createSampleCopy({ journey: { linkUntil: '2099-01-01' } }))
  await page.goto(link.path)
  await expect(page.getByRole('heading', { name: 'Your days' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(
    page.getByText(/^Printed on .+, from the copy of 11 June, \d\d:\d\d\. Later changes are on/),
  ).toBeVisible()
  await expect(page.getByText('+47 400 00 033 · HH-90718').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your days' })).toBeHidden()
  const isSplit = await page
    .locator('section:has(table)')
    .evaluateAll((days) => days.some((day) => getComputedStyle(day).breakInside !== 'avoid'))
  expect(isSplit).toBe(false)
  await page.emulateMedia({ media: 'screen' })
  await expect(page.getByText(/^Printed on/)).toHaveCount(0)
})
