import 'fake-indexeddb/auto'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { initialContent } from '#server/site/initial-content.ts'
import { applyChanges } from '#shared/content/drafts.ts'
import { PREVIEW_READY } from '#shared/site/routes.ts'
import { getFieldLabel } from '#shared/sync/collections.ts'
import { fillField, pressKeys, user } from '#tests/support/components/user.ts'
import {
  listPublications,
  openSiteDesk,
  readRecord,
  setUpSiteDesk,
} from '#tests/support/content/site-desk.tsx'

vi.mock('#client/data/data-client.ts', async () => {
  const { remoteDataStub } = await import('#tests/support/data/data-client-stub.ts')
  return remoteDataStub
})

setUpSiteDesk()

const press = async (name: string | RegExp) =>
  user.click(await screen.findByRole('button', { name }))
const PRICE = { service: 'bespoke-planning', amount: 450_000 }
const raised = {
  coll: 'service' as const,
  id: PRICE.service,
  data: { amount: { value: PRICE.amount } },
}

describe('The list of services', () => {
  it('shows a draft beside what is published', async () => {
    await openSiteDesk('/admin/site/services', { records: [raised] })
    const row = (await screen.findByRole('link', { name: 'Bespoke Planning' })).closest('li')
    if (!row) throw new Error('There is no row')
    expect(row).toHaveTextContent('1 change, not published')
    expect(row).toHaveTextContent('NOK 4,500')
    expect(row).toHaveTextContent('Published: NOK 4,000')
    expect(screen.getByRole('button', { name: /^Publish 1 change/ })).toBeVisible()
  })

  it('is reordered by the keyboard, and the moved service keeps the focus', async () => {
    await openSiteDesk('/admin/site/services')
    const grip = await screen.findByRole('button', { name: 'Move Bespoke Planning' })
    await pressKeys(grip, ' {ArrowUp}')
    expect(grip).toHaveAttribute('aria-pressed', 'true')
    await pressKeys(grip, '{Enter}')
    await waitFor(() =>
      expect(screen.getAllByRole('link', { name: /Consult|Planning/ })[0]).toHaveTextContent(
        'Bespoke Planning',
      ),
    )
    expect(screen.getByRole('button', { name: 'Move Bespoke Planning' })).toHaveFocus()
    expect(await readRecord('service', 'bespoke-planning')).toMatchObject({ position: 0 })
    expect(screen.getByRole('button', { name: /^Publish 1 change/ })).toBeVisible()
  })

  it('puts a lifted service back with Escape', async () => {
    await openSiteDesk('/admin/site/services')
    const grip = await screen.findByRole('button', { name: 'Move Bespoke Planning' })
    await pressKeys(grip, ' {ArrowUp}{Escape}')
    expect(grip).toHaveAttribute('aria-pressed', 'false')
    expect(await readRecord('service', 'bespoke-planning')).toBeUndefined()
  })

  it('hides a service as a draft', async () => {
    await openSiteDesk('/admin/site/services')
    const [first] = await screen.findAllByRole('switch', { name: 'Shown' })
    if (first) await user.click(first)
    await waitFor(async () =>
      expect(await readRecord('service', 'initial-consultation')).toEqual({
        isShown: { value: false },
      }),
    )
    expect(await screen.findByRole('switch', { name: 'Hidden' })).not.toBeChecked()
  })

  it('gets a new service, which can be deleted again as long as it is not published', async () => {
    await openSiteDesk('/admin/site/services')
    await press('Add a service')
    expect(await screen.findByRole('heading', { name: 'Untitled service' })).toBeVisible()
    await fillField(screen.getByLabelText('Title'), 'A visit to your lodge')
    expect(await screen.findByRole('heading', { name: 'A visit to your lodge' })).toBeVisible()
    await press('Delete this service')
    await screen.findByRole('heading', { name: 'Services and prices' })
    expect(screen.queryByRole('link', { name: 'A visit to your lodge' })).toBeNull()
    await press('Undo')
    expect(await screen.findByRole('heading', { name: 'A visit to your lodge' })).toBeVisible()
  })
})

