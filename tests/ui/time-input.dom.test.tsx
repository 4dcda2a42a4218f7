import { render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { TimeInput } from '#client/desk/kit/time-input.tsx'
import { user } from '#tests/support/components/user.ts'

function Host() {
  const [value, setValue] = useState('09:00')
  return (
    <>
      <TimeInput aria-label="Start" value={value} onChange={setValue} />
      <output>{value}</output>
      <button type="button" onClick={() => setValue('16:30')}>
        16:30
      </button>
    </>
  )
}

const field = () => screen.getByLabelText('Start')
const type = async (text: string) => {
  await user.clear(field())
  await user.type(field(), text)
}

test.each([
  ['9', '09:00'],
  ['930', '09:30'],
  ['9.30', '09:30'],
  ['18:05', '18:05'],
  ['1805', '18:05'],
  ['24:00', '00:00'],
])('%s is understood as %s, and is shown so when the field is left', async (typed, time) => {
  render(<Host />)
  await type(typed)
  expect(screen.getByRole('status')).toHaveTextContent(time)
  expect(field()).toHaveValue(typed)
  await user.tab()
  expect(field()).toHaveValue(time)
})

test.each(['25:00', '9:75', 'noon'])('%s is no time, and stays to be corrected', async (typed) => {
  render(<Host />)
  await type(typed)
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
  await user.tab()
  expect(field()).toHaveValue(typed)
})

test('A time that is chosen elsewhere replaces what was typed', async () => {
  render(<Host />)
  await type('18')
  await user.click(screen.getByRole('button', { name: '16:30' }))
  expect(field()).toHaveValue('16:30')
})
