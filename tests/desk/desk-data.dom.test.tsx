import 'fake-indexeddb/auto'
import { act, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import * as v from 'valibot'
import { describe, expect, it, vi } from 'vitest'
import { keepCopy, readCopy } from '#client/book/desk-data.ts'
import { forgetOwner } from '#client/book/forget-owner.ts'
import { AsOf, DeskNetBar, LoadTrouble } from '#client/desk/kit/page/data-state.tsx'
import { copyAtHand, useDeskData } from '#client/desk/queries/use-desk-data.ts'
import { SignedOut } from '#client/desk/shell/shell.tsx'
import { noteAsking, syncNow } from '#client/desk/shell/sync-state.ts'
import { rememberAccount } from '#client/lib/data/account-here.ts'
import { endpoint } from '#shared/lib/endpoint.ts'
import { astrid, eachOnOwnersDevice } from '#tests/support/owners-store.ts'

const things = endpoint({
  name: 'get-things',
  method: 'GET',
  access: 'owner',
  input: v.object({ page: v.number() }),
  output: v.array(v.string()),
  failure: 'Failed to fetch things',
})

const KEY = '/functions/get-things?page=1'

let drawn = 0

function Things({ page }: { page: number }) {
  drawn++
  const desk = useDeskData(things, { page })
  return (
    <>
      <SignedOut signIn={<button type="button">Sign in</button>} />
      <DeskNetBar what="Things are" desk={desk} />
      <AsOf desk={desk} />
      <LoadTrouble failure="Failed to load things" desk={desk} />
      <p>{desk.state}</p>
      <ul>
        {desk.data?.map((thing) => (
          <li key={thing}>{thing}</li>
        ))}
      </ul>
    </>
  )
}

const open = (page = 1) =>
  render(
    <MemoryRouter>
      <Things page={page} />
    </MemoryRouter>,
  )

const shown = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent)

/** Sets the server's answer from now on; without an argument nothing answers. */
function answers(give?: () => Response): void {
  vi.stubGlobal('fetch', async () => {
    if (!give) throw new TypeError('Failed to fetch')
    return give()
  })
}

const YESTERDAY = Date.now() - 86_400_000

eachOnOwnersDevice()

describe('a screen of the desk', () => {
  it('shows the last known copy while nothing answers, and says of when it is', async () => {
    answers()
    await keepCopy('u1', { key: KEY, data: ['a lamp'], asOf: YESTERDAY })
    open()
    await waitFor(() => expect(shown()).toEqual(['a lamp']))
    expect(await screen.findByText(/^As of yesterday at/)).toBeTruthy()
    expect(screen.getByText(/^You are offline. Things are shown as of yesterday at/)).toBeTruthy()
  })

  it('shows what the server says, and keeps it', async () => {
    answers(() => Response.json(['an oar']))
    await keepCopy('u1', { key: KEY, data: ['a lamp'], asOf: YESTERDAY })
    open()
    await waitFor(() => expect(shown()).toEqual(['an oar']))
    expect(screen.getByText('fresh')).toBeTruthy()
    expect(screen.queryByText(/As of/)).toBeNull()
    await waitFor(async () => expect((await readCopy('u1', KEY))?.data).toEqual(['an oar']))
  })

  it('has it at hand where the page waited for it', async () => {
    answers()
    await keepCopy('u1', { key: KEY, data: ['a lamp'], asOf: YESTERDAY })
    await copyAtHand(things, { page: 1 })
    open()
    expect(shown()).toEqual(['a lamp'])
  })

  it('keeps no page waiting where the device does not answer', async () => {
    rememberAccount({ ...astrid, id: 'u2' })
    vi.spyOn(indexedDB, 'open').mockReturnValue({} as IDBOpenDBRequest)
    await copyAtHand(things, { page: 1 })
    vi.mocked(indexedDB.open).mockRestore()
    answers(() => Response.json(['an oar']))
    open()
    await waitFor(() => expect(shown()).toEqual(['an oar']))
  })

  it('is not drawn anew for what is asked elsewhere', async () => {
    answers(() => Response.json(['an oar']))
    open()
    await waitFor(() => expect(shown()).toEqual(['an oar']))
    const before = drawn
    act(noteAsking)
    expect(drawn).toBe(before)
  })

  it('puts an error above what is kept, and takes it away once the server can', async () => {
    answers(() =>
      Response.json({ code: 'failed', error: 'Failed to fetch things' }, { status: 500 }),
    )
    await keepCopy('u1', { key: KEY, data: ['a lamp'], asOf: YESTERDAY })
    open()
    expect(await screen.findByText('Failed to load things')).toBeTruthy()
    await waitFor(() => expect(shown()).toEqual(['a lamp']))
    answers(() => Response.json(['an oar']))
    act(() => screen.getByRole('button', { name: 'Try again' }).click())
    await waitFor(() => expect(shown()).toEqual(['an oar']))
    expect(screen.queryByText('Failed to load things')).toBeNull()
  })

  it.each([
    ['an ended session', 401, 'signed_out', 'You are signed out'],
    ['another account', 403, 'not_owner', 'This is not the owner’s account'],
  ])(
    'keeps everything through %s, asks to sign in, and goes on after that',
    async (_what, status, code, told) => {
      answers(() => Response.json({ code, error: 'Please sign in.' }, { status }))
      await keepCopy('u1', { key: KEY, data: ['a lamp'], asOf: YESTERDAY })
      open()
      expect(await screen.findByText(told)).toBeTruthy()
      await waitFor(() => expect(shown()).toEqual(['a lamp']))
      expect(screen.queryByText('Failed to load things')).toBeNull()
      answers(() => Response.json(['an oar']))
      act(() => rememberAccount(astrid))
      await waitFor(() => expect(shown()).toEqual(['an oar']))
      expect(screen.queryByText(told)).toBeNull()
    },
  )

  it('passes over a copy that an earlier version left in another form', async () => {
    answers()
    await keepCopy('u1', { key: KEY, data: { lamp: 1 }, asOf: YESTERDAY })
    open()
    await waitFor(() => expect(screen.getByText('none')).toBeTruthy())
    expect(shown()).toEqual([])
  })

  it('never shows the answer to another question', async () => {
    answers(() => Response.json(['an oar']))
    const { rerender } = open(1)
    await waitFor(() => expect(shown()).toEqual(['an oar']))
    answers()
    rerender(
      <MemoryRouter>
        <Things page={2} />
      </MemoryRouter>,
    )
    expect(shown()).toEqual([])
    await waitFor(() => expect(screen.getByText('none')).toBeTruthy())
  })

  it('asks anew when the owner says so', async () => {
    answers(() => Response.json(['an oar']))
    open()
    await waitFor(() => expect(shown()).toEqual(['an oar']))
    answers(() => Response.json(['a net']))
    act(syncNow)
    await waitFor(() => expect(shown()).toEqual(['a net']))
  })
})

describe('signing out', () => {
  it('leaves nothing of the desk’s data, also where an answer is still on its way', async () => {
    let give = (_answer: Response) => {}
    vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (give = resolve)))
    await keepCopy('u1', { key: KEY, data: ['a lamp'], asOf: YESTERDAY })
    open()
    await waitFor(() => expect(shown()).toEqual(['a lamp']))
    await forgetOwner()
    await act(async () => give(Response.json(['a secret'])))
    expect((await indexedDB.databases()).map(({ name }) => name)).toEqual([])
  })
})