describe('The form of a service', () => {
  const open = () => openSiteDesk('/admin/site/services/bespoke-planning')

  it('says what two guests pay, and recalculates while the owner types', async () => {
    await open()
    await fillField(await screen.findByLabelText('Price, VAT included'), '4500')
    expect(
      await screen.findByText(
        (_, element) =>
          element?.tagName === 'P' &&
          element.textContent ===
            'A guest in Bergen pays NOK\u00a04,500, of which NOK\u00a0900 is VAT. A guest in London pays NOK\u00a04,500, no VAT.',
      ),
    ).toBeVisible()
    await fillField(screen.getByLabelText('VAT for guests abroad'), 'as_at_home')
    expect(
      await screen.findByText(
        (_, element) =>
          element?.tagName === 'P' &&
          /London pays NOK\u00a04,500, of which NOK\u00a0900 is VAT\.$/.test(
            element.textContent ?? '',
          ),
      ),
    ).toBeVisible()
    await waitFor(async () =>
      expect(await readRecord('service', 'bespoke-planning')).toMatchObject({
        amount: { value: 450_000 },
        vat: { value: { home: 'standard', abroad: 'as_at_home' } },
      }),
    )
  })

  it.each(['abc', '-5', '0', '2'])(
    'keeps %j, which is no price, and does not publish the price before it',
    async (typed) => {
      await open()
      await fillField(await screen.findByLabelText('Price, VAT included'), typed)
      await waitFor(() => expect(screen.getByLabelText('Price, VAT included')).toBeInvalid())
      if (typed === 'abc') expect(screen.queryByText(/A guest in Bergen/)).toBeNull()
      await press('Publish')
      expect(await screen.findByRole('alert')).toHaveTextContent(
        'Bespoke Planning, Price: Please enter at least NOK 3, or choose Complimentary.',
      )
      await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Publish' }))
      expect(await listPublications()).toEqual([])
      expect(screen.getByLabelText('Price, VAT included')).toHaveValue(typed)
    },
  )

  it('asks for the price of a service that shall have one', async () => {
    await openSiteDesk('/admin/site/services/initial-consultation')
    await user.click(await screen.findByRole('radio', { name: 'A price' }))
    expect(await screen.findByLabelText('Price, VAT included')).toHaveValue('')
    await press('Publish')
    expect(await screen.findByRole('alert')).toHaveTextContent(/, Price: Please enter at least/)
  })

  it('suggests the address and the card’s title of a new service from its title, until the owner writes them', async () => {
    await openSiteDesk('/admin/site/services')
    await press('Add a service')
    const address = await screen.findByLabelText(/^Address, after/)
    await fillField(screen.getByLabelText('Title'), 'Et besøk på Åsgård')
    await waitFor(() => expect(address).toHaveValue('et-besok-pa-asgard'))
    expect(screen.getByLabelText('Title on the card')).toHaveValue('Et besøk på Åsgård')
    await fillField(address, 'besok')
    await fillField(screen.getByLabelText('Title'), 'A visit')
    await waitFor(() => expect(screen.getByLabelText('Title on the card')).toHaveValue('A visit'))
    expect(address).toHaveValue('besok')
  })

  it('says how long is kept free after it, and who may buy it', async () => {
    await open()
    await fillField(await screen.findByLabelText('Pause afterwards'), '15')
    await user.click(screen.getByRole('radio', { name: 'Companies' }))
    await waitFor(async () =>
      expect(await readRecord('service', 'bespoke-planning')).toEqual({
        pauseMinutes: { value: 15 },
        buyers: { value: 'company' },
      }),
    )
    await user.click(screen.getByRole('radio', { name: 'Complimentary' }))
    await waitFor(() => expect(screen.queryByRole('radio', { name: 'Companies' })).toBeNull())
    expect(screen.getByRole('link', { name: 'Change where you meet' })).toBeVisible()
  })

  it('keeps the address of a published service', async () => {
    await open()
    expect(await screen.findByText('/service/bespoke-planning')).toBeVisible()
    expect(screen.queryByLabelText(/^Address, after/)).toBeNull()
  })

  it('puts back what is published, which can be undone', async () => {
    await openSiteDesk('/admin/site/services/bespoke-planning', { records: [raised] })
    expect(await screen.findByText('1 change is not published.')).toBeVisible()
    await press('Put back what is published')
    expect(await screen.findByText(/No changes to publish/)).toBeVisible()
    await press('Undo')
    expect(await screen.findByText('1 change is not published.')).toBeVisible()
  })

  it('says that an address is taken, and does not publish it', async () => {
    const data = { title: { value: 'Lodge visit' }, type: { value: 'bespoke-planning' } }
    await openSiteDesk('/admin/site/services/svc-1', {
      records: [{ coll: 'service', id: 'svc-1', data }],
    })
    expect((await screen.findAllByText('This address is taken.'))[0]).toBeVisible()
    await press('Publish')
    const problems = await screen.findByRole('alert')
    expect(problems).toHaveTextContent('Lodge visit, Address: This address is taken.')
    const sheet = screen.getByRole('dialog')
    await user.click(within(sheet).getByRole('button', { name: 'Publish' }))
    expect(await listPublications()).toEqual([])
  })
})

