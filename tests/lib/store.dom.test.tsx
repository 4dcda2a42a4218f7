import { act, render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { createStore, useStore } from '#client/lib/store.ts'
import { useEffectOn } from '#client/lib/use-effect-on.ts'

it('A store notifies every listener of each change until the listener unsubscribes', () => {
  const store = createStore('a')
  const listener = vi.fn(() => store.get())
  const leave = store.subscribe(listener)
  store.set('b')
  leave()
  store.set('c')
  expect(listener.mock.results.map(({ value }) => value)).toEqual(['b'])
})

it('A component renders again only if the part of the store that it reads has changed', () => {
  const store = createStore({ shown: 1, other: 1 })
  let drawn = 0
  function View() {
    drawn++
    return <p>{useStore(store, ({ shown }) => shown)}</p>
  }
  render(<View />)
  act(() => store.set({ shown: 1, other: 2 }))
  expect(drawn).toBe(1)
  act(() => store.set({ shown: 2, other: 2 }))
  expect(screen.getByText('2')).toBeVisible()
})

it('Prerendered pages use the store’s initial value', () => {
  const store = createStore('at first')
  store.set('later')
  const View = () => useStore(store)
  expect(renderToString(<View />)).toBe('at first')
})

it('An effect runs only when its trigger changes, with current values, and is cleaned up before the next run', () => {
  const log: string[] = []
  function Watcher({ occasion, other }: { occasion: number; other: string }) {
    useEffectOn(occasion, (now) => {
      log.push(`${now} ${other}`)
      return () => {
        log.push(`end ${now}`)
      }
    })
    return null
  }
  const { rerender, unmount } = render(<Watcher occasion={1} other="a" />)
  rerender(<Watcher occasion={1} other="b" />)
  rerender(<Watcher occasion={2} other="c" />)
  unmount()
  expect(log).toEqual(['1 a', 'end 1', '2 c', 'end 2'])
})
