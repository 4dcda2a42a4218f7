import 'fake-indexeddb/auto'
import { act, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import * as v from 'valibot'
import { describe, expect, it, vi } from 'vitest'
import { readCached, storeCached } from '#client/data/data-client.ts'
import { wipeOwnerData } from '#client/data/wipe-owner-data.ts'
import {
  DeskConnectionBar,
  LoadErrorBanner,
  StaleBadge,
} from '#client/desk/kit/page/data-state.tsx'
import { recordRequestStart, refetchAll } from '#client/desk/queries/sync-state.ts'
import { cacheOnce, preloadCached, useDeskData } from '#client/desk/queries/use-desk-data.ts'
import { SignedOutBanner } from '#client/desk/shell/shell.tsx'
import { storeAccount } from '#client/lib/data/stored-account.ts'
import { defineEndpoint } from '#shared/lib/endpoint.ts'
import { astrid, setUpOwnerDevice } from '#tests/support/data/owner-store.ts'

const getThings = defineEndpoint({
  name: 'get-things',
  method: 'GET',
  access: 'owner',
  input: v.object({ page: v.number() }),
  output: v.array(v.string()),
  failure: 'Failed to fetch things',
})

const KEY = '/functions/get-things?page=1'

let renderCount = 0

function Things({ page }: { page: number }) {
  renderCount++
  const desk = useDeskData(getThings, { page })
  return (
    <>
      <SignedOutBanner signIn={<button type="button">Sign in</button>} />
      <DeskConnectionBar subject="Things are" desk={desk} />
      <StaleBadge desk={desk} />
      <LoadErrorBanner failure="Failed to load things" desk={desk} />
      <p>{desk.state}</p>
      <ul>
        {desk.data?.map((thing) => (
          <li key={thing}>{thing}</li>
        ))}
      </ul>
    </>
  )
}

const renderThings = (page = 1) =>
  render(
    <MemoryRouter>
      <Things page={page} />
    </MemoryRouter>,
  )

const getVisibleItems = () =>
  screen.queryAllByRole('listitem').map(({ textContent }) => textContent)

/** Sets the server's answer from now on; without an argument nothing answers. */
function stubServer(give?: () => Response): void {
  vi.stubGlobal('fetch', async () => {
    if (!give) throw new TypeError('Failed to fetch')
    return give()
  })
}

const YESTERDAY = Date.now() - 86_400_000

setUpOwnerDevice()

describe('A screen of the desk', () => {
  it('shows the last cached copy and its time while the server does not answer', async () => {
    stubServer()
    await storeCached('u1', { key: KEY, data: ['a lamp'], asOf: YESTERDAY })
    renderThings()
    await waitFor(() => expect(getVisibleItems()).toEqual(['a lamp']))
    expect(await screen.findByText(/^As of yesterday at/)).toBeVisible()
    expect(screen.getByText(/^You are offline. Things are shown as of yesterday at/)).toBeVisible()
  })

  it('shows the server’s answer, and caches it', async () => {
    stubServer(() => Response.json(['an oar']))
    await storeCached('u1', { key: KEY, data: ['a lamp'], asOf: YESTERDAY })
    renderThings()
    await waitFor(() => expect(getVisibleItems()).toEqual(['an oar']))
    expect(screen.getByText('fresh')).toBeVisible()
    expect(screen.queryByText(/As of/)).not.toBeInTheDocument()
    await waitFor(async () => expect((await readCached('u1', KEY))?.data).toEqual(['an oar']))
  })

  it('shows the cached copy at once if the page preloaded it', async () => {
    stubServer()
    await storeCached('u1', { key: KEY, data: ['a lamp'], asOf: YESTERDAY })
    await preloadCached(getThings, { page: 1 })
    renderThings()
    expect(getVisibleItems()).toEqual(['a lamp'])
  })

  it('does not block the page if the device’s storage does not respond', async () => {
    storeAccount({ ...astrid, id: 'u2' })
    vi.spyOn(indexedDB, 'open').mockReturnValue({} as IDBOpenDBRequest)
    await preloadCached(getThings, { page: 1 })
    vi.mocked(indexedDB.open).mockRestore()
    stubServer(() => Response.json(['an oar']))
    renderThings()
    await waitFor(() => expect(getVisibleItems()).toEqual(['an oar']))
  })

  it('does not render again for a request made elsewhere', async () => {
    stubServer(() => Response.json(['an oar']))
    renderThings()
    await waitFor(() => expect(getVisibleItems()).toEqual(['an oar']))
    const before = renderCount
    act(recordRequestStart)
    expect(renderCount).toBe(before)
  })

  it('shows an error above the cached copy, and removes it once the server answers', async () => {
    stubServer(() =>
      Response.json({ code: 'failed', error: 'Failed to fetch things' }, { status: 500 }),
    )
    await storeCached('u1', { key: KEY, data: ['a lamp'], asOf: YESTERDAY })
    renderThings()
    expect(await screen.findByText('Failed to load things')).toBeVisible()
    await waitFor(() => expect(getVisibleItems()).toEqual(['a lamp']))
    stubServer(() => Response.json(['an oar']))
    act(() => screen.getByRole('button', { name: 'Try again' }).click())
    await waitFor(() => expect(getVisibleItems()).toEqual(['an oar']))
    expect(screen.queryByText('Failed to load things')).not.toBeInTheDocument()
  })

  it.each([
    ['an ended session', 401, 'signed_out', 'You are signed out'],
    ['another account', 403, 'not_owner', 'This is not the owner’s account'],
  ])(
    'keeps its content through %s, requests a sign-in, and continues afterwards',
    async (_what, status, code, message) => {
      stubServer(() => Response.json({ code, error: 'Please sign in.' }, { status }))
      await storeCached('u1', { key: KEY, data: ['a lamp'], asOf: YESTERDAY })
      renderThings()
      expect(await screen.findByText(message)).toBeVisible()
      await waitFor(() => expect(getVisibleItems()).toEqual(['a lamp']))
      expect(screen.queryByText('Failed to load things')).not.toBeInTheDocument()
      stubServer(() => Response.json(['an oar']))
      act(() => storeAccount(astrid))
      await waitFor(() => expect(getVisibleItems()).toEqual(['an oar']))
      expect(screen.queryByText(message)).not.toBeInTheDocument()
    },
  )

  it('ignores a cached copy in the format of an earlier version', async () => {
    stubServer()
    await storeCached('u1', { key: KEY, data: { lamp: 1 }, asOf: YESTERDAY })
    renderThings()
    await waitFor(() => expect(screen.getByText('none')).toBeVisible())
    expect(getVisibleItems()).toEqual([])
  })

  it('never shows the answer to another request', async () => {
    stubServer(() => Response.json(['an oar']))
    const { rerender } = renderThings(1)
    await waitFor(() => expect(getVisibleItems()).toEqual(['an oar']))
    stubServer()
    rerender(
      <MemoryRouter>
        <Things page={2} />
      </MemoryRouter>,
    )
    expect(getVisibleItems()).toEqual([])
    await waitFor(() => expect(screen.getByText('none')).toBeVisible())
  })

  it('has the answer offline that another screen has cached for it, asked for once', async () => {
    let requests = 0
    stubServer(() => {
      requests++
      return Response.json(['an oar'])
    })
    await cacheOnce(getThings, { page: 1 })
    await cacheOnce(getThings, { page: 1 })
    expect(requests).toBe(1)
    stubServer(() => {
      throw new TypeError('Failed to fetch')
    })
    renderThings()
    await waitFor(() => expect(getVisibleItems()).toEqual(['an oar']))
  })

  it('asks nothing while the browser is offline, asks once it is online, and calls that no failure of the server', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    let requests = 0
    let answer: (response: Response) => void = () => undefined
    vi.stubGlobal('fetch', () => {
      requests++
      return new Promise((resolve) => {
        answer = resolve
      })
    })
    renderThings()
    await screen.findByText('none')
    expect([requests, screen.queryByRole('alert')]).toEqual([0, null])
    online.mockReturnValue(true)
    act(() => void dispatchEvent(new Event('online')))
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(screen.getByText('opening')).toBeVisible()
    expect(requests).toBe(1)
    await act(async () => answer(Response.json(['an oar'])))
    await waitFor(() => expect(getVisibleItems()).toEqual(['an oar']))
    online.mockRestore()
  })

  it('fetches again when the owner requests a sync', async () => {
    stubServer(() => Response.json(['an oar']))
    renderThings()
    await waitFor(() => expect(getVisibleItems()).toEqual(['an oar']))
    stubServer(() => Response.json(['a net']))
    act(refetchAll)
    await waitFor(() => expect(getVisibleItems()).toEqual(['a net']))
  })
})

describe('Signing out', () => {
  it('deletes all desk data from the device, even if an answer is still on its way', async () => {
    let give = (_answer: Response) => {}
    vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (give = resolve)))
    await storeCached('u1', { key: KEY, data: ['a lamp'], asOf: YESTERDAY })
    renderThings()
    await waitFor(() => expect(getVisibleItems()).toEqual(['a lamp']))
    await wipeOwnerData()
    await act(async () => give(Response.json(['a secret'])))
    expect((await indexedDB.databases()).map(({ name }) => name)).toEqual([])
  })
})
