import { act, render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { createStore, useStore } from '#client/lib/store.ts'
import { useEffectOn } from '#client/lib/use-effect-on.ts'

it('tells every listener of each change, until it has left', () => {
  const store = createStore('a')
  const heard = vi.fn(() => store.get())
  const leave = store.subscribe(heard)
  store.set('b')
  leave()
  store.set('c')
  expect(heard.mock.results.map(({ value }) => value)).toEqual(['b'])
})

it('draws again only for the part that is read', () => {
  const store = createStore({ shown: 1, other: 1 })
  let drawn = 0
  function Shown() {
    drawn++
    return <p>{useStore(store, ({ shown }) => shown)}</p>
  }
  render(<Shown />)
  act(() => store.set({ shown: 1, other: 2 }))
  expect(drawn).toBe(1)
  act(() => store.set({ shown: 2, other: 2 }))
  expect(screen.getByText('2')).toBeTruthy()
})

it('draws what it began with into the pages of the build', () => {
  const store = createStore('at first')
  store.set('later')
  const Shown = () => useStore(store)
  expect(renderToString(<Shown />)).toBe('at first')
})

it('runs an effect on its occasion alone, with what is there then, and ends it before the next', () => {
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
