import { act, screen } from '@testing-library/react'
import { lazy, Suspense } from 'react'
import { useParams, useRoutes } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import { RootLayout } from '#client/app/root-layout.tsx'
import {
  ListDetail,
  useDetailHeading,
  useIsOpenedByList,
  useOpenFirst,
} from '#client/desk/kit/lists/list-detail.tsx'
import { ListRow } from '#client/desk/kit/lists/list-row.tsx'
import { renderRoutes } from '#tests/support/components/site-router.tsx'
import { user } from '#tests/support/components/user.ts'

const names = ['Ada', 'Kenji']

function Reading() {
  const heading = useDetailHeading()
  return (
    <h2 ref={heading} tabIndex={-1}>
      Reading {useParams().id}
    </h2>
  )
}

let load: () => void
let Detail = lazy(async () => ({ default: Reading }))

function People() {
  const { id } = useParams()
  return (
    <main id="main" tabIndex={-1}>
      <ListDetail
        head={<button type="button">Search</button>}
        list={names.map((name) => (
          <ListRow key={name} to={`/people/${name}`} isCurrent={id === name} title={name} />
        ))}
        detail={
          id ? (
            <Suspense>
              <Detail key={id} />
            </Suspense>
          ) : undefined
        }
        backLink={{ to: '/people', label: 'Everybody' }}
      />
    </main>
  )
}

/** Pages in one route of the router, as in the desk. */
const Pages = () => useRoutes([{ path: 'people/:id?', element: <People /> }])

function open(path: string) {
  return renderRoutes(
    [
      {
        element: <RootLayout SignInRoute={() => null} />,
        children: [{ path: '/*', element: <Pages /> }],
      },
    ],
    path,
  )
}

const row = (name: string) => screen.getByRole('link', { name })
const press = async (name: string) => {
  row(name).focus()
  await user.click(row(name))
}
const goBack = async () => {
  history.back()
  await act(() => new Promise((resolve) => addEventListener('popstate', resolve, { once: true })))
}
const focused = () => document.activeElement?.textContent

beforeEach(async () => {
  const module = new Promise<{ default: typeof Reading }>((resolve) => {
    load = () => resolve({ default: Reading })
  })
  Detail = lazy(() => module)
})

test('An item that is opened takes the focus at its heading, once it is loaded', async () => {
  open('/people')
  await press('Ada')
  expect(document.activeElement?.tagName).toBe('SECTION')
  await act(async () => load())
  expect(focused()).toBe('Reading Ada')
  await press('Kenji')
  expect(focused()).toBe('Reading Kenji')
  await press('Kenji')
  expect(focused()).toBe('Reading Kenji')
})

test('The way back from an item leads to its row, by the browser and by the link above the item', async () => {
  load()
  open('/people')
  await press('Kenji')
  await screen.findByText('Reading Kenji')
  await goBack()
  expect(row('Kenji')).toHaveFocus()
  await press('Ada')
  expect(focused()).toBe('Reading Ada')
  await user.click(screen.getByRole('link', { name: 'Everybody' }))
  await expect.poll(() => document.activeElement).toBe(row('Ada'))
})

test('The way back from one item to another leads to the row of the one that is left', async () => {
  load()
  open('/people')
  await press('Kenji')
  await screen.findByText('Reading Kenji')
  await press('Ada')
  await goBack()
  await screen.findByText('Reading Kenji')
  expect(row('Ada')).toHaveFocus()
})

test('A list that is opened at an address leaves the focus alone', async () => {
  load()
  open('/people/Ada')
  await screen.findByText('Reading Ada')
  expect(document.body).toHaveFocus()
})

test('The keys j and k go through the list while the focus is in it, and nowhere else', async () => {
  load()
  open('/people')
  const opened = () => document.querySelector('a[aria-current]')?.textContent
  await user.keyboard('j')
  expect(opened()).toBeUndefined()
  screen.getByRole('button', { name: 'Search' }).focus()
  await user.keyboard('k')
  expect(opened()).toBeUndefined()
  await user.keyboard('j')
  expect(opened()).toBe('Ada')
  expect(row('Ada')).toHaveFocus()
  await user.keyboard('jj')
  expect(opened()).toBe('Kenji')
  await user.keyboard('k')
  expect(opened()).toBe('Ada')
  expect(row('Ada')).toHaveFocus()
  await user.keyboard('{Control>}j{/Control}')
  expect(opened()).toBe('Ada')
  const heading = await screen.findByText('Reading Ada')
  heading.focus()
  await user.keyboard('j')
  expect(opened()).toBe('Ada')
  const search = row('Ada').closest('section')?.appendChild(document.createElement('input'))
  if (search) await user.type(search, 'j')
  expect(opened()).toBe('Ada')
  search?.remove()
})

test('The first item is open where both panes fit, without taking the focus, and on a phone nothing is', async () => {
  function First() {
    const { id } = useParams()
    useOpenFirst(id ? undefined : '/people/Ada')
    return useIsOpenedByList() ? <p>Not read yet</p> : <p>Nothing open</p>
  }
  const show = (isWide: boolean) => {
    vi.stubGlobal('matchMedia', () => ({ matches: isWide }))
    return renderRoutes([{ path: '/people/:id?', element: <First /> }], '/people')
  }
  show(false)
  expect(await screen.findByText('Nothing open')).toBeVisible()
  show(true)
  expect(await screen.findByText('Not read yet')).toBeVisible()
  expect(document.body).toHaveFocus()
  vi.unstubAllGlobals()
})