describe('The texts of a page', () => {
  it('are saved as drafts, and a text that is too long is kept but not published', async () => {
    await openSiteDesk('/admin/site/pages/contact')
    const heading = await screen.findByLabelText('Heading')
    await fillField(heading, 'x'.repeat(84))
    expect(await screen.findByText('84 of 60. Please leave out 24 characters.')).toBeVisible()
    await waitFor(async () =>
      expect(await readRecord('page', 'contact')).toEqual({
        'contact.head.title': { value: 'x'.repeat(84) },
      }),
    )
    await press('Publish')
    const sheet = await screen.findByRole('dialog')
    expect(within(sheet).getByRole('alert')).toHaveTextContent('Please leave out 24 characters.')
    await user.click(within(sheet).getByRole('link', { name: /^Contact, Opening: heading/ }))
    await waitFor(() => expect(screen.getByLabelText('Heading')).toHaveFocus())
  })

  it('are a form for each part, with a dot at those that have changes', async () => {
    await openSiteDesk('/admin/site/pages/about')
    const parts = within(await screen.findByRole('navigation', { name: 'Parts' }))
    expect(parts.getByRole('link', { name: 'Story' })).toHaveAttribute('aria-current', 'true')
    await fillField(screen.getByLabelText('Heading'), 'Twice by ferry')
    await user.click(await parts.findByRole('link', { name: 'Promises' }))
    expect(await screen.findByLabelText('Heading')).toHaveValue('What I promise')
    expect(await parts.findByRole('link', { name: /^Story ?, changed$/ })).toBeVisible()
    expect(parts.getByRole('link', { name: 'Promises' })).toHaveAttribute('aria-current', 'true')
  })

  it('take the places of a chart, which the preview shows, and say which one the map does not know', async () => {
    await openSiteDesk('/admin/site/pages/artistry#artistry.journeys')
    const frame = await screen.findByTitle<HTMLIFrameElement>('Artistry, with your drafts')
    const told = vi.spyOn(frame.contentWindow as Window, 'postMessage')
    act(() => {
      const { origin } = window.location
      const source = frame.contentWindow
      window.dispatchEvent(new MessageEvent('message', { data: PREVIEW_READY, source, origin }))
    })
    const [places] = await screen.findAllByRole('group', { name: /^Places of its own chart/ })
    if (!places) throw new Error('There is no list of places')
    await user.click(within(places).getByRole('button', { name: 'Add to places of its own chart' }))
    await fillField(within(places).getByLabelText('Places of its own chart 1'), 'Bergen')
    const drawn = expect.objectContaining({ text: 'Chart, not for navigation: Bergen' })
    await waitFor(() =>
      expect(told.mock.lastCall?.[0]).toMatchObject({
        content: { texts: { artistry: { journeys: { list: [{ drawn }, {}, {}] } } } },
      }),
    )
    await fillField(within(places).getByLabelText('Places of its own chart 1'), 'Nowhere')
    expect(
      await screen.findByText(/^Lofoten, by sea: The map does not know “Nowhere”\./),
    ).toBeVisible()
  })

  it('open at the part that is chosen in the page, also on the page where another one is written', async () => {
    await openSiteDesk('/admin/site/pages/about')
    const frame = await screen.findByTitle<HTMLIFrameElement>('About, with your drafts')
    const choose = (chosen: string, from: Partial<MessageEventInit> = {}) =>
      act(() => {
        const { origin } = window.location
        const source = frame.contentWindow
        const init = { data: { chosen }, source, origin, ...from }
        window.dispatchEvent(new MessageEvent('message', init))
      })
    choose('about.facts', { origin: 'https://elsewhere.example' })
    choose('about.facts', { source: window })
    choose('about.creed')
    await waitFor(() => expect(screen.getByLabelText('Heading')).toHaveFocus())
    expect(screen.getByLabelText('Heading')).toHaveValue('What I promise')
    await pressKeys(screen.getByLabelText('Heading'), '{Escape}')
    expect(frame).toHaveFocus()
    choose('common.owner')
    expect(await screen.findByRole('heading', { name: 'On every page' })).toBeVisible()
    await waitFor(() => expect(screen.getByLabelText('Your role')).toHaveFocus())
  })

  it('have lists to which the owner adds, and which she reorders', async () => {
    await openSiteDesk('/admin/site/pages/services#services.artistry')
    const [list] = await screen.findAllByRole('group', { name: /^Points/ })
    if (!list) throw new Error('There is no list')
    await user.click(within(list).getByRole('button', { name: 'Add to points' }))
    expect(within(list).getByLabelText('Points 5')).toHaveFocus()
    await fillField(within(list).getByLabelText('Points 5'), 'A fifth')
    await pressKeys(
      within(list).getByRole('button', { name: 'Move Points 5' }),
      ' {ArrowUp}{Enter}',
    )
    expect(within(list).getByRole('button', { name: 'Move Points 4' })).toHaveFocus()
    await user.click(within(list).getByRole('button', { name: 'Remove Points 1' }))
    const { points } = initialContent.texts.services.artistry
    await waitFor(async () =>
      expect(await readRecord('page', 'services')).toEqual({
        'services.artistry.points': { value: [points[1], points[2], 'A fifth', points[3]] },
      }),
    )
  })

  it('say what the site fills in', async () => {
    await openSiteDesk('/admin/site/pages/home#home.artisan')
    expect(
      (await screen.findAllByText(/\{name\} becomes the name of your business\./))[0],
    ).toBeVisible()
  })

  it('that are samples can be declared true as they are', async () => {
    await openSiteDesk('/admin/site/business')
    const [first] = await screen.findAllByRole('button', { name: 'Use it as it is' })
    if (first) await user.click(first)
    expect(await screen.findByText('1 change is not published.')).toBeVisible()
    expect(await readRecord('business', 'business')).toEqual({
      founder: { value: initialContent.business.founder },
    })
  })
})

