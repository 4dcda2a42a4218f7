import { Fragment } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { draw } from '#client/journey/draw.ts'
import { KindIcon } from '#client/journey/view/icons.tsx'

let root: HTMLElement

beforeEach(() => {
  root = document.createElement('div')
  document.body.replaceChildren(root)
})

/** Each item with an input; hidden ones are left out. */
function List({ names, note }: { names: readonly string[]; note?: string }) {
  return (
    <section>
      {note ? <p>{note}</p> : null}
      <ul>
        {names.map((name) => (
          <li key={name}>
            <input aria-label={name} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const input = (name: string) => root.querySelector<HTMLInputElement>(`[aria-label="${name}"]`)

describe('What is drawn', () => {
  test('is what React would write', () => {
    const content = (
      <main id="m" tabIndex={-1} className="a b" hidden={false} aria-busy={false} data-x={true}>
        One <b>two</b>
        {3}
        {null}
        {false}
        <label htmlFor="i">
          <input id="i" disabled autoComplete="off" />
        </label>
        <time dateTime="2026-06-11">11</time>
        <Fragment key="f">
          <br />
          {['x', 'y']}
        </Fragment>
        <KindIcon kind="ferry" />
        <svg viewBox="0 0 1 1" preserveAspectRatio="none">
          <title>Sea</title>
          <text textAnchor="middle" strokeWidth="2" clipPath="url(#c)">
            Sea
          </text>
        </svg>
      </main>
    )
    draw(content, root)
    const expected = document.createElement('div')
    expected.innerHTML = renderToStaticMarkup(content)
    expect(root.innerHTML).toBe(expected.innerHTML)
    expect(root.querySelector('text')?.namespaceURI).toContain('svg')
  })

  test('takes text that looks like HTML as text', () => {
    draw(<p title={'"><script>'}>{'<img src=x onerror=alert(1)>'}</p>, root)
    expect(root.children).toHaveLength(1)
    expect(root.textContent).toBe('<img src=x onerror=alert(1)>')
    expect(root.querySelector('img, script')).toBeNull()
  })

  test('replaces what the server wrote', () => {
    root.innerHTML = '<main>Opening…</main>'
    draw(<main>Here</main>, root)
    expect(root.innerHTML).toBe('<main>Here</main>')
  })
})

describe('Drawing again', () => {
  test('keeps focus and typed text when something appears before, moves or goes', () => {
    draw(<List names={['a', 'b', 'c']} />, root)
    const [b, c] = [input('b'), input('c')]
    b?.focus()
    if (c) c.value = 'typed'
    draw(<List names={['c', 'b']} note="Changed" />, root)
    expect(document.activeElement).toBe(b)
    expect(input('c')).toBe(c)
    expect(input('c')?.value).toBe('typed')
    expect([...root.querySelectorAll('input')].map(({ ariaLabel }) => ariaLabel)).toEqual([
      'c',
      'b',
    ])
    expect(root.querySelector('p')?.textContent).toBe('Changed')
    draw(<List names={['b']} />, root)
    expect(root.querySelectorAll('li, p')).toHaveLength(1)
    expect(document.activeElement).toBe(b)
  })

  test('changes attributes, texts and handlers, and removes what is gone', () => {
    const [first, second] = [vi.fn(), vi.fn()]
    draw(
      <button type="button" onClick={first} aria-pressed={true} title="x">
        One
      </button>,
      root,
    )
    const button = root.querySelector('button')
    draw(
      <button type="button" onClick={second} aria-pressed={false}>
        Two
      </button>,
      root,
    )
    button?.click()
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1])
    expect(root.innerHTML).toBe('<button type="button" aria-pressed="false">Two</button>')
    expect(root.querySelector('button')).toBe(button)
  })

  test('sets a checkbox as told, also after it was pressed', () => {
    const drawBox = (checked: boolean) =>
      draw(<input type="checkbox" checked={checked} onChange={() => {}} />, root)
    drawBox(false)
    const box = root.querySelector('input')
    drawBox(true)
    expect(box?.checked).toBe(true)
    drawBox(false)
    expect(box?.checked).toBe(false)
  })

  test('makes another element where the tag changes', () => {
    const heading = (isMain: boolean) => {
      const Title = isMain ? 'h1' : 'p'
      return <Title className="t">Title</Title>
    }
    draw(heading(true), root)
    draw(heading(false), root)
    expect(root.innerHTML).toBe('<p class="t">Title</p>')
  })
})
