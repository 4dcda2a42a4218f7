import { render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { JourneyPlate, JourneySketch } from '#client/ui/plates/journey-plate.tsx'

const stops = [
  { name: 'Oslo', at: [10.752, 59.913] },
  { name: 'Somewhere quiet' },
  { name: 'Svolvær', at: [14.568, 68.234] },
  { name: 'New York', at: [-74, 40.7] },
] as const

test('The map says in words what it shows, with the numbers of the list beside it', async () => {
  render(<JourneyPlate stops={stops} current={3} ink="day" frame="route" />)
  const plate = screen.getByRole('img', {
    name: 'A map of the route: 1 Oslo, 3 Svolvær. Today at 3, Svolvær',
  })
  await waitFor(() => expect(plate.querySelectorAll('circle').length).toBeGreaterThan(2))
  expect([...plate.querySelectorAll('text')].map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['1', '3', 'Oslo', 'Svolvær']),
  )
})

test('A place that is unknown or far from the North is not on the map', async () => {
  render(<JourneyPlate stops={stops} ink="print" frame="overview" label="Lofoten, by sea" />)
  const plate = screen.getByRole('img', { name: 'Lofoten, by sea: 1 Oslo, 3 Svolvær' })
  await waitFor(() => expect(plate.querySelector('svg')).toBeInTheDocument())
  expect(plate).not.toHaveTextContent(/quiet|New York|NaN/)
  expect(plate.innerHTML).not.toContain('NaN')
})

test('A journey without places has a map of the North', async () => {
  render(<JourneyPlate stops={[]} ink="night" frame="route" />)
  const plate = screen.getByRole('img', { name: 'A map of the Nordic countries' })
  await waitFor(() => expect(plate.querySelector('svg')).toBeInTheDocument())
  expect(plate.querySelector('circle')).not.toBeInTheDocument()
})

test('A sketch is decoration: no words, and nothing for assistive technology', async () => {
  const { container } = render(<JourneySketch stops={stops} ink="past" />)
  await waitFor(() => expect(container.querySelectorAll('circle')).toHaveLength(2))
  expect(container.textContent).toBe('')
  expect(screen.queryByRole('img')).not.toBeInTheDocument()
})