describe('A text that two devices changed', () => {
  it('is named in the table of conflicts as in its form', async () => {
    await openSiteDesk('/admin/site')
    await screen.findByRole('link', { name: 'Home' })
    expect(getFieldLabel('page', 'home.hero.title')).toBe('Home, opening, heading')
    expect(getFieldLabel('page', 'terms.text.sections')).toBe('Terms of Use, text, sections')
    expect(getFieldLabel('page', 'common.owner.portrait')).toBe('On every page, you, your portrait')
  })
})

describe('Publishing', () => {
  it('shows what goes and what comes, and asks the server for exactly these changes', async () => {
    await openSiteDesk('/admin/site', { records: [raised] })
    await press(/^Publish 1 change/)
    const sheet = await screen.findByRole('dialog')
    expect(within(sheet).getByText('Price').closest('div')).toHaveTextContent(
      /NowNOK\s4,000NewNOK\s4,500/,
    )
    await user.click(within(sheet).getByRole('button', { name: 'Publish' }))
    await waitFor(async () =>
      expect(await listPublications()).toMatchObject([
        {
          changes: [
            {
              ...{ coll: 'service', id: 'bespoke-planning', field: 'amount' },
              ...{ from: 400_000, to: 450_000 },
            },
          ],
        },
      ]),
    )
    expect(await screen.findByText('This is being published')).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Publish 1 change/ })).toBeNull()
  })

  it('of a new service lists what it has, once, without a word of what it lacks', async () => {
    const data = {
      title: { value: 'Lodge visit' },
      type: { value: 'lodge-visit' },
      points: { value: ['', 'A walk', ''] },
    }
    await openSiteDesk('/admin/site/services/svc-1', {
      records: [{ coll: 'service', id: 'svc-1', data }],
    })
    await press('Publish')
    const title = await screen.findByRole('heading', { name: 'Lodge visit is new' })
    const list = within(title.parentElement as HTMLElement)
    for (const text of ['Now', 'Nothing', 'Currency']) expect(list.queryByText(text)).toBeNull()
    const find = (name: string) => list.getByRole('heading', { name }).parentElement
    expect(find('What is included')).toHaveTextContent(/NewA walk$/)
    expect(find('VAT')).toHaveTextContent(
      /VAT in Norway: 25%, included VAT for guests abroad: None$/,
    )
  })

  it('of a hidden first service says where the main button then leads', async () => {
    await openSiteDesk('/admin/site/services/initial-consultation', {
      records: [
        { coll: 'service', id: 'initial-consultation', data: { isShown: { value: false } } },
      ],
    })
    await press('Publish')
    expect(
      await within(await screen.findByRole('dialog')).findByText(
        /It leads to Bespoke Planning, NOK\s4,000\. Texts that speak of Initial Consultation stay/,
      ),
    ).toBeVisible()
  })

  it('can be taken back before it is sent; then it is a draft again', async () => {
    await openSiteDesk('/admin/site', { records: [raised] })
    await press(/^Publish 1 change/)
    await user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Publish' }),
    )
    await press('Take back')
    expect(await screen.findByRole('button', { name: /^Publish 1 change/ })).toBeVisible()
    expect(await listPublications()).toEqual([])
  })

  it('waits for a photograph that is not ready, says for which, and can be taken back', async () => {
    const portrait = { value: { id: 'reine', caption: '' } }
    const photograph = { fileName: 'Reine.jpg', bytes: 9, description: 'Red cabins' }
    await openSiteDesk('/admin/site', {
      records: [
        { coll: 'page', id: 'common', data: { 'common.owner.portrait': portrait } },
        { coll: 'photograph', id: 'reine', data: photograph },
      ],
    })
    await press(/^Publish 1 change/)
    const sheet = await screen.findByRole('dialog')
    expect(within(sheet).getByText('This waits for a photograph')).toBeVisible()
    await user.click(within(sheet).getByRole('button', { name: 'Publish when ready' }))
    const notice = await screen.findByText('Waiting for a photograph')
    expect(notice.parentElement).toHaveTextContent('once it is uploaded and prepared: Reine.')
    expect(screen.queryByRole('button', { name: /^Publish 1 change/ })).toBeNull()
    await press('Take back')
    expect(await screen.findByRole('button', { name: /^Publish 1 change/ })).toBeVisible()
  })

  it('is barred by a photograph that turned out to be none, and says so', async () => {
    const portrait = { value: { id: 'reine', caption: '' } }
    const problem = 'This file is not a photograph.'
    const photograph = { fileName: 'Reine.jpg', bytes: 9, description: 'x', state: 'failed' }
    await openSiteDesk('/admin/site', {
      records: [
        { coll: 'page', id: 'common', data: { 'common.owner.portrait': portrait } },
        { coll: 'photograph', id: 'reine', data: { ...photograph, problem } },
      ],
    })
    await press(/^Publish 1 change/)
    const sheet = await screen.findByRole('dialog')
    expect(within(sheet).getByRole('alert')).toHaveTextContent(`Reine: ${problem}`)
    expect(within(sheet).getByRole('button', { name: /^Publish/ })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
  })

  it('that waits on the server for a photograph leaves no draft when the photograph is ready', async () => {
    const made = { width: 9, height: 9, placeholder: '', sizes: [] as unknown[] }
    const unready = { id: 'reine', caption: '', description: 'x', focus: { x: 50, y: 50 }, ...made }
    const at = { coll: 'page', id: 'common', field: 'common.owner.portrait' } as const
    const changes = [{ ...at, from: null, to: { ...unready, width: null, height: null } }]
    const sizes = [{ format: 'webp', width: 9, digest: 'd'.repeat(43) }]
    const photograph = { fileName: 'Reine.jpg', bytes: 9, description: 'x', state: 'ready' }
    await openSiteDesk('/admin/site', {
      records: [
        {
          coll: 'page',
          id: 'common',
          data: { [at.field]: { value: { id: 'reine', caption: '' } } },
        },
        { coll: 'photograph', id: 'reine', data: { ...photograph, ...made, sizes } },
        { coll: 'publication', id: 'p1', data: { changes, madeAt: '', state: 'waiting' } },
      ],
    })
    expect(await screen.findByText('This is being published')).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Publish 1 change/ })).toBeNull()
  })

  it('that was refused says why, and leaves the drafts', async () => {
    const change = {
      ...{ coll: 'service', id: PRICE.service, field: 'amount' },
      ...{ from: 400_000, to: PRICE.amount },
    }
    const refused = { changes: [change], madeAt: '', state: 'refused', problem: 'It is outdated.' }
    await openSiteDesk('/admin/site', {
      records: [raised, { coll: 'publication', id: 'p1', data: refused }],
    })
    expect(await screen.findByText(/It is outdated\./)).toBeVisible()
    expect(screen.getByRole('button', { name: /^Publish 1 change/ })).toBeVisible()
    await press('Close')
    await waitFor(() => expect(screen.queryByText(/It is outdated\./)).toBeNull())
  })

  it('of a page that is published leaves no draft', async () => {
    const title = { coll: 'page', id: 'home', field: 'home.hero.title' } as const
    const changes = [{ ...title, from: initialContent.texts.home.hero.title, to: 'The North' }]
    await openSiteDesk('/admin/site', {
      records: [{ coll: 'page', id: 'home', data: { 'home.hero.title': { value: 'The North' } } }],
      version: { content: applyChanges(initialContent, changes), changes },
    })
    const row = (await screen.findByRole('link', { name: 'Home' })).closest('li')
    expect(row).toHaveTextContent(/^HomePublished/)
  })
})

