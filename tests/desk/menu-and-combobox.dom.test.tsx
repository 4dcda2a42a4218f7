import { act, render, screen, waitFor } from '@testing-library/react'
import { Suspense, useState } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { findZoneOf } from '#client/desk/journeys/item/typed-fields.tsx'
import { BinIcon, CopyIcon } from '#client/desk/kit/icons.tsx'
import { MenuButton } from '#client/desk/kit/popups/menu-button.tsx'
import { ZoneCombobox } from '#client/desk/kit/popups/zone-combobox.tsx'
import { addTownZone, findZones } from '#client/desk/kit/popups/zone-list.tsx'
import { fillField, giveElementsBoxes, pressKeys, user } from '#tests/support/components/user.ts'

beforeEach(giveElementsBoxes)

const expectFocusOn = (name: string) =>
  waitFor(() => expect(document.activeElement).toHaveTextContent(new RegExp(`^${name}$`)))

describe('A menu of the desk', () => {
  function renderMenu() {
    const onDelete = vi.fn()
    const actions = [
      { label: 'Duplicate', Icon: CopyIcon, variant: 'quiet', to: '/copy' },
      { label: 'Delete', Icon: BinIcon, variant: 'quiet', onChoose: onDelete },
    ] as const
    render(
      <MemoryRouter>
        <Suspense fallback="The whole page is loading">
          <MenuButton label="More" className="" actions={actions} />
        </Suspense>
      </MemoryRouter>,
    )
    return { onDelete, button: () => screen.getByRole('button', { name: 'More' }) }
  }

  test('opens with the focus on its first action, without hiding the page while its code is loading', async () => {
    const { button } = renderMenu()
    expect(button().getAttribute('aria-haspopup')).toBe('menu')
    await user.click(button())
    expect(screen.queryByText('The whole page is loading')).not.toBeInTheDocument()
    const menu = await screen.findByRole('menu', { name: 'More' })
    await expectFocusOn('Duplicate')
    expect(button().getAttribute('aria-expanded')).toBe('true')
    expect(menu.contains(document.activeElement)).toBe(true)
  })

  test('opens with the arrow key, and moves with arrows, Home, End and first letters', async () => {
    const { button } = renderMenu()
    await pressKeys(button(), '{ArrowDown}')
    await expectFocusOn('Duplicate')
    await user.keyboard('{ArrowDown}')
    await expectFocusOn('Delete')
    await user.keyboard('{Home}')
    await expectFocusOn('Duplicate')
    await user.keyboard('{End}')
    await expectFocusOn('Delete')
    await user.keyboard('d')
    await expectFocusOn('Duplicate')
  })

  test('gives the focus back to its button with Escape, and after an action was chosen', async () => {
    const { button, onDelete } = renderMenu()
    await user.click(button())
    await expectFocusOn('Duplicate')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument())
    expect(button()).toHaveFocus()
    expect(onDelete).not.toHaveBeenCalled()
    await user.click(button())
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    expect(onDelete).toHaveBeenCalledOnce()
    await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument())
    expect(button()).toHaveFocus()
  })

  test('that is opened again right after Escape stays open', async () => {
    const { button } = renderMenu()
    await user.click(button())
    await expectFocusOn('Duplicate')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(button()).toHaveFocus())
    await user.keyboard('{ArrowDown}')
    await expectFocusOn('Duplicate')
    for (let frame = 0; frame < 3; frame += 1) await act(nextFrame)
    expect(screen.getByRole('menu')).toBeInTheDocument()
  })
})

const nextFrame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()))

describe('The desk’s time zone field', () => {
  function renderZone(first: string, near: readonly string[] = []) {
    const onChange = vi.fn()
    function Settings() {
      const [zone, setZone] = useState(first)
      const change = (next: string) => {
        onChange(next)
        setZone(next)
      }
      return <ZoneCombobox label="Time zone" value={zone} near={near} onChange={change} />
    }
    render(<Settings />)
    return { onChange, field: () => screen.getByRole('combobox', { name: 'Time zone' }) }
  }
  const findSearch = () => screen.findByRole('combobox', { name: 'Search time zones' })

  test('opens its list with the focus in the search, and takes the found zone with Enter', async () => {
    const { field, onChange } = renderZone('Europe/Oslo')
    await user.click(field())
    const box = await findSearch()
    await waitFor(() => expect(box).toHaveFocus())
    await fillField(box, 'calcutta')
    await waitFor(() => {
      const active = document.getElementById(box.getAttribute('aria-activedescendant') ?? '')
      expect(active?.textContent).toBe('Asia/Kolkata')
    })
    await user.keyboard('{Enter}')
    await waitFor(() => expect(onChange).toHaveBeenCalledExactlyOnceWith('Asia/Kolkata'))
    expect(field().textContent).toBe('Asia/Kolkata')
    await waitFor(() => expect(field()).toHaveFocus())
  })

  test('begins to search with what is typed on the closed field', async () => {
    const { field } = renderZone('Europe/Oslo')
    await pressKeys(field(), 'k')
    expect(await screen.findByDisplayValue('k')).toBeVisible()
  })

  test('changes nothing when it is left without a choice, and says when nothing matches', async () => {
    const { field, onChange } = renderZone('Europe/Oslo')
    await user.click(field())
    const box = await findSearch()
    expect(screen.getByText('Type a city or region to find any other.')).toBeVisible()
    await fillField(box, 'atlantis')
    expect(await screen.findByText(/No time zone matches/)).toBeVisible()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('listbox')).not.toBeInTheDocument())
    expect(onChange).not.toHaveBeenCalled()
    expect(field().textContent).toBe('Europe/Oslo')
  })
})

describe('A search for a time zone', () => {
  const found = (text: string) => findZones(text, [], 'Europe/Oslo').flatMap(({ zones }) => zones)

  test('finds cities, regions and the former names of zones', () => {
    expect(found('new york')).toEqual(['America/New_York'])
    expect(found('OSLO europe')).toEqual(['Europe/Oslo'])
    expect(found('kolkata')).toEqual(['Asia/Kolkata'])
    expect(found('calcutta')).toEqual(['Asia/Kolkata'])
    expect(found('atlantis')).toEqual([])
  })

  test('finds the zone of a town that has none of its own, once', () => {
    const withTowns = (text: string) =>
      addTownZone(findZones(text, ['Europe/Oslo'], 'Europe/Oslo'), findZoneOf(text)).map(
        ({ zones }) => zones,
      )
    expect(withTowns('Svolvær')).toEqual([['Europe/Oslo']])
    expect(withTowns('akureyri')).toEqual([['Atlantic/Reykjavik']])
    expect(withTowns('oslo')).toEqual([['Europe/Oslo']])
    expect(withTowns('atlantis')).toEqual([])
  })

  test('lists every zone once, those nearby first, and keeps one that this browser does not know', () => {
    const groups = findZones('', ['Europe/Oslo', 'America/Nuuk'], 'Mars/Olympus')
    expect(groups[0]?.zones).toEqual(['Mars/Olympus', 'Europe/Oslo', 'America/Nuuk'])
    const all = groups.flatMap(({ zones }) => zones)
    expect(new Set(all).size).toBe(all.length)
    expect(all).toContain('UTC')
  })
})