describe('Versions', () => {
  const title = { coll: 'page', id: 'home', field: 'home.hero.title' } as const
  const changes = [{ ...title, from: initialContent.texts.home.hero.title, to: 'The North' }]
  const version = { content: applyChanges(initialContent, changes), changes }

  it('say what each changed, and which one visitors see', async () => {
    await openSiteDesk('/admin/site/versions', { version })
    const [newest, first] = await screen.findAllByRole('listitem')
    expect(newest).toHaveTextContent('Laptop. Home: openingOn the site')
    expect(first).toHaveTextContent('As it came')
  })

  it('can be brought back as a draft, in place of other drafts, and that can be undone', async () => {
    const aboutTitle = { coll: 'page', id: 'about', field: 'about.story.title' } as const
    const other = {
      coll: 'page' as const,
      id: 'about',
      data: { 'about.story.title': { value: 'I' } },
    }
    await openSiteDesk('/admin/site/versions', { version, records: [other] })
    await press('Look at it, As it came')
    const sheet = await screen.findByRole('dialog')
    expect(within(sheet).getByRole('heading', { name: 'Home' })).toBeVisible()
    await user.click(within(sheet).getByRole('button', { name: 'Bring back as draft' }))
    const readDrafts = async () => [
      await readRecord('page', 'home'),
      await readRecord('page', 'about'),
    ]
    await waitFor(async () =>
      expect(await readDrafts()).toEqual([
        { 'home.hero.title': { value: initialContent.texts.home.hero.title } },
        { 'about.story.title': null },
      ]),
    )
    const readKept = async () =>
      (await listPublications()).map(({ state, changes }) => ({ state, changes }))
    const kept = [{ ...aboutTitle, from: initialContent.texts.about.story.title, to: 'I' }]
    expect(await readKept()).toEqual([{ state: 'kept', changes: kept }])
    await press('Undo')
    await waitFor(async () => expect(await readKept()).toEqual([]))
    await waitFor(async () =>
      expect(await readDrafts()).toEqual([{}, { 'about.story.title': { value: 'I' } }]),
    )
  })

  it('take the place of drafts that are kept, never published, and can be brought back in turn', async () => {
    const about = {
      coll: 'page' as const,
      id: 'about',
      data: { 'about.story.title': { value: 'I' } },
    }
    await openSiteDesk('/admin/site/versions', { version, records: [about] })
    const readDrafts = async () => [
      (await readRecord('page', 'home'))?.['home.hero.title'] ?? null,
      (await readRecord('page', 'about'))?.['about.story.title'],
    ]
    await press('Look at it, As it came')
    await press('Bring back as draft')
    const title = { value: initialContent.texts.home.hero.title }
    await waitFor(async () => expect(await readDrafts()).toEqual([title, null]))
    expect(await screen.findByText('Never published')).toBeVisible()
    await press(/^Look at it, Drafts of /)
    const sheet = await screen.findByRole('dialog')
    expect(within(sheet).getByRole('heading', { name: 'About' })).toBeVisible()
    await press('Bring back as draft')
    await waitFor(async () => expect(await readDrafts()).toEqual([null, { value: 'I' }]))
    await waitFor(() => expect(screen.getAllByText('Never published')).toHaveLength(2))
  })

  it('of which the last could not be shown say so, and which one visitors see', async () => {
    await openSiteDesk('/admin/site/versions', { version: { ...version, fault: 'No such page' } })
    expect(await screen.findByText('Visitors do not see the last version')).toBeVisible()
    const [newest, first] = screen.getAllByRole('listitem')
    expect(newest).toHaveTextContent('Could not be shown')
    expect(first).toHaveTextContent('On the site')
  })
})
